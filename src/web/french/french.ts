/** The French texts of all features, fetched before the first screen. */
import { accounts, signin } from './accounts.ts'
import { alerts } from './alerts.ts'
import { crop, forecast, watercurve } from './crop.ts'
import { changes, overview, pivot, rate, sharing, systemprescriptions, systems, transfers } from './fields.ts'
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
import { pump, watersettings } from './pump.ts'
import { importmessages, readingsfile } from './readings-file.ts'
import { readingslive } from './readings-live.ts'
import { seasons } from './seasons.ts'
import { delivery, deliverysteps, settings } from './settings.ts'
import { soil, soilzones } from './soil.ts'
import { connection, systemwarnings } from './status.ts'
import { weather } from './weather.ts'

export const tables: Readonly<Record<string, object>> = {
  accounts,
  alerts,
  calls,
  cell,
  changes,
  connection,
  crop,
  delivery,
  deliverysteps,
  files,
  forecast,
  formats,
  frame,
  geofences,
  graphs,
  help,
  home,
  importmessages,
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
  readingsfile,
  readingslive,
  seasons,
  settings,
  sharing,
  signin,
  soil,
  soilzones,
  suspects,
  systemprescriptions,
  systems,
  systemwarnings,
  transfers,
  watercurve,
  watersettings,
  weather,
  weeks,
}
