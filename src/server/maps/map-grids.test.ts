/** Surfaces as numbers over HTTP: now, then, of days and of a season; whose they are; odd fields and what they give. */
import { describe, expect, it } from 'vitest'
import { toFieldPoint } from '../../agronomy/pivot-geometry.ts'
import {
  mapPaths,
  mapSeries,
  moistureGrid,
  nextProbe,
  type MoistureGrid,
  type QuantisedCells,
} from '../../contract/maps.ts'
import { problemBody } from '../../contract/problem-body.ts'
import { systemPath } from '../../contract/systems.ts'
import type { SignedIn } from '../testing/accounts.ts'
import { build, type Built } from '../testing/build.ts'
import { signedUpUser } from '../testing/factories.ts'
import { MAP_PIVOT, MAP_SYSTEM, mappedFarm } from '../testing/mapped-farm.ts'

const HOUR = 3_600_000
const noon = (day: string) => `${day}T18:00:00Z`

function ask(built: Built, who: SignedIn, path: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ system: MAP_SYSTEM, ...more })
  return built.call(`${path}?${query}`, { headers: who.headers })
}

async function surfaceOf(built: Built, who: SignedIn, more: Record<string, string> = {}) {
  const { status, body } = await ask(built, who, mapPaths.surface, more)
  expect([status, status === 200 ? null : body]).toEqual([200, null])
  return moistureGrid.parse(body)
}

async function seriesOf(built: Built, who: SignedIn, more: Record<string, string> = {}) {
  return mapSeries.parse((await ask(built, who, mapPaths.series, more)).body)
}

function valuesOf({ offset, step, b64 }: QuantisedCells): number[] {
  return [...Buffer.from(b64, 'base64')].map((byte) => (byte === 255 ? Number.NaN : offset + step * byte))
}

/** The cell of a place, metres about the pivot; the wetted radius is 190 m. */
function cellAt({ size, values }: Pick<MoistureGrid, 'size' | 'values'>, x: number, y: number): number {
  if (!values) throw new Error('no map')
  const at = (metres: number) => Math.floor(((metres / 190 + 1) / 2) * size)
  return valuesOf(values)[at(-y) * size + at(x)] ?? Number.NaN
}

describe('the surface of a field', () => {
  it('is what its probes say now, with how sure each cell is', async () => {
    const built = await build()
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
      scale: { min: 0.07, max: 0.3 },
      size: 95,
    })
    expect(grid.probes.map(({ number, value, state }) => [number, value, state])).toEqual([
      [1, 0.2, 'measured'],
      [2, 0.3, 'measured'],
    ])
    // the middle between two equal probes is their mean, whatever the covariance
    expect(cellAt(grid, 0, 0)).toBeCloseTo(0.25, 2)
    expect(cellAt(grid, 100, 100)).toBeLessThan(0.24)
    expect(cellAt(grid, -185, 185)).toBeNaN()
    const unsure = { ...grid, values: grid.deviation }
    expect(cellAt(unsure, 0, 150)).toBeGreaterThan(cellAt(unsure, 96, 96))
    expect((await surfaceOf(built, pat, { deviation: 'false' })).deviation).toBeNull()
  })

  it('is that of an instant of the past, and the mean of days', async () => {
    const built = await build()
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
    expect([later.values, later.words]).toEqual([
      null,
      'No valid reading within the last 72 hours from the placed probe.',
    ])
  })

  it('is one depth when that is asked for', async () => {
    const built = await build()
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

  it('takes the soil that the owner has confirmed', async () => {
    const built = await build()
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
      scale: { min: 0.11, max: 0.39 },
    })
  })
})

describe('a probe that fell silent', () => {
  it('is drawn with its own last value moved as the others moved, for seven days', async () => {
    const built = await build()
    const { pat, place, store } = await mappedFarm(built)
    await place([
      [100, 0],
      [-100, 0],
      [0, 100],
    ])
    await store([
      [1, noon('2026-07-06'), 0.2],
      [2, noon('2026-07-06'), 0.25],
      [3, noon('2026-07-06'), 0.1],
      [2, noon('2026-07-12'), 0.21],
      [3, noon('2026-07-12'), 0.08],
      [2, noon('2026-07-14'), 0.2],
      [3, noon('2026-07-14'), 0.08],
    ])
    const at = (day: string) => surfaceOf(built, pat, { at: noon(day) })
    // the others fell by 0.04 and 0.02
    const filled = (await at('2026-07-12')).probes[0]
    expect([filled?.state, filled?.value]).toEqual(['filled', 0.17])
    expect((await at('2026-07-14')).probes[0]).toMatchObject({ state: 'silent', value: null })
    const days = (await seriesOf(built, pat, { from: '2026-07-06', to: '2026-07-14' })).days
    expect(days.map(({ states }) => states[0])).toEqual([
      'measured',
      ...Array.from({ length: 5 }, () => 'silent'),
      'filled',
      'silent',
      'silent',
    ])
    expect(days[6]?.values[0]).toBe(0.17)
  })
})

describe('a season', () => {
  it('is a map for each day, holes where nobody spoke, all in one scale', async () => {
    const built = await build()
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
    if (!series.values) throw new Error('no maps')
    const cells = valuesOf(series.values)
    expect(cells).toHaveLength(2 * 64)
    const inside = cells.filter((value) => !Number.isNaN(value))
    expect(Math.min(...inside)).toBeCloseTo(0.1, 3)
    expect(Math.max(...inside)).toBeCloseTo(0.25, 3)
  })

  it('is empty without readings', async () => {
    const built = await build()
    const { pat } = await mappedFarm(built)
    expect(await seriesOf(built, pat)).toMatchObject({ first_day: null, days: [], values: null, probes: [] })
  })
})

describe('the best place for another probe', () => {
  async function nextOf(places: [number, number][]) {
    const built = await build()
    const { pat, place, store } = await mappedFarm(built)
    if (places.length > 0) await place(places)
    const now = built.clock.now().toISOString()
    if (places.length > 0) await store(places.map((_, i) => [i + 1, now, 0.2 + 0.01 * i]))
    const found = nextProbe.parse((await ask(built, pat, mapPaths.nextProbe)).body)
    const { latitude, longitude, gain_percent: gain } = found
    if (latitude === null || longitude === null) return null
    return { ...toFieldPoint(MAP_PIVOT, { lat: latitude, lng: longitude }), gain: gain ?? 0 }
  }

  it('is on the side of the field where none stands', async () => {
    const found = await nextOf([
      [100, 0],
      [60, 90],
      [60, -90],
    ])
    expect(found?.x).toBeLessThan(-30)
    expect(found?.gain).toBeGreaterThan(3)
  })

  it('is worth less the more there are', async () => {
    const ring = (count: number) =>
      Array.from({ length: count }, (_, k): [number, number] => [
        110 * Math.cos((2 * Math.PI * k) / count),
        110 * Math.sin((2 * Math.PI * k) / count),
      ])
    const [few, many] = [await nextOf(ring(2)), await nextOf(ring(9))]
    expect(many?.gain).toBeLessThan(few?.gain ?? 0)
  })

  it('is none while no probe is placed', async () => {
    expect(await nextOf([])).toBeNull()
  })
})

describe('who may ask, and for what', () => {
  // planted fault that this caught: a grid found by the name of its system alone
  it('is missing for everybody but members', async () => {
    const built = await build()
    await mappedFarm(built)
    const sam = await signedUpUser(built)
    for (const path of [mapPaths.surface, mapPaths.series, mapPaths.nextProbe])
      for (const system of [MAP_SYSTEM, 'north quarter', 'Nobody', `${MAP_SYSTEM} `, '../x']) {
        const { status, body } = await ask(built, sam, path, { system })
        expect([status, problemBody.parse(body).code]).toEqual([404, 'system_not_found'])
      }
  })

  it.each([
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
  ])('refuses %j with its sentence', async (more, code) => {
    const built = await build()
    const { pat } = await mappedFarm(built)
    for (const path of [mapPaths.surface, mapPaths.series]) {
      const { status, body } = await ask(built, pat, path, more)
      expect([status, problemBody.parse(body).code]).toEqual([400, code])
    }
  })

  it.each(['yesterday', '2026-07-06', '2026-13-06T00:00:00Z', '-1', '1e38', ''])(
    'refuses the time %j',
    async (at) => {
      const built = await build()
      const { pat } = await mappedFarm(built)
      const { status, body } = await ask(built, pat, mapPaths.surface, { at })
      expect([status, problemBody.parse(body).code]).toEqual([400, 'map_time_invalid'])
    },
  )
})

describe('fields that are odd', () => {
  async function field(places: [x: number, y: number, number?: number][], values: number[]) {
    const built = await build()
    const { pat, place, store } = await mappedFarm(built)
    if (places.length > 0) await place(places)
    const at = new Date(built.clock.now().getTime() - HOUR).toISOString()
    if (values.length > 0) await store(values.map((value, i) => [i + 1, at, value]))
    return { built, pat, grid: await surfaceOf(built, pat, { size: '40' }) }
  }
  const inside = (grid: MoistureGrid) =>
    grid.values ? valuesOf(grid.values).filter((value) => !Number.isNaN(value)) : []

  it('say in words that no probe is placed', async () => {
    const { grid } = await field([], [0.2])
    expect([grid.words, grid.values]).toEqual([
      'No probes are placed inside this circle yet. Place them under Place Soil Probes.',
      null,
    ])
  })

  it('have one value everywhere with one probe', async () => {
    const { grid } = await field([[50, 50]], [0.2])
    expect(Math.min(...inside(grid))).toBeCloseTo(0.2, 4)
    expect(Math.max(...inside(grid))).toBeCloseTo(0.2, 4)
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

  it('count a number once: the set that was saved last', async () => {
    const built = await build()
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

  it('never draw what cannot be: no number, 1e38, beyond 0 to 60 %', async () => {
    const built = await build()
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
    expect(Math.max(...inside(grid))).toBeCloseTo(0.2, 4)
  })

  it('say in words that all are silent', async () => {
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
      values: null,
      as_of: null,
    })
  })

  it('are drawn with 500 probes', { timeout: 120_000 }, async () => {
    const places = Array.from({ length: 500 }, (_, i): [number, number] => {
      const [r, a] = [185 * Math.sqrt((i + 0.5) / 500), i * 2.399_963]
      return [r * Math.cos(a), r * Math.sin(a)]
    })
    const { grid } = await field(
      places,
      places.map(([x]) => 0.2 + x / 2000),
    )
    expect(grid.probes).toHaveLength(500)
    expect(cellAt(grid, 100, 0)).toBeCloseTo(0.25, 1)
    expect(Math.min(...inside(grid))).toBeGreaterThan(0.08)
    expect(Math.max(...inside(grid))).toBeLessThan(0.32)
  })
})
