/** Graphs: the seasons and days that have readings, pictures of a range, and the readings behind them. */
import type * as z from 'zod/mini'
import {
  databaseOf,
  GRAPH_DAYS_MAX,
  GRAPH_SERIES_MAX,
  type GraphData,
  type graphDataQuery,
  type GraphEvent,
  graphPicturePath,
  type GraphPictures,
  type GraphRequest,
} from '../../contract/graphs.ts'
import { sensorId } from '../../contract/readings.ts'
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { readRange, selectSensors, type SensorKey, type Span } from '../readings/readings-range.store.ts'
import { type OwnedSystem, systemOf, systemsOf } from '../systems/membership.ts'
import { selectDays, selectSeasons } from './dates.store.ts'
import { fingerprintOf, type GraphContent } from './graph-content.ts'
import { openColumns } from './graph-data.rules.ts'
import { type DayRange, dayRange, daysIn, spanOf } from './graph-days.ts'
import { type GraphField, graphField, passesOfProbe, waterBand } from './graph-field.ts'
import { graphPicture } from './graph-picture.ts'
import { createPictures, type Pictures } from './pictures.ts'

export interface Graphs {
  /** Newest season first. */
  databases(userId: number): Promise<string[]>
  /** @throws Problem('system_not_found') */
  dates(userId: number, database: string): Promise<string[]>
  /** @throws Problem */
  pictures(userId: number, request: GraphRequest): Promise<GraphPictures>
  /** Null when there is none, or it is not theirs. */
  picture: Pictures['find']
  /** @throws Problem */
  data(userId: number, query: z.infer<typeof graphDataQuery>): Promise<GraphData>
}

const DATABASE = /^(\d{1,10})\/(.+) (\d{4})\.db$/
/** Readings before this are not valid. */
const FIRST_YEAR = 2000

interface Season {
  system: OwnedSystem
  year: number
}

export function createGraphs(kit: Kit): Graphs {
  const { database } = kit
  const pictures = createPictures(kit)
  const mine = (userId: number, name: string) =>
    database.asCustomer(userId, (tx) => systemOf(tx, userId, name))

  /** What an identifier names: it is taken apart and compared, never opened. */
  async function seasonOf(userId: number, text: string): Promise<Season> {
    const [, owner, name, year] = DATABASE.exec(text) ?? []
    if (name === undefined || owner !== String(userId)) throw new Problem('system_not_found')
    return { system: await mine(userId, name), year: Number(year) }
  }

  function daysOf({ system, year }: Season): Promise<string[]> {
    if (year < FIRST_YEAR) return Promise.resolve([])
    const days = { first: `${year}-01-01`, last: `${year}-12-31` }
    return selectDays(database.reader, system, days)
  }

  async function mustBeListed({ system, year }: Season, { start, end }: DayRange): Promise<void> {
    for (const [field, day] of [
      ['start_date', start],
      ['end_date', end],
    ] as const) {
      const inSeason = day.startsWith(`${year}-`) && year >= FIRST_YEAR
      const found = inSeason && (await selectDays(database.reader, system, { first: day, last: day }))
      if (!found || found.length === 0) throw new Problem('date_not_listed', { field })
    }
  }

  async function contentOf(
    field: GraphField,
    sensor: SensorKey,
    days: DayRange,
  ): Promise<GraphContent | null> {
    const { controllerId, name, timeZone } = field.machine
    const span = spanOf(days, timeZone)
    const readings = await readRange(database.reader, controllerId, sensor, span)
    if (readings.times.length === 0) return null
    return {
      system: name,
      probe: sensor.probe,
      timeZone,
      days,
      from: span.from.getTime(),
      to: span.to.getTime(),
      lines: [{ depthCm: sensor.depthCm, ...readings }],
      band: waterBand(field, sensor.probe),
      passes: await passesOfProbe(database.reader, field, sensor.probe, span),
    }
  }

  async function eventsOf(field: GraphField, numbers: Iterable<number>, span: Span): Promise<GraphEvent[]> {
    const events: GraphEvent[] = []
    for (const probe of numbers)
      for (const { from, to, depthIn } of await passesOfProbe(database.reader, field, probe, span))
        events.push({ kind: 'irrigation', probe, from: from / 1000, to: to / 1000, depth_in: depthIn })
    return events.sort((a, b) => a.from - b.from || a.probe - b.probe)
  }

  return {
    async databases(userId) {
      const systems = await database.asCustomer(userId, (tx) => systemsOf(tx, userId))
      const seasons: { name: string; year: number }[] = []
      for (const system of systems)
        for (const year of await selectSeasons(database.reader, system))
          seasons.push({ name: system.name, year })
      // systems come in the order of their names, which a stable sort keeps
      return seasons.sort((a, b) => b.year - a.year).map(({ name, year }) => databaseOf(userId, name, year))
    },

    async dates(userId, text) {
      const days = await daysOf(await seasonOf(userId, text))
      return days.map((day) => `${day}T00:00:00.000Z`)
    },

    async pictures(userId, { selected_db, start_date, end_date }) {
      const days = dayRange({ start: start_date, end: end_date })
      const season = await seasonOf(userId, selected_db)
      await mustBeListed(season, days)
      const { system } = season
      const field = await graphField(database.reader, system)
      const urls: Record<string, string> = {}
      for (const sensor of await selectSensors(database.reader, system.controllerId)) {
        const content = await contentOf(field, sensor, days)
        if (!content) continue
        const name = sensorId(sensor.probe, sensor.depthCm)
        const picture = {
          systemId: system.id,
          fingerprint: fingerprintOf(content),
          fileName: `${system.name} ${name} ${days.start} to ${days.end}.png`,
        }
        urls[name] = graphPicturePath(await pictures.keep(picture, () => graphPicture(content)))
      }
      return { plot_urls: urls }
    },

    picture: pictures.find,

    async data(userId, query) {
      const days = dayRange(query, { start: 'start', end: 'end' })
      if (daysIn(days) > GRAPH_DAYS_MAX) throw new Problem('range_too_long', { field: 'end' })
      const system = await mine(userId, query.system)
      const field = await graphField(database.reader, system)
      const sensors = chosen(await selectSensors(database.reader, system.controllerId), query)
      const span = spanOf(days, system.timeZone)
      const columns = openColumns(span, Math.max(1, sensors.length))
      for (const sensor of sensors)
        columns.add(sensor, await readRange(database.reader, system.controllerId, sensor, span))
      const table = columns.table()
      return {
        system: system.name,
        time_zone: system.timeZone,
        root_depth_in: field.rootDepthIn,
        target_percent: field.targetPercent,
        ...table,
        bands: table.series.map(({ sensor, probe }) => {
          const { full, refill, wiltingPoint } = waterBand(field, probe)
          return { sensor, full, refill, wilting_point: wiltingPoint }
        }),
        events: await eventsOf(field, new Set(sensors.map(({ probe }) => probe)), span),
      }
    },
  }
}

/** @throws Problem('sensors_too_many') */
function chosen(
  sensors: SensorKey[],
  { depths, probes }: { depths?: string | undefined; probes?: string | undefined },
) {
  const listed = (text: string | undefined) => (text === undefined ? null : text.split(',').map(Number))
  const [wantedDepths, wantedProbes] = [listed(depths), listed(probes)]
  const found = sensors.filter(
    ({ probe, depthCm }) =>
      (wantedDepths?.includes(depthCm) ?? true) && (wantedProbes?.includes(probe) ?? true),
  )
  if (found.length > GRAPH_SERIES_MAX) throw new Problem('sensors_too_many')
  return found
}
