/** The map calls answer any input with a documented status and a short body. */
import { expect, it } from 'vitest'
import { mapPaths } from '../../contract/maps.ts'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import { build } from '../testing/build.ts'
import { MAP_SYSTEM, mappedFarm } from '../testing/mapped-farm.ts'
import { provesRow } from '../testing/reliability.ts'
import { soak, testTimeout } from '../testing/soak.ts'

const ROUNDS = soak(60, 10_000)
const BODY_BYTES_MAX = 2048
const ODD: unknown[] = [
  '',
  null,
  -1,
  Infinity,
  'NaN',
  [],
  {},
  '2026-02-30',
  '2026-07-07',
  '\u0000',
  '\uD800',
  "' or 1=1 --",
  '../..',
  '9'.repeat(5000),
  true,
  7.5,
  '__proto__',
]

it('weeks, surfaces and seasons answer documented statuses to anything', testTimeout(1_200_000), async () => {
  provesRow('D1', 2 * ROUNDS, 11)
  // longer than the soak run takes on a slow machine
  const built = await build({ ACCESS_TTL: '12h' })
  const { pat, place, store } = await mappedFarm(built)
  await place([
    [50, 50],
    [-50, 20],
  ])
  await store([
    [1, '2026-07-06T18:00:00Z', 0.2],
    [2, '2026-07-07T18:00:00Z', 0.25],
  ])
  const random = seededRandom(11)
  const pick = <T>(from: readonly T[]): T => {
    const [item] = from.slice(Math.floor(random.next() * from.length))
    if (item === undefined) throw new RangeError('nothing to pick')
    return item
  }
  /** Valid most of the time, so that later checks of a call are reached. */
  const mostly = (right: unknown): unknown => (random.next() < 0.85 ? right : (pick([...ODD, 0]) ?? null))
  const statuses = new Map<number, number>()
  let largest = 0
  const note = (status: number, bytes: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 400) largest = Math.max(largest, bytes)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const json = {
      system: mostly(MAP_SYSTEM),
      month: mostly(7),
      start_date: mostly('2026-07-06'),
      ramp: mostly('viridis'),
      layer: mostly('moisture'),
    }
    const answer = await built.call(mapPaths.week, { headers: pat.headers, json })
    note(answer.status, JSON.stringify(answer.body).length)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({
      system: MAP_SYSTEM,
      month: '7',
      from: '2026-07-06',
      to: '2026-07-12',
      depth: 'root',
      size: '8',
    }))
      if (random.next() < 0.9) query.set(name, String(mostly(value)))
    const path = pick([mapPaths.weeks, mapPaths.surface, mapPaths.series, mapPaths.nextProbe])
    const read = await built.call(`${path}?${query}`, { headers: pat.headers })
    note(read.status, JSON.stringify(read.body).length)
  }
  expect([...statuses.keys()].filter((status) => ![200, 400, 404, 431].includes(status))).toEqual([])
  expect(largest).toBeLessThanOrEqual(BODY_BYTES_MAX)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0.2 * 2 * ROUNDS)
})
