/** The engine against cases computed independently, and its order of precedence. */
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/prescription-cases.json' with { type: 'json' }
import type { SoilLayer } from './cell-water.ts'
import { fromPolar, toFieldPoint } from '../pivot/pivot-geometry.ts'
import { CELLS, cellIndex, fallbackPrescription, uniformPrescription } from './prescription.ts'
import { computePrescription, type PrescriptionInput } from './prescription-engine.ts'
import { PRESCRIPTION_REASONS } from './prescription.ts'

const grid = cases.grid_case
const [lat = 0, lng = 0] = grid.centre
const pinsOf = (id: string) =>
  (grid.geofences.find((fence) => fence.id === id)?.polygon_latlng ?? []).map(([north = 0, east = 0]) =>
    toFieldPoint({ lat, lng }, { lat: north, lng: east }),
  )
const at = (bearing: number, distance: number) => fromPolar({ bearing, distance })

/** Root zone of 254 mm, FC 0.30, WP 0.10, target 50 %: raw % = 100 (0.5 - share) 0.2 10 / 0.85 at 1 in. */
const soilFor = (percent: number): SoilLayer[] => [
  {
    topMm: 0,
    bottomMm: 254,
    share: 0.5 - (percent * 0.85) / 200,
    fieldCapacity: 0.3,
    wiltingPoint: 0.1,
  },
]

const pivot = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [...grid.zone_outer_m.slice(0, 8), 370.332],
  wettedRadiusM: 385.572,
  arc: null,
  flowGpm: 800,
  speed100MMin: 3.048,
}
const input: PrescriptionInput = {
  pivot,
  on: true,
  testTower: null,
  speedControl: false,
  rateIn: 1,
  rootDepthIn: 10,
  targetPercent: 50,
  geofences: [],
  soil: Array.from({ length: CELLS }, () => soilFor(80)),
}
const fence = (percent: number, pins = pinsOf('g50')) => ({ percent, enabled: true, pins })
const compute = (change: Partial<PrescriptionInput> = {}) => computePrescription({ ...input, ...change })
const reasonOf = ({ reason }: { reason: Uint8Array }, cell: number) => PRESCRIPTION_REASONS[reason[cell] ?? 0]
const valuesOf = (bytes: Uint8Array) => [...new Set(bytes)].sort((a, b) => a - b)

/** A cell well inside g50, g0 and g30's neighbour: bearing 95, zone 7. */
const INSIDE = cellIndex(47, 6)

describe('the grid computed independently', () => {
  const result = compute({
    geofences: grid.geofences.map(({ id, pct }) => ({ percent: pct, enabled: true, pins: pinsOf(id) })),
  })

  it.each(grid.cells)('sector $sector zone $zone: $rx, $source', ({ sector, zone, rx, source }) => {
    const cell = cellIndex(sector, zone - 1)
    const forcing = grid.geofences[(result.geofence[cell] ?? 0) - 1]
    const word = forcing?.pct === 0 ? 'GEOFENCE_EXCLUSION' : `GEOFENCE:${forcing?.id}`
    expect([result.percent[cell], forcing ? word : reasonOf(result, cell)]).toEqual([rx, source])
  })

  it('leaves 0 % outlines dry when the controller falls back, and nothing else', () => {
    const dry = [...result.fallback].flatMap((percent, cell) => (percent === 0 ? [cell] : []))
    expect(dry).toEqual([cellIndex(47, 6), cellIndex(48, 6)])
  })

  it('gives the volume of uniform and of a test pattern', () => {
    const off = compute({ on: false })
    expect(valuesOf(off.percent)).toEqual([grid.uniform.rx])
    expect(off.totals.volumeM3).toBeCloseTo(grid.uniform.gross_volume_m3_at_1in, 2)
    const test = compute({ testTower: 4 })
    expect([...test.percent.subarray(0, 9)]).toEqual(grid.test_pattern.rx_by_zone)
    expect(test.totals.volumeM3).toBeCloseTo(grid.test_pattern.volume_m3_at_1in, 2)
  })
})

describe('precedence', () => {
  const fences = [fence(50), fence(0, pinsOf('g0')), fence(30)]

  it('OFF suspends geofences, and its fallback too', () => {
    const result = compute({ on: false, testTower: 4, geofences: fences })
    expect(result.percent).toEqual(uniformPrescription(100, 9))
    expect(result.fallback).toEqual(fallbackPrescription(9))
    expect(reasonOf(result, INSIDE)).toBe('OFF')
  })

  it('a test pattern goes over geofences; its fallback keeps them dry', () => {
    const result = compute({ testTower: 7, geofences: fences })
    expect([result.percent[INSIDE], reasonOf(result, INSIDE)]).toEqual([100, 'TEST_PATTERN'])
    expect(result.fallback[INSIDE]).toBe(0)
  })

  it('0 % goes over lower ones, the lowest over the others, whatever their order', () => {
    for (const geofences of [fences, [...fences].reverse()]) {
      const result = compute({ geofences })
      expect(result.percent[INSIDE]).toBe(0)
      expect(result.percent[cellIndex(43, 6)]).toBe(30)
      expect(geofences[(result.geofence[cellIndex(43, 6)] ?? 0) - 1]?.percent).toBe(30)
    }
  })

  it('a geofence may give more than the soil needs', () => {
    expect(compute({ geofences: [fence(100)] }).percent[INSIDE]).toBe(100)
    expect(compute({ geofences: [fence(100)], soil: null }).percent[INSIDE]).toBe(100)
  })

  it('a disabled geofence forces nothing and keeps its place in the list', () => {
    const result = compute({ geofences: [{ ...fence(0), enabled: false }, fence(40)] })
    expect([result.percent[INSIDE], result.geofence[INSIDE]]).toEqual([40, 2])
    expect(result.fallback).toEqual(fallbackPrescription(9))
  })

  it('less than half of a cell forces nothing above 0 %', () => {
    const small = [at(94.2, 250), at(95.2, 250), at(95.2, 260), at(94.2, 260)]
    expect(compute({ geofences: [fence(40, small)] }).percent[INSIDE]).toBe(80)
    expect(compute({ geofences: [fence(0, small)] }).percent[INSIDE]).toBe(0)
  })
})

describe('a cell about the least that valves can keep', () => {
  it.each([
    // running, needed by the soil, result
    [0, 12, 0, 'HELD'],
    [0, 14.4, 0, 'HELD'],
    [0, 15, 15, 'COMPUTED'],
    [10, 9, 10, 'HELD'],
    [40, 5.5, 10, 'HELD'],
    [10, 5, 0, 'BELOW_MIN'],
    [10, 0, 0, 'NO_DEFICIT'],
    [0, 8, 0, 'BELOW_MIN'],
    [-1, 12, 12, 'COMPUTED'],
    [40, 12, 12, 'COMPUTED'],
    // and one that left 0, or came back to it, lately; below 0 the soil holds more than its target
    [0, 29, 0, 'HELD', 1],
    [0, 30, 30, 'COMPUTED', 1],
    [20, 0, 10, 'HELD', 1],
    [20, -9, 10, 'HELD', 1],
    [20, -10, 0, 'NO_DEFICIT', 1],
    [20, -100, 0, 'NO_DEFICIT', 1],
  ])(
    'runs %i %%, asks for %f %%: %i %%, %s',
    (runningPercent, neededPercent, percent, reason, turned = 0) => {
      const soil = Array.from({ length: CELLS }, () => soilFor(neededPercent))
      const result = compute({
        soil,
        running: {
          percent: new Int16Array(CELLS).fill(runningPercent),
          switchedRecently: new Uint8Array(CELLS).fill(turned),
        },
      })
      const cell = cellIndex(100, 0)
      expect([result.percent[cell], PRESCRIPTION_REASONS[result.reason[cell] ?? -1]]).toEqual([
        percent,
        reason,
      ])
    },
  )
})

it.each([
  [0.97, 10, 'HELD'],
  [1, 0, 'NO_DEFICIT'],
  [1.2, 0, 'NO_DEFICIT'],
])(
  'a target of field capacity knows no surplus: soil at %f of it that was opened lately gets %i %%',
  (share, percent, reason) => {
    const layer = { topMm: 0, bottomMm: 254, share, fieldCapacity: 0.3, wiltingPoint: 0.1 }
    const result = compute({
      targetPercent: 100,
      soil: Array.from({ length: CELLS }, () => [layer]),
      running: { percent: new Int16Array(CELLS).fill(30), switchedRecently: new Uint8Array(CELLS).fill(1) },
    })
    expect([result.percent[0], reasonOf(result, 0)]).toEqual([percent, reason])
  },
)

describe('soil', () => {
  it('is computed cell by cell; an unknown cell gets 100', () => {
    const soil = Array.from({ length: CELLS }, (_, cell) =>
      cell === INSIDE ? null : soilFor(cell % 2 ? 40 : 60),
    )
    const result = compute({ soil })
    expect([result.percent[0], result.percent[1], result.percent[INSIDE]]).toEqual([60, 40, 100])
    expect([reasonOf(result, 0), reasonOf(result, INSIDE)]).toEqual(['COMPUTED', 'NO_DATA'])
  })

  it('keeps the need of the soil below a geofence', () => {
    const result = compute({ geofences: [fence(30)] })
    expect(result.water[INSIDE]).toMatchObject({ percent: 80, reason: 'COMPUTED' })
    expect(result.water[INSIDE]?.netMm).toBeCloseTo(0.8 * 25.4 * 0.85, 9)
  })

  it('without settings every cell gets 100', () => {
    const result = compute({ targetPercent: null })
    expect(valuesOf(result.percent)).toEqual([100])
    expect(reasonOf(result, 0)).toBe('NO_DATA')
  })
})

describe('fewer than nine towers', () => {
  const small = { ...pivot, towerRadiiM: [50, 100], wettedRadiusM: 110 }

  it.each([{}, { on: false }, { testTower: 2 }, { soil: null }])('absent zones stay 0: %j', (change) => {
    const result = compute({ pivot: small, ...change })
    const absent = [...result.percent].filter((_, cell) => cell % 9 >= 2)
    expect(valuesOf(Uint8Array.from(absent))).toEqual([0])
    expect(reasonOf(result, 2)).toBe('ABSENT')
    expect([...result.fallback.subarray(0, 4)]).toEqual([100, 100, 0, 0])
  })

  it('are in no total', () => {
    const { totals } = compute({ pivot: small, on: false })
    expect(totals.volumeM3).toBeCloseTo(Math.PI * 110 ** 2 * 0.0254, 6)
    expect(totals.savingM3).toBeCloseTo(0, 9)
  })
})

describe('speed control', () => {
  it('runs each sector at the timer of its largest cell', () => {
    const soil = Array.from({ length: CELLS }, (_, cell) => soilFor(cell < 9 ? 40 : cell < 18 ? 0 : 80))
    const result = compute({ soil, speedControl: true })
    // 1 in needs 19.4879 % (pivot cases); 40 % of it 48.7198 %, 80 % of it 24.3599 %.
    expect(result.base.percent).toBeCloseTo(19.4879, 4)
    expect(result.speed?.timerPct[0]).toBeCloseTo(48.7198, 3)
    expect(result.speed?.timerPct[1]).toBe(100)
    expect(result.speed?.timerPct[2]).toBeCloseTo(24.3599, 3)
    expect(result.speed?.clipped.some(Boolean)).toBe(false)
  })

  it('is null without it', () => {
    expect(compute().speed).toBeNull()
  })
})

it('gives the same bytes for the same input', () => {
  const geofences = grid.geofences.map(({ id, pct }) => fence(pct, pinsOf(id)))
  const [first, second] = [compute({ geofences }), compute({ geofences: structuredClone(geofences) })]
  expect(first).toEqual(second)
})

it.each([
  { testTower: 10 },
  { testTower: 1.5 },
  { rateIn: 0 },
  { soil: [] },
  { geofences: [fence(101)] },
  { geofences: [fence(12.5)] },
  { pivot: { ...pivot, wettedRadiusM: 300 } },
  { pivot: { ...pivot, towerRadiiM: [] } },
])('refuses misuse %#', (change) => {
  expect(() => compute(change)).toThrow(RangeError)
})

describe('weather', () => {
  const none = Array.from({ length: 180 }, () => 0)
  const weather = (etMm: number[], rainMm: number[]) => ({
    etMm: none.map((_, sector) => etMm[sector] ?? 0),
    rainMm: none.map((_, sector) => rainMm[sector] ?? 0),
  })
  // a tenth of what an inch at 85 % brings
  const TENTH = 0.1 * 0.85 * 25.4

  it('counts in its own sector: what the crop takes raises the need, what rain brings lowers it', () => {
    const { percent, water } = compute({ weather: weather([0, TENTH, 0, 3 * TENTH], [0, 0, 2 * TENTH]) })
    expect([0, 1, 2, 3, 4].map((sector) => percent[9 * sector])).toEqual([80, 90, 60, 100, 80])
    expect(water[9]?.needMm).toBeCloseTo(0.9 * 0.85 * 25.4, 9)
  })

  it('adds to that of the whole field, and none equals no weather at all', () => {
    const rules = { efficiency: 0.85, leastPercent: 10, stepPercent: 1, etMm: TENTH, rainMm: 0 }
    expect(compute({ rules, weather: weather([TENTH], []) }).percent.slice(0, 10)).toEqual(
      Uint8Array.from([...Array.from({ length: 9 }, () => 100), 90]),
    )
    expect(compute({ weather: weather([], []) })).toEqual(compute())
  })

  it('must be there for every sector', () => {
    expect(() => compute({ weather: { etMm: [1], rainMm: none } })).toThrow(RangeError)
  })
})
