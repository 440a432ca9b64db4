/** Graphs: the seasons and days that have readings, pictures of a range, and the readings behind them. */
import {
  type GraphData,
  graphPicturePath,
  type GraphPictures,
  type GraphRequest,
  NEWEST_DAYS,
  type NewestDays,
  type OtherReadings,
} from '../../contract/graphs.ts'
import { sensorId } from '../../contract/readings.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import {
  readRange,
  selectLastReadings,
  selectSensors,
  type SensorKey,
} from '../readings/readings-range.store.ts'
import { selectInstruments } from '../readings/instrument-readings.store.ts'
import { boundsOf, dayAfter, dayReader, type DaySpan } from '../readings/zone-days.ts'
import { systemOf } from '../systems/membership.store.ts'
import { fingerprintOf, type GraphContent } from './graph-content.ts'
import { daysOf, type GraphDataQuery, readGraphData } from './graph-data.ts'
import { type GraphField, graphField, passesOfProbe, waterBand } from './graph-field.ts'
import { graphPicture } from './graph-picture.ts'
import { type OtherReadingsQuery, readOthers } from './other-readings.ts'
import { createPictures, type Pictures } from './pictures.service.ts'
import { createSeasons, type Seasons } from './seasons.service.ts'

export interface Graphs {
  databases: Seasons['databases']
  dates: Seasons['dates']
  /** @throws Problem; 'throttled' while too many of the user's sets are being drawn */
  pictures(userId: number, request: GraphRequest): Promise<GraphPictures>
  /** Null if there is none, or it is not theirs. */
  picture: Pictures['find']
  /** @throws Problem */
  data(userId: number, query: GraphDataQuery): Promise<GraphData>
  /** @throws Problem */
  others(userId: number, query: OtherReadingsQuery): Promise<OtherReadings>
  /**
   * The default graph of a system, before days are chosen.
   *
   * @throws Problem('system_not_found')
   */
  newest(userId: number, system: string): Promise<NewestDays>
}

/** One picture is drawn while others are read or stored. */
const AT_ONCE = 4
/** Sets of pictures that one customer may have drawn at once: enough for several pages, too few to overload the server. */
const SETS_PER_USER = 4
const COME_BACK_S = 5

export function createGraphs(kit: Kit): Graphs {
  const { database } = kit
  const { databases, dates, asked } = createSeasons(kit)
  const pictures = createPictures(kit)

  /** Sensor and URL; null without readings. */
  async function pictureOf(
    field: GraphField,
    sensor: SensorKey,
    days: DaySpan,
  ): Promise<[string, string] | null> {
    const content = await contentOf(database.reader, field, sensor, days)
    if (!content) return null
    const name = sensorId(sensor.probe, sensor.depthCm)
    const picture = {
      systemId: field.system.id,
      fingerprint: fingerprintOf(content),
      fileName: `${content.system} ${name} ${days.start} to ${days.end}.png`,
    }
    return [name, graphPicturePath(await pictures.keep(picture, () => graphPicture(content)))]
  }

  async function picturesOf(userId: number, request: GraphRequest): Promise<GraphPictures> {
    const { system, days } = await asked(userId, request)
    const [field, sensors] = await Promise.all([
      graphField(database.reader, system),
      selectSensors(database.reader, system.controllerId),
    ])
    const urls = await inTurns(sensors, AT_ONCE, (sensor) => pictureOf(field, sensor, days))
    return { plot_urls: Object.fromEntries(urls.flatMap((entry) => (entry ? [entry] : []))) }
  }

  /** Sets in progress in this process, by customer. */
  const underWay = new Map<number, number>()

  return {
    databases,
    dates,
    async pictures(userId, request) {
      const sets = underWay.get(userId) ?? 0
      if (sets >= SETS_PER_USER) throw new Problem('throttled', { retryAfter: COME_BACK_S })
      underWay.set(userId, sets + 1)
      try {
        return await picturesOf(userId, request)
      } finally {
        const remaining = (underWay.get(userId) ?? 1) - 1
        if (remaining > 0) underWay.set(userId, remaining)
        else underWay.delete(userId)
      }
    },
    picture: pictures.find,
    async data(userId, query) {
      const days = daysOf(query)
      const system = await database.asCustomer(userId, (tx) => systemOf(tx, userId, query.system))
      return readGraphData(database.reader, system, days, query)
    },
    async others(userId, query) {
      const days = daysOf(query)
      const system = await database.asCustomer(userId, (tx) => systemOf(tx, userId, query.system))
      return readOthers(database.reader, system, days, query.quantity)
    },
    async newest(userId, name) {
      const { controllerId, timeZone } = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
      const lastReadings = await selectLastReadings(database.reader, controllerId)
      const dayOf = dayReader(timeZone)
      const last = lastReadings.map(({ probe, at }) => ({ probe, day: dayOf(at) }))
      // systems with only tensiometers have days as well
      const instruments =
        lastReadings.length > 0
          ? []
          : await selectInstruments(database.reader, controllerId, ['tension', 'flow'])
      const end = [...last.map(({ day }) => day), ...instruments.map(({ at }) => dayOf(at))].reduce(
        (latest, day) => (day > latest ? day : latest),
        '',
      )
      if (end === '') return { start: null, end: null, probes: [] }
      const start = dayAfter(end, 1 - NEWEST_DAYS)
      return { start, end, probes: last.filter(({ day }) => day >= start).map(({ probe }) => probe) }
    },
  }
}

async function contentOf(
  db: Reader,
  field: GraphField,
  sensor: SensorKey,
  days: DaySpan,
): Promise<GraphContent | null> {
  const { controllerId, name, timeZone } = field.system
  const span = boundsOf(days, timeZone)
  const readings = await readRange(db, controllerId, sensor, span)
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
    passes: await passesOfProbe(db, field, sensor.probe, span),
  }
}

/** Works on a few at a time; returns results in the order of the items. */
async function inTurns<I, O>(
  items: readonly I[],
  atOnce: number,
  work: (item: I) => Promise<O>,
): Promise<O[]> {
  const answers: O[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [at, item] of waiting) answers[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
