/** Surfaces as numbers over HTTP: now, then, of days and of a season. */
import { describe, expect, it } from 'vitest'
import { systemPath } from '#contract/systems.ts'
import { sharedServer } from '../../testing/factories.ts'
import { cellAt, seriesOf, surfaceOf, valuesOf } from '../../testing/map-calls.ts'
import { MAP_SYSTEM, mappedFarm } from '../../testing/mapped-farm.ts'

const server = sharedServer()

const noon = (day: string) => `${day}T18:00:00Z`

describe('the surface of a field', () => {
  it('has the values of its probes now, with the uncertainty of each cell', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([
      [100, 100],
      [-100, -100],
    ])
    const now = built.clock.now().toISOString()
    await store([
      [1, now, 0.2],
      [2, now, 0.3],
    ])
    const grid = await surfaceOf(built, pat, { size: '95' })
    expect(grid).toMatchObject({
      system: MAP_SYSTEM,
      as_of: now,
      from: null,
      words: null,
      depth_cm: null,
      depths_cm: [30],
      root_depth_in: 24,
      target_percent: 70,
      field_capacity: 0.25,
      wilting_point: 0.12,
      soil_assumed: true,
      volume_scale: { min: 0.07, max: 0.3 },
      size: 95,
    })
    expect(grid.probes.map(({ number, value, state }) => [number, value, state])).toEqual([
      [1, 0.2, 'measured'],
      [2, 0.3, 'measured'],
    ])
    // the middle between two equal probes is their mean, whatever the covariance
    // of loam, 0.12 to 0.25: 0.25 by volume is all that it holds
    expect(cellAt(grid, 0, 0)).toBeCloseTo(1, 1)
    expect(cellAt(grid, 100, 100)).toBeLessThan(0.93)
    expect(cellAt(grid, -185, 185)).toBeNaN()
    const unsure = { ...grid, shares: grid.deviation }
    expect(cellAt(unsure, 0, 150)).toBeGreaterThan(cellAt(unsure, 96, 96))
    expect((await surfaceOf(built, pat, { deviation: 'false' })).deviation).toBeNull()
  })

  it('can be of a past instant, and the mean of days', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([[0, 50]])
    await store([
      [1, noon('2026-07-06'), 0.1],
      [1, noon('2026-07-07'), 0.2],
      [1, noon('2026-07-09'), 0.3],
    ])
    const at = await surfaceOf(built, pat, { at: '2026-07-07T18:00:00Z' })
    expect([at.as_of, at.probes[0]?.value]).toEqual(['2026-07-07T18:00:00.000Z', 0.2])
    const mean = await surfaceOf(built, pat, { from: '2026-07-06', to: '2026-07-07' })
    expect([mean.from, mean.to, mean.probes[0]?.value]).toEqual(['2026-07-06', '2026-07-07', 0.15])
    const later = await surfaceOf(built, pat, { at: '2026-07-20T18:00:00Z' })
    expect([later.shares, later.words]).toEqual([
      null,
      'No valid reading within the last 72 hours from the placed probe.',
    ])
  })

  it('can be of one depth', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([[0, 50]])
    const now = built.clock.now().toISOString()
    await store([
      [1, now, 0.1, 20],
      [1, now, 0.3, 50],
    ])
    expect((await surfaceOf(built, pat, { depth: '50' })).probes[0]?.value).toBe(0.3)
    expect((await surfaceOf(built, pat, { depth: '20' })).depth_cm).toBe(20)
    // layers from the surface to 35 cm, and on to 24 in
    expect((await surfaceOf(built, pat, { depth: 'root' })).probes[0]?.value).toBeCloseTo(
      (0.1 * 350 + 0.3 * (609.6 - 350)) / 609.6,
      4,
    )
  })

  it('uses the confirmed soil', async () => {
    const built = server()
    const { pat } = await mappedFarm(built)
    const patched = await built.call(systemPath(MAP_SYSTEM), {
      method: 'PATCH',
      headers: pat.headers,
      json: { field_capacity: 0.34, wilting_point: 0.16 },
    })
    expect(patched.status).toBe(200)
    expect(await surfaceOf(built, pat)).toMatchObject({
      field_capacity: 0.34,
      wilting_point: 0.16,
      soil_assumed: false,
      volume_scale: { min: 0.11, max: 0.39 },
    })
  })
})

describe('a season', () => {
  it('has a map for each day, gaps without readings, all in one scale', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([[0, 50]])
    await store([
      [1, noon('2026-07-06'), 0.1],
      // two readings of one day of Alberta, on either side of midnight UTC
      [1, '2026-07-08T20:00:00Z', 0.2],
      [1, '2026-07-09T05:00:00Z', 0.3],
    ])
    const series = await seriesOf(built, pat, { size: '8' })
    expect(series).toMatchObject({
      first_day: '2026-07-06',
      last_day: '2026-07-08',
      from: '2026-07-06',
      to: '2026-07-08',
    })
    expect(series.days.map(({ day, map, values }) => [day, map, values[0]])).toEqual([
      ['2026-07-06', 0, 0.1],
      ['2026-07-07', null, null],
      ['2026-07-08', 1, 0.25],
    ])
    if (!series.shares) throw new Error('no maps')
    const cells = valuesOf(series.shares)
    expect(cells).toHaveLength(2 * 64)
    const inside = cells.filter((value) => !Number.isNaN(value))
    expect(Math.min(...inside)).toBeCloseTo((0.1 - 0.12) / 0.13, 2)
    expect(Math.max(...inside)).toBeCloseTo(1, 2)
  })

  it('is empty without readings', async () => {
    const built = server()
    const { pat } = await mappedFarm(built)
    expect(await seriesOf(built, pat)).toMatchObject({ first_day: null, days: [], shares: null, probes: [] })
  })
})
