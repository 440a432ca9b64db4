/** Readings in quantity: ten thousand readings in random order, two thousand impossible ones. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { datesPath, graphData, graphPaths } from '../../contract/graphs.ts'
import { liveMapPath, mapPaths, mapSeries, moistureGrid, weekMap } from '../../contract/maps.ts'
import { readingPaths } from '../../contract/readings.ts'
import { systemClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import { openKit } from '../installation/installation.ts'
import { createLog } from '../kit/log.ts'
import { emptyDatabase, directly } from '../testing/build.ts'
import { validInput } from '../testing/factories.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import type { IncomingReading } from './reading-check.ts'
import { createReadings } from './readings.service.ts'
import { provesRow } from '../testing/reliability.ts'

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

const START = Date.parse('2026-06-20T00:00:00Z')

/** Two months of four probes; every third key is repeated with another value. */
function tenThousand(random: () => number): IncomingReading[] {
  const readings: IncomingReading[] = []
  for (let n = 0; readings.length < 10_000; n += 1) {
    const key = {
      probe: n % 4,
      depthCm: n % 8 < 4 ? 20 : 40,
      at: new Date(START + Math.floor(n / 8) * 3_600_000).toISOString(),
    }
    readings.push({ ...key, vwc: Math.round(random() * 700) / 1000 - 0.02 })
    if (n % 3 === 0) readings.push({ ...key, vwc: Math.round(random() * 700) / 1000 - 0.02 })
  }
  return readings
}

/** What must be stored, by the rule in the protocol: valid before invalid, then the drier. */
function best(readings: readonly IncomingReading[]): string[] {
  const bestByKey = new Map<string, number>()
  const valid = (value: number) => value >= 0 && value <= 0.6
  for (const { probe, depthCm, at, vwc } of readings) {
    const [key, value] = [`${probe} ${depthCm} ${at}`, Number(vwc)]
    const before = bestByKey.get(key)
    const wins =
      before === undefined ||
      (valid(value) && !valid(before)) ||
      (valid(value) === valid(before) && value < before)
    if (wins) bestByKey.set(key, value)
  }
  return [...bestByKey].map(([key, value]) => `${key} ${value} ${valid(value)}`).toSorted()
}

describe('G1: readings shuffled, repeated and late', () => {
  // planted fault that this caught: an update without the precedence of values, where the last one stays
  it('leave the same state in every order, even if four batches are stored concurrently', async () => {
    provesRow('G1', 10_000, 20_261_121)
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
    const kit = await openKit(config, createLog(config), systemClock, directly(await emptyDatabase()))
    onTestFinished(() => kit.database.close())
    const readings = createReadings(kit)
    const random = seeded(20_261_121)
    const all = tenThousand(random)
    const expected = best(all)
    for (const controllerId of [1, 2, 3]) {
      const sent = shuffled([...all, ...all.filter(() => random() < 0.3)], random)
      const batches: IncomingReading[][] = []
      while (sent.length > 0) batches.push(sent.splice(0, 1 + Math.floor(random() * 1000)))
      const work = Array.from({ length: 4 }, async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop())
          await readings.store(controllerId, batch)
      })
      await Promise.all(work)
      const { rows } = await sql<{ row: string }>`
        select probe || ' ' || depth_cm || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || value
               || ' ' || case when invalid is null then 'true' else 'false' end as row
          from readings where controller_id = ${controllerId}`.execute(kit.database.reader)
      expect(rows.map(({ row }) => row).toSorted()).toEqual(expected)
      const last = await readings.latest(kit.database.reader, controllerId, new Date(0))
      const newest = expected.filter((row) => row.endsWith('true')).toSorted((a, b) => time(a) - time(b))
      expect(
        last.map(({ probe, depthCm, at, value }) => `${probe} ${depthCm} ${at?.toISOString()} ${value}`),
      ).toEqual(
        last.map(({ probe, depthCm }) =>
          newest.findLast((row) => row.startsWith(`${probe} ${depthCm} `))?.replace(/ true$/, ''),
        ),
      )
      expect(last).toHaveLength(8)
    }
  })
})

const time = (row: string) => Date.parse(row.split(' ')[2] ?? '')

/** The calendar day of the farm. */
const localDay = (at: Date) => at.toLocaleDateString('en-CA', { timeZone: 'America/Edmonton' })

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const mondayOf = (day: string) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

describe('G2: impossible readings', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  /** Time and value of each kind, and the reason that is stored. */
  const kinds = (now: number): [ms: number, vwc: unknown, reason: string][] => [
    [now + 365 * DAY, 0.05, 'time_in_future'],
    [now + 6 * 60_000, 0.05, 'time_in_future'],
    [Date.UTC(1990, 0, 1), 0.05, 'time_not_plausible'],
    [now - HOUR, -0.2, 'value_out_of_range'],
    [now - HOUR, 23.5, 'value_out_of_range'],
    [now - HOUR, 1e38, 'value_out_of_range'],
    [now - HOUR, 'NaN', 'value_not_a_number'],
    [now - HOUR, { percent: 20 }, 'value_not_a_number'],
    [now - HOUR, null, 'value_missing'],
    [now - 2 * HOUR, null, 'value_missing'],
  ]

  it('are stored with their reason; maps and prescriptions stay the same', async () => {
    provesRow('G2', 2000)
    const { built, owner, connected, send, place, hear, kept, settled, controller } = await wiredFarm()
    await place([60, 0, '1'], [-60, 0, '2'], [0, 90, '3'])
    await hear([
      [1, 20, 0.21],
      [2, 20, 0.24],
      [3, 20, 0.28],
      [1, 60, 0.26],
    ])
    expect((await send(validInput())).status).toBe(200)
    await settled()
    const { headers: asOwner } = owner
    const picture = async (address: string) => {
      const answer = await fetch(built.url + address, { headers: asOwner })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return [answer.status, createHash('sha256').update(bytes).digest('hex')]
    }
    const answerOf = async (path: string, query: Record<string, string>) => {
      const search = new URLSearchParams({ system: 'North Quarter', ...query })
      const { status, body } = await built.call(`${path}?${search}`, { headers: asOwner })
      return { status, body }
    }
    const [now, today] = [built.clock.now(), localDay(built.clock.now())]
    const monday = mondayOf(today)
    const weekMapOf = async () => {
      const json = { system: 'North Quarter', month: Number(monday.slice(5, 7)), start_date: monday }
      const { status, body } = await built.call(mapPaths.week, { headers: asOwner, json })
      const { url, ...facts } = weekMap.parse(body)
      return { status, facts, picture: await picture(url) }
    }
    // the days of the impossible readings are asked for too
    const days = { start: dayAfter(today, -30), end: dayAfter(today, 370) }
    const outputs = async () => ({
      picture: await picture(liveMapPath(owner.id, 'North Quarter', 1)),
      graph: await answerOf(graphPaths.data, days),
      newest: await answerOf(graphPaths.newest, {}),
      seasons: (await built.call(datesPath(owner.id), { headers: asOwner })).body,
      weeks: await answerOf(mapPaths.weeks, { month: monday.slice(5, 7) }),
      week: await weekMapOf(),
      surface: await answerOf(mapPaths.surface, { at: now.toISOString() }),
      surfaceOfToday: await answerOf(mapPaths.surface, { from: today, to: today }),
      series: await answerOf(mapPaths.series, { from: monday, to: today }),
      prescriptions: await kept(),
      sensors: (await sql`select * from sensors order by 1, 2, 3`.execute(built.kit.database.reader)).rows,
    })
    const before = await outputs()
    expect(before.picture[0]).toBe(200)
    expect(before.week.picture[0]).toBe(200)
    // a call that is refused, or has nothing to show, would be the same afterwards whatever was stored
    for (const name of ['graph', 'newest', 'weeks', 'week', 'surface', 'surfaceOfToday', 'series'] as const)
      expect([name, before[name].status]).toEqual([name, 200])
    expect(graphData.parse(before.graph.body).series).toHaveLength(4)
    for (const { body } of [before.surface, before.surfaceOfToday])
      expect(moistureGrid.parse(body).shares).not.toBeNull()
    expect(mapSeries.parse(before.series.body).shares).not.toBeNull()
    expect(before.prescriptions.length).toBeGreaterThan(0)

    const absurd = Array.from({ length: 200 }, (_, n) =>
      kinds(built.clock.now().getTime()).map(([ms, vwc], kind) => ({
        probe: 1 + (n % 3),
        // of sensors with readings and of some without
        depthCm: n % 2 ? 20 : 300 + kind,
        // each a reading of its own, none a repetition
        at: new Date(ms + n * 1000 + kind).toISOString(),
        vwc,
      })),
    ).flat()
    const headers = { authorization: `Device ${connected.gateway.id}:${connected.gateway.secret}` }
    for (const readings of [absurd.slice(0, 1000), absurd.slice(1000)])
      expect(
        (await built.call(readingPaths.ingest, { headers, json: { batch: 'b', readings } })).body,
      ).toEqual({
        stored: 0,
        duplicate: 0,
        invalid: 1000,
      })
    await settled()
    expect(await outputs()).toEqual(before)
    const { rows } = await sql<{ invalid: string; count: number }>`
      select invalid, count(*)::int as count from readings where invalid is not null group by 1`.execute(
      built.kit.database.reader,
    )
    const sent = new Map<string, number>()
    for (const [, , reason] of kinds(0)) sent.set(reason, (sent.get(reason) ?? 0) + 200)
    // of those without a usable time one is kept for each sensor, so that sending them again changes nothing: 3 probes, 2 depths
    sent.set('time_not_plausible', 6)
    expect(new Map(rows.map(({ invalid, count }) => [invalid, count]))).toEqual(sent)
    await controller.end()
  })
})
