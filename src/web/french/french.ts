/** The French sentences of every feature, fetched whole before the first screen. */
import { accounts, signin } from './accounts.ts'
import { alerts } from './alerts.ts'
import { ahead, crop, watercurve } from './crop.ts'
import { changes, overview, pivot, rate, sharing, systemsroot } from './fields.ts'
import { geofences, layers, pins } from './geofences.ts'
import { graphs } from './graphs.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { calls, files, formats, frame, map, offline, parts } from './kit.ts'
import { livemaps, weeks } from './maps.ts'
import { moisture, suspects } from './moisture.ts'
import { passes } from './passes.ts'
import { prescription } from './prescription.ts'
import { probes } from './probes.ts'
import { problems } from './problems.ts'
import { pump, wateruse } from './pump.ts'
import { seasons } from './seasons.ts'
import { delivery, settings } from './settings.ts'
import { soil, soilzones } from './soil.ts'
import { statuses } from './status.ts'
import { weather } from './weather.ts'

export const tables: Readonly<Record<string, object>> = {
  accounts,
  ahead,
  alerts,
  calls,
  changes,
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
  seasons,
  settings,
  sharing,
  signin,
  soil,
  soilzones,
  statuses,
  suspects,
  systemsroot,
  watercurve,
  wateruse,
  weather,
  weeks,
}
