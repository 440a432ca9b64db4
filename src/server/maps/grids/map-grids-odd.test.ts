/** Unusual fields and requests: a correct map or a correct error, and nothing for strangers. */
import { describe, expect, it } from 'vitest'
import { mapPaths, type MoistureGrid } from '#contract/maps.ts'
import { problemBody } from '#contract/fields.ts'
import { sharedServer, signedUpUser } from '../../testing/factories.ts'
import { ask, cellAt, surfaceOf, valuesOf } from '../../testing/map-calls.ts'
import { MAP_SYSTEM, mappedFarm } from '../../testing/mapped-farm.ts'

const server = sharedServer()

const HOUR = 3_600_000

describe('access and refusals', () => {
  // planted fault found: a grid found by the name of its system alone
  it('is not found for anyone but members', async () => {
    const built = server()
    await mappedFarm(built)
    const sam = await signedUpUser(built)
    for (const path of [mapPaths.surface, mapPaths.series, mapPaths.nextProbe])
      for (const system of [MAP_SYSTEM, 'north quarter', 'Nobody', `${MAP_SYSTEM} `, '../x']) {
        const { status, body } = await ask(built, sam, path, { system })
        expect([status, problemBody.parse(body).code]).toEqual([404, 'system_not_found'])
      }
  })

  it('refuses what it cannot draw, with its message', async () => {
    const built = server()
    const { pat } = await mappedFarm(built)
    const refused: [Record<string, string>, string][] = [
      [{ size: '7' }, 'map_size_invalid'],
      [{ size: '401' }, 'map_size_invalid'],
      [{ size: '1e2' }, 'map_size_invalid'],
      [{ depth: 'deep' }, 'map_depth_unknown'],
      [{ depth: '31' }, 'map_depth_unknown'],
      [{ from: '2026-07-06' }, 'map_days_invalid'],
      [{ from: '2026-07-08', to: '2026-07-06' }, 'map_days_invalid'],
      [{ from: '2026-02-30', to: '2026-03-01' }, 'map_days_invalid'],
      [{ from: '2016-01-01', to: '2026-01-01' }, 'map_days_invalid'],
      [{ from: '2026-07-06T00:00:00Z', to: '2026-07-07' }, 'map_days_invalid'],
    ]
    for (const [more, code] of refused)
      for (const path of [mapPaths.surface, mapPaths.series]) {
        const { status, body } = await ask(built, pat, path, more)
        expect([more, status, problemBody.parse(body).code]).toEqual([more, 400, code])
      }
  })

  it('refuses an invalid time', async () => {
    const built = server()
    const { pat } = await mappedFarm(built)
    for (const at of ['yesterday', '2026-07-06', '2026-13-06T00:00:00Z', '-1', '1e38', '']) {
      const { status, body } = await ask(built, pat, mapPaths.surface, { at })
      expect([at, status, problemBody.parse(body).code]).toEqual([at, 400, 'map_time_invalid'])
    }
  })
})

describe('unusual fields', () => {
  async function field(places: [x: number, y: number, number?: number][], values: number[]) {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    if (places.length > 0) await place(places)
    const at = new Date(built.clock.now().getTime() - HOUR).toISOString()
    if (values.length > 0) await store(values.map((value, i) => [i + 1, at, value]))
    return { built, pat, grid: await surfaceOf(built, pat, { size: '40' }) }
  }
  /** By volume: the soil is loam, wilting point 0.12 and field capacity 0.25. */
  const inside = (grid: MoistureGrid) =>
    grid.shares
      ? valuesOf(grid.shares).flatMap((share) => (Number.isNaN(share) ? [] : 0.12 + 0.13 * share))
      : []

  it('return a message when no probe is placed', async () => {
    const { grid } = await field([], [0.2])
    expect([grid.words, grid.shares]).toEqual([
      'No probes are placed inside this circle yet. Place them under Place Soil Probes.',
      null,
    ])
  })

  it('have one value everywhere with one probe', async () => {
    const { grid } = await field([[50, 50]], [0.2])
    expect(Math.min(...inside(grid))).toBeCloseTo(0.2, 3)
    expect(Math.max(...inside(grid))).toBeCloseTo(0.2, 3)
  })

  it.each([
    [
      'all in one place',
      [
        [10, 10],
        [10, 10],
        [10, 10],
      ],
    ],
    [
      'in one line',
      [
        [-120, 0],
        [0, 0],
        [120, 0],
      ],
    ],
    [
      'two almost in one place',
      [
        [10, 10],
        [10.001, 10],
        [-90, -90],
      ],
    ],
  ] as [string, [number, number][]][])('are drawn within their values with probes %s', async (_, places) => {
    const { grid } = await field(places, [0.1, 0.2, 0.3])
    expect(grid.words).toBeNull()
    expect(Math.min(...inside(grid))).toBeGreaterThan(0.05)
    expect(Math.max(...inside(grid))).toBeLessThan(0.35)
  })

  it('use the newest saved set when a probe number is placed twice', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([[100, 0, 7]])
    await place([[-100, 0, 7]])
    await store([[7, built.clock.now().toISOString(), 0.2]])
    const { probes } = await surfaceOf(built, pat)
    expect(probes).toHaveLength(1)
    expect(probes[0]?.longitude).toBeLessThan(-114.15)
  })

  it('leave out a probe outside of the circle', async () => {
    const { grid } = await field(
      [
        [500, 500],
        [20, 20],
      ],
      [0.1, 0.2],
    )
    expect(grid.probes.map(({ number }) => number)).toEqual([2])
  })

  it('never draw impossible values: not a number, 1e38, outside 0 to 60 %', async () => {
    const built = server()
    const { pat, place, store } = await mappedFarm(built)
    await place([
      [0, 50],
      [50, 0],
    ])
    const now = built.clock.now().toISOString()
    await store([
      [1, now, 0.2],
      [2, now, Number.NaN],
      [2, now, 1e38],
      [2, now, -0.1],
    ])
    const grid = await surfaceOf(built, pat)
    expect(grid.probes.map(({ value, state }) => [value, state])).toEqual([
      [0.2, 'measured'],
      [null, 'silent'],
    ])
    expect(Math.max(...inside(grid))).toBeCloseTo(0.2, 3)
  })

  it('return a message when all probes are silent', async () => {
    const { built, pat } = await field(
      [
        [50, 50],
        [-50, 50],
      ],
      [0.2, 0.3],
    )
    const at = new Date(built.clock.now().getTime() + 80 * HOUR).toISOString()
    expect(await surfaceOf(built, pat, { at })).toMatchObject({
      words: 'No valid reading within the last 72 hours from any of the 2 placed probes.',
      shares: null,
      as_of: null,
    })
  })

  it('are drawn with 500 probes', async () => {
    const places = Array.from({ length: 500 }, (_, i): [number, number] => {
      const [r, a] = [185 * Math.sqrt((i + 0.5) / 500), i * 2.399_963]
      return [r * Math.cos(a), r * Math.sin(a)]
    })
    const { grid } = await field(
      places,
      places.map(([x]) => 0.2 + x / 2000),
    )
    expect(grid.probes).toHaveLength(500)
    expect(cellAt(grid, 100, 0)).toBeCloseTo(1, 0)
    expect(Math.min(...inside(grid))).toBeGreaterThan(0.08)
    expect(Math.max(...inside(grid))).toBeLessThan(0.32)
  })
})
