/** Histories of sensors that read more often than any rule needs: fewer readings, the same verdicts. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import { type SensorReading, suspectSensor } from '../../agronomy/soil/suspicion.ts'
import { readConfig } from '../kit/config.ts'
import { createLog } from '../kit/log.ts'
import { systemClock } from '../kit/clock.ts'
import { openKit } from '../installation/installation.ts'
import { directly, emptyDatabase } from '../testing/build.ts'
import { sensorHistories } from './suspects.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START = Date.parse('2026-07-10T12:00:00Z')
const FIELD_CAPACITY = 0.3

async function open() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const kit = await openKit(config, createLog(config), systemClock, directly(await emptyDatabase()))
  onTestFinished(() => kit.database.close())
  const { reader } = kit.database
  return {
    async store(probe: number, series: readonly SensorReading[], invalid: string | null = null) {
      await sql`
        insert into readings (controller_id, probe, depth_cm, at, value, invalid)
        select 1, ${probe}::integer, 20, to_timestamp(ms / 1000), value, ${invalid}::text
          from unnest(${series.map(({ at }) => at)}::double precision[],
                      ${series.map(({ theta }) => theta)}::double precision[]) as reading (ms, value)`.execute(
        reader,
      )
    },
    async read(probes: number[], since = START): Promise<SensorReading[][]> {
      const histories = await sensorHistories(reader, 1, probes, new Date(since))
      return histories.map(({ at, values }) =>
        at.map((ms, i) => ({ at: ms, theta: values[i] ?? Number.NaN })),
      )
    },
  }
}

const every = (ms: number, count: number, theta: (index: number) => number): SensorReading[] =>
  Array.from({ length: count }, (_, index) => ({ at: START + index * ms, theta: theta(index) }))

/** The first, last, least and greatest of each minute, by looking at all of them. */
function telling(series: readonly SensorReading[]): SensorReading[] {
  const minutes = Map.groupBy(series, ({ at }) => Math.floor(at / MINUTE_MS))
  return [...minutes.values()].flatMap((minute) => {
    const values = minute.map(({ theta }) => theta)
    const least = values.indexOf(Math.min(...values))
    const greatest = values.lastIndexOf(Math.max(...values))
    const kept = new Set([0, minute.length - 1, least, greatest])
    return minute.filter((_, index) => kept.has(index))
  })
}

it('has every reading of a usual sensor, and four of a minute at most', async () => {
  const { store, read } = await open()
  const random = seededRandom(7)
  const usual = every(15 * MINUTE_MS, 40, () => random.between(0.1, 0.4))
  // few different values, so that some are the least of their minute more than once
  const fast = every(700, 2000, () => Math.round(random.between(10, 30)) / 100)
  await store(1, usual)
  await store(2, fast)
  await store(1, [{ at: START + 90_000, theta: 0.5 }], 'time_not_plausible')
  expect(await read([1, 2])).toEqual([usual, telling(fast)])
  expect(await read([1], START + HOUR_MS)).toEqual([usual.filter(({ at }) => at >= START + HOUR_MS)])
  expect(await read([3])).toEqual([])
})

it('has the same verdict as all readings, of sensors that jump within a minute, too', async () => {
  const { store, read } = await open()
  const random = seededRandom(11)
  const all = Array.from({ length: 40 }, (): SensorReading[] => {
    // those that are as large as the limit of a jump, for a second or for half an hour, and smaller ones
    const [from, width, height] = [random.between(0, 7000), random.between(1, 1500), random.between(0.1, 0.2)]
    return every(1000, 7200, (index) =>
      Number(
        (0.2 + (index >= from && index < from + width ? height : 0) + random.between(0, 0.002)).toFixed(4),
      ),
    )
  })
  for (const [probe, series] of all.entries()) await store(probe, series)
  const kept = await read([...all.keys()])
  const verdicts = all.map((series) => suspectSensor(series, FIELD_CAPACITY, []))
  expect(kept.map((series) => suspectSensor(series, FIELD_CAPACITY, []))).toEqual(verdicts)
  // both are among them
  expect(new Set(verdicts)).toEqual(new Set(['JUMP', null]))
})

it('sees the one second in which a sensor was not stuck', async () => {
  const { store, read } = await open()
  const [stuck, living] = [0, 1].map((moved) =>
    every(5000, 49 * 720, (index) => (index === 20_000 && moved ? 0.241 : 0.24)),
  )
  await store(1, stuck ?? [])
  await store(2, living ?? [])
  const kept = await read([1, 2])
  expect(kept.map((series) => suspectSensor(series, FIELD_CAPACITY, []))).toEqual(['STILL', null])
})
