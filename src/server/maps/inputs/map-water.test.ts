/** Maps use the water balance when crop and weather are known, and only probes otherwise. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { mapPaths, weekMap } from '#contract/maps.ts'
import { sharedServer } from '../../testing/factories.ts'
import { cellAt, seriesOf, surfaceOf, valuesOf } from '../../testing/map-calls.ts'
import { MAP_SYSTEM, mappedFarm } from '../../testing/mapped-farm.ts'

const server = sharedServer({ ACCESS_TTL: '2d' })
type Mapped = Awaited<ReturnType<typeof mappedFarm>>

const BALANCE = 'Between probes: the water balance (crop, weather, water put down), corrected by the probes.'
const KRIGING = 'Between probes: interpolated (kriging).'
/** Bytes of cells: share = byte / 160 - 0.1 of the three zones, in each of the layers. */
const cellsOf = (layers: number, shareOf: (zone: number, layer: number) => number) =>
  Buffer.from(
    Array.from({ length: 180 * 9 * layers }, (_, i) => {
      const zone = Math.floor(i / layers) % 9
      return zone < 3 ? Math.round(160 * (shareOf(zone, i % layers) + 0.1)) : 255
    }),
  )
/** As the balance stores it: dry inside, wet outside, the second layer wetter by 0.2. */
const keep = ({ systemId }: Mapped, surface: boolean) =>
  sql`insert into water_balances
        (system_id, computed_at, basis, checkpoint_on, checkpoint, fingerprint, cells, outlook)
      select id, ${server().clock.now()}, '', '2026-01-01', '', '', ${cellsOf(4, (zone, layer) => 0.3 + 0.2 * zone + (layer === 1 ? 0.2 : 0))},
             ${JSON.stringify({ surface })}::jsonb from systems
       where id = ${systemId}
      on conflict (system_id) do update set outlook = excluded.outlook`.execute(server().kit.database.reader)
const keepDay = ({ systemId }: Mapped, day: string, share: number, rootMm = 24 * 25.4) =>
  sql`insert into balance_days (system_id, day, root_mm, cells)
      values (${systemId}, ${day}, ${rootMm}, ${cellsOf(1, () => share)})`.execute(
    server().kit.database.reader,
  )

it('the live map uses the balance of each cell, down to the roots', { timeout: 120_000 }, async () => {
  const built = server()
  const farm = await mappedFarm(built)
  const { pat, place, store, systemId } = farm
  await place([
    [100, 0],
    [-100, 0],
  ])
  const now = built.clock.now().toISOString()
  await store([
    [1, now, 0.2],
    [2, now, 0.2],
  ])
  await keep(farm, false)
  const plain = await surfaceOf(built, pat, { size: '95' })
  expect(plain).toMatchObject({ method: 'kriging', notes: expect.arrayContaining([KRIGING]) })
  expect(cellAt(plain, 0, 0)).toBeCloseTo((0.2 - 0.12) / 0.13, 2)
  await keep(farm, true)
  const grid = await surfaceOf(built, pat, { size: '95' })
  expect(grid).toMatchObject({ method: 'balance', notes: expect.arrayContaining([BALANCE]) })
  // 200 of 609.6 mm of roots hold 0.2 more
  expect(cellAt(grid, 0, 0)).toBeCloseTo(0.3 + (0.2 * 200) / 609.6, 2)
  expect(cellAt(grid, 0, 185)).toBeCloseTo(0.7 + (0.2 * 200) / 609.6, 2)
  // probes have the same values as before
  expect(grid.probes.map(({ share }) => share)).toEqual(plain.probes.map(({ share }) => share))
  expect(grid.deviation).not.toBeNull()
  // the uncertainty is the balance's, as corrected by its probes
  await sql`update water_balances set deviation = ${cellsOf(1, (zone) => 0.1 * zone)} where system_id = ${systemId}`.execute(
    built.kit.database.reader,
  )
  const unsure = await surfaceOf(built, pat, { size: '95' })
  const deviation = { ...unsure, shares: unsure.deviation }
  const byteOf = (zone: number) => Math.round(160 * (0.1 * zone + 0.1)) / 200
  expect(cellAt(deviation, 0, 0)).toBeCloseTo(byteOf(0), 2)
  expect(cellAt(deviation, 0, 185)).toBeCloseTo(byteOf(2), 2)
  // one depth uses only probes, and so does a map with an outdated balance
  expect(await surfaceOf(built, pat, { depth: '30' })).toMatchObject({ method: 'kriging' })
  built.clock.advance(25 * 3_600_000)
  expect(await surfaceOf(built, pat)).toMatchObject({ method: 'kriging' })
})

it(
  'goes by the probes alone while one of them contradicts the balance, and says so',
  { timeout: 120_000 },
  async () => {
    const built = server()
    const farm = await mappedFarm(built)
    const { pat, place, store, systemId } = farm
    await place([
      [100, 0],
      [-100, 0],
    ])
    const now = built.clock.now().toISOString()
    await store([
      [1, now, 0.2],
      [2, now, 0.12],
    ])
    await keep(farm, true)
    const agreed = await surfaceOf(built, pat, { size: '95' })
    expect(agreed).toMatchObject({ method: 'balance', contradicting: [] })
    const contradict = (numbers: number[]) =>
      sql`update water_balances set outlook = ${JSON.stringify({ surface: true, contradicting: numbers })}::jsonb
          where system_id = ${systemId}`.execute(built.kit.database.reader)
    await contradict([2])
    const apart = await surfaceOf(built, pat, { size: '95' })
    expect(apart).toMatchObject({ method: 'kriging', contradicting: [2] })
    expect(apart.notes[0]).toBe(
      'Probe 2 disagrees with the water balance, so this map goes by the probes alone (kriging).',
    )
    expect(apart.notes).not.toContain(KRIGING)
    // at the deviating probe the map is about as dry as it, 0, where the other one has 0.62
    expect(cellAt(apart, -100, 0)).toBeLessThan(0.15)
    expect(cellAt(agreed, -100, 0)).toBeGreaterThan(0.4)
    await contradict([1, 2])
    expect((await surfaceOf(built, pat, { size: '95' })).notes[0]).toMatch(/^Probes 1 and 2 disagree with/)
    // a probe that was moved away counts no longer
    await contradict([9])
    expect(await surfaceOf(built, pat, { size: '95' })).toMatchObject({
      method: 'balance',
      contradicting: [],
    })
  },
)

it('a week uses the probes when one contradicts most of its days', { timeout: 120_000 }, async () => {
  const built = server()
  const farm = await mappedFarm(built)
  const { pat, place, store, systemId } = farm
  await place([[0, 50]])
  const days = ['2026-07-06', '2026-07-07', '2026-07-08']
  await store(days.map((day) => [1, `${day}T18:00:00Z`, 0.2]))
  for (const day of days) await keepDay(farm, day, 0.8)
  const contradict = (day: string) =>
    sql`update balance_days set contradicting = '{1}' where day = ${day} and system_id = ${systemId}`.execute(
      built.kit.database.reader,
    )
  const seen = async () => {
    const series = await seriesOf(built, pat, { size: '8' })
    const mean = await surfaceOf(built, pat, { from: '2026-07-06', to: '2026-07-08' })
    return [...series.days, mean].map(({ method, contradicting }) => [method, ...contradicting])
  }
  await contradict('2026-07-07')
  expect(await seen()).toEqual([['balance'], ['kriging', 1], ['balance'], ['balance']])
  await contradict('2026-07-06')
  expect(await seen()).toEqual([['kriging', 1], ['kriging', 1], ['balance'], ['kriging', 1]])
})

it(
  'of past days goes by the days on record, of this depth, and of a week by all of them',
  { timeout: 120_000 },
  async () => {
    const built = server()
    const farm = await mappedFarm(built)
    const { pat, place, store, systemId } = farm
    await place([[0, 50]])
    const days = [
      '2026-07-06',
      '2026-07-07',
      '2026-07-08',
      '2026-07-09',
      '2026-07-10',
      '2026-07-11',
      '2026-07-12',
    ]
    await store(days.map((day) => [1, `${day}T18:00:00Z`, 0.2]))
    await keepDay(farm, '2026-07-06', 0.9)
    await keepDay(farm, '2026-07-07', 0.8)
    await keepDay(farm, '2026-07-08', 0.8, 300)
    const series = await seriesOf(built, pat, { size: '8' })
    expect(series.days.map(({ method }) => method)).toEqual([
      'balance',
      'balance',
      ...Array.from({ length: 5 }, () => 'kriging'),
    ])
    const middles = series.shares ? valuesOf(series.shares).filter((_, i) => i % 64 === 27) : []
    const probe = (0.2 - 0.12) / 0.13
    expect(middles).toEqual(
      [0.9, 0.8, probe, probe, probe, probe, probe].map((value) => expect.closeTo(value, 2)),
    )
    const week = async () => {
      const answer = await built.call(mapPaths.week, {
        headers: pat.headers,
        json: { system: MAP_SYSTEM, month: 7, start_date: '2026-07-06' },
      })
      return weekMap.parse(answer.body)
    }
    const before = await week()
    expect(before).toMatchObject({ method: 'kriging', notes: expect.arrayContaining([KRIGING]) })
    await sql`delete from balance_days where root_mm = 300 and system_id = ${systemId}`.execute(
      built.kit.database.reader,
    )
    for (const day of days.slice(2, 6)) await keepDay(farm, day, 0.8)
    // the last of them may not be complete yet
    const after = await week()
    expect(after).toMatchObject({ method: 'balance', notes: expect.arrayContaining([BALANCE]) })
    expect(after.url).not.toBe(before.url)
    const mean = await surfaceOf(built, pat, { from: '2026-07-06', to: '2026-07-07' })
    expect(cellAt(mean, 0, 0)).toBeCloseTo(0.85, 2)
  },
)
