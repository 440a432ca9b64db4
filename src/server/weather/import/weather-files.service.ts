/** Files of weather stations: previewed, or imported into a system, by members who may change it, the provider, or a command. */
import type { z } from 'zod'
import {
  WEATHER_FILE_BYTES_MAX,
  weatherFileQuery,
  type WeatherFileReport,
  weatherQuery,
} from '#contract/weather.ts'
import type { Requester } from '../../accounts/sessions/sessions.store.ts'
import { attempted, auditable } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { Kit } from '../../installation/kit.ts'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import { ImportUnclear } from '../../readings/import/import-unclear.ts'
import { asParameters, unclear } from '../../readings/import/import-problem.ts'
import { mayChange, type System } from '../../systems/membership.ts'
import { systemById, systemOf } from '../../systems/membership.store.ts'
import { findSystem } from '../../systems/systems.store.ts'
import { USUAL_ELEVATION_M } from '../stations.ts'
import { weatherChanged } from '../weather.events.ts'
import { deleteFile, keepOrigin, selectElevation, storeDays, storeHours } from '../weather.store.ts'
import { readWeatherFile, type ReadWeatherFile } from './weather-file.ts'
import { type GivenFileOptions, readFileChoice, readFileTimeZone, readWindHeight } from './weather-options.ts'

export interface WeatherFiles {
  /**
   * How a file was interpreted, and unless it is a preview what was stored.
   *
   * @throws Problem: of the query, 'system_not_found', 'role_may_not_change', 'weather_file_too_large', 'import_unclear'
   */
  take(asker: Requester, query: unknown, bytes: Uint8Array): Promise<WeatherFileReport>
  /** @throws Problem as above */
  remove(asker: Requester, query: unknown): Promise<void>
}

type Needs = Pick<Kit, 'changeLimit' | 'clock' | 'database' | 'events'>

const AUDITED = [
  'name',
  'columns',
  'units',
  'date_order',
  'time_zone',
  'stamp',
  'wind_height',
] satisfies (keyof z.infer<typeof weatherFileQuery>)[]
const USUAL_NAME = 'your station'
const DAYS_SHOWN = 5

export function createWeatherFiles(kit: Needs): WeatherFiles {
  const { database } = kit

  /** A system that the member may change; a provider may import for every system. */
  async function importableSystem(asker: Requester, name: string): Promise<System> {
    if (!asker.provider)
      return database.asCustomer(asker.id, async (tx) => {
        const system = await systemOf(tx, asker.id, name)
        mayChange(system)
        return system
      })
    const found = await findSystem(database.reader, name)
    if (!found) throw new Problem('system_not_found')
    return systemById(database.reader, found.id)
  }

  return {
    async take(asker, query, bytes) {
      const { system: name, preview, ...options } = readBody(weatherFileQuery, query)
      const attempt = { userId: asker.id, action: 'weather import' as const, systemName: name }
      return attempted(kit, { ...attempt, after: auditable(options, AUDITED) }, async () => {
        const system = await importableSystem(asker, name)
        if (bytes.length > WEATHER_FILE_BYTES_MAX) throw new Problem('weather_file_too_large')
        const given: GivenFileOptions = (option) =>
          ({
            ...options,
            'date-order': options.date_order,
            'time-zone': options.time_zone,
            'header-line': options.header_line,
            'wind-height': options.wind_height,
          })[option]
        try {
          const order = {
            name: options.name ?? USUAL_NAME,
            given,
            dryRun: preview === 'true',
            userId: asker.id,
          }
          const report = await importWeatherFile(kit, system, bytes, order)
          return { ...report, refusals: report.refusals.map(asParameters) }
        } catch (error) {
          throw error instanceof ImportUnclear ? unclear(error) : error
        }
      })
    },

    async remove(asker, query) {
      const { system: name } = readBody(weatherQuery, query)
      const attempt = { userId: asker.id, action: 'weather remove' as const, systemName: name }
      await attempted(kit, { ...attempt, after: null }, async () => {
        const system = await importableSystem(asker, name)
        await database.write(async (tx) => {
          const first = await deleteFile(tx, system.id)
          if (first === null) return
          await settle(kit, tx, system, {
            userId: asker.id,
            action: 'weather remove',
            from: first,
            after: null,
          })
        })
      })
    },
  }
}

interface ImportOrder {
  /** Of the station. */
  name: string
  given: GivenFileOptions
  dryRun: boolean
  /** Null: the command line. */
  userId: number | null
}

/** @throws ImportUnclear if the file is ambiguous; nothing has been stored then */
export async function importWeatherFile(
  kit: Pick<Kit, 'clock' | 'database' | 'events'>,
  system: System,
  bytes: Uint8Array,
  { name, given, dryRun, userId }: ImportOrder,
): Promise<WeatherFileReport> {
  const now = kit.clock.now()
  const { place } = system.pivot
  const elevationM = (await selectElevation(kit.database.reader, system.id)) ?? USUAL_ELEVATION_M
  const site = { latitude: place.lat, elevationM, windHeightM: readWindHeight(given) }
  const timeZone = readFileTimeZone(given, system.timeZone)
  const setting = { timeZone, dayZone: system.timeZone, site, now }
  const weatherFile = await readWeatherFile(bytes, readFileChoice(given), setting)
  if (!dryRun && weatherFile.days.length + weatherFile.hours.length > 0)
    await kit.database.write(async (tx) => {
      const origin = { source: 'file' as const, code: '', name, systemId: system.id }
      const originId = await keepOrigin(tx, {
        ...origin,
        latitude: place.lat,
        longitude: place.lng,
        elevationM: null,
      })
      await storeHours(tx, originId, now, weatherFile.hours)
      const from = await storeDays(tx, originId, now, weatherFile.days, true)
      const after = { name, days: weatherFile.days.length, refused: weatherFile.refused }
      await settle(kit, tx, system, { userId, action: 'weather import', from, after })
    })
  return reportOf(weatherFile, dryRun)
}

async function settle(
  { clock, events }: Pick<Kit, 'clock' | 'events'>,
  tx: ServerTx,
  { id: systemId, controllerId, name: systemName }: System,
  {
    userId,
    action,
    from,
    after,
  }: {
    userId: number | null
    action: 'weather import' | 'weather remove'
    from: string | null
    after: unknown
  },
): Promise<void> {
  const entry = { at: clock.now(), userId, action, systemId, systemName, after }
  await recordAudit(tx, { ...entry, outcome: 'accepted' })
  if (from !== null) await events.publish(tx, weatherChanged, { systemId, controllerId, from })
}

function reportOf(weatherFile: ReadWeatherFile, preview: boolean): WeatherFileReport {
  const { understood, lines, hours, days, refused, refusals } = weatherFile
  return {
    preview,
    understood,
    lines,
    hours: hours.length,
    days: days.length,
    rain_days: days.filter(({ rainMm }) => rainMm !== null).length,
    et_days: days.filter(({ referenceEtMm }) => referenceEtMm !== null).length,
    measured_et_days: days.filter(
      ({ referenceEtMm, etEstimated }) => referenceEtMm !== null && etEstimated.length === 0,
    ).length,
    first: days[0]?.day ?? null,
    last: days.at(-1)?.day ?? null,
    first_days: days.slice(0, DAYS_SHOWN).map((day) => ({
      day: day.day,
      max_c: day.maxC,
      min_c: day.minC,
      wind_m_s: day.windMS,
      radiation_mj: day.radiationMj,
      rain_mm: day.rainMm,
      reference_et_mm: day.referenceEtMm,
    })),
    refused,
    refusals,
  }
}
