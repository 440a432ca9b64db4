/** The French texts of all features, fetched before the first screen. */
import { accounts, signin } from './accounts.ts'
import { alerts } from './alerts.ts'
import { ahead, crop, watercurve } from './crop.ts'
import {
  changes,
  overview,
  pivot,
  rate,
  sharing,
  systemprescriptions,
  systemsroot,
  transfers,
} from './fields.ts'
import { geofences, layers, pins } from './geofences.ts'
import { graphs } from './graphs.ts'
import { help, home } from './help.ts'
import { calls, files, formats, frame, map, offline, parts } from './kit.ts'
import { livemaps, weeks } from './maps.ts'
import { moisture, suspects } from './moisture.ts'
import { passes } from './passes.ts'
import { cell, prescription } from './prescription.ts'
import { probes } from './probes.ts'
import { problems } from './problems.ts'
import { pump, wateruse } from './pump.ts'
import { importsaid, readingsfile } from './readings-file.ts'
import { readingslive } from './readings-live.ts'
import { seasons } from './seasons.ts'
import { delivery, settings, steps } from './settings.ts'
import { soil, soilzones } from './soil.ts'
import { connection, statuses } from './status.ts'
import { weather } from './weather.ts'

export const tables: Readonly<Record<string, object>> = {
  accounts,
  ahead,
  alerts,
  calls,
  cell,
  changes,
  connection,
  crop,
  delivery,
  files,
  formats,
  frame,
  geofences,
  graphs,
  help,
  home,
  layers,
  livemaps,
  map,
  moisture,
  offline,
  overview,
  parts,
  passes,
  pins,
  pivot,
  prescription,
  probes,
  problems,
  pump,
  rate,
  importsaid,
  readingsfile,
  readingslive,
  seasons,
  settings,
  sharing,
  signin,
  soil,
  soilzones,
  statuses,
  steps,
  suspects,
  systemprescriptions,
  systemsroot,
  transfers,
  watercurve,
  wateruse,
  weather,
  weeks,
}
