/** Water need of a cell against independently computed cases and edge cases. */
import { describe, expect, it } from 'vitest'
import { cellWater, type SoilLayer, WATER_RULES, type WaterTarget } from './cell-water.ts'
import { availableShare } from '../soil/available-water.ts'
import cases from '../fixtures/prescription-cases.json' with { type: 'json' }

const target = { rateIn: 1, rootDepthIn: 10, targetPercent: 50 }

const LIMITS = { fieldCapacity: 0.3, wiltingPoint: 0.1 }
const shareOf = (theta: number | null) => (theta === null ? null : (theta - 0.1) / 0.2)

/** Soil of one layer, 0 to 254 mm, FC 0.30 and WP 0.10: each 0.01 below 0.20 is a need of 2.54 mm. */
const soil = (theta: number | null, lastTheta: number | null = null): SoilLayer[] => [
  { topMm: 0, bottomMm: 254, share: shareOf(theta), lastShare: shareOf(lastTheta), ...LIMITS },
]

/** Water content whose raw percentage is this, at a rate of 1 in: raw = 100 (0.20 - theta) 254 / 0.85 / 25.4. */
const thetaFor = (raw: number) => 0.2 - (raw * 0.85 * 25.4) / 100 / 254

describe('cases computed independently', () => {
  it.each(cases.cell_cases)('$name: $note', (each) => {
    const layers = each.layers.map(({ top, bottom, theta, fc, wp }) => {
      const limits = { fieldCapacity: fc, wiltingPoint: wp }
      return { topMm: top, bottomMm: bottom, share: availableShare(theta, limits), ...limits }
    })
    const water = cellWater(
      layers,
      {
        rateIn: each.application_rate_in,
        rootDepthIn: each.root_depth_in,
        targetPercent: each.target_moisture_pct,
      },
      {
        efficiency: each.params.ea,
        leastPercent: each.params.min_rx,
        stepPercent: each.params.step,
        etMm: each.params.et_mm,
        rainMm: each.params.rain_mm,
      },
    )
    expect([water.percent, water.reason]).toEqual([each.expected.rx, each.expected.reason])
    if (each.expected.net_mm === undefined) return
    expect(water.netMm).toBeCloseTo(each.expected.net_mm, 6)
    expect(water.grossMm).toBeCloseTo(each.expected.gross_mm, 6)
    expect(water.rawPercent).toBeCloseTo(each.expected.raw_pct, 6)
    expect(water.cover).toBeCloseTo(each.expected.coverage, 6)
  })
})

describe('edges of the valve', () => {
  it.each([
    [0.2, 0, 'NO_DEFICIT'],
    [0.25, 0, 'NO_DEFICIT'],
    [thetaFor(9.4), 0, 'BELOW_MIN'],
    [thetaFor(9.5), 10, 'COMPUTED'],
    [thetaFor(10), 10, 'COMPUTED'],
    [thetaFor(42.5), 43, 'COMPUTED'],
    [thetaFor(42.49), 42, 'COMPUTED'],
    [thetaFor(100), 100, 'COMPUTED'],
    [thetaFor(100.1), 100, 'CLIPPED_MAX'],
  ])('theta %f: %i %%, %s', (theta, percent, reason) => {
    expect(cellWater(soil(theta), target)).toMatchObject({ percent, reason })
  })

  it('never rounds past 100, whatever the step', () => {
    const coarse = { ...WATER_RULES, stepPercent: 40 }
    expect(cellWater(soil(thetaFor(100)), target, coarse).percent).toBe(100)
    expect(cellWater(soil(thetaFor(59)), target, coarse).percent).toBe(40)
  })

  it('keeps the surplus of a wet cell as a signed need', () => {
    expect(cellWater(soil(0.25), target).needMm).toBeCloseTo(-12.7, 9)
  })
})

describe('what is not known', () => {
  const deep = soil(0.15).map((layer) => ({ ...layer, topMm: 300, bottomMm: 400 }))
  const unknown: [string, SoilLayer[] | null, WaterTarget][] = [
    ['no soil', null, target],
    ['no layers', [], target],
    ['no value', soil(null), target],
    ['a value that is no number', soil(Number.NaN), target],
    ['an endless value', soil(Infinity), target],
    ['a last value alone', soil(null, 0.25), target],
    ['no target', soil(0.15), { ...target, targetPercent: null }],
    ['no root depth', soil(0.15), { ...target, rootDepthIn: null }],
    ['roots above the layer', deep, target],
  ]
  it.each(unknown)('gets 100 %%: %s', (_, layers, rules) => {
    expect(cellWater(layers, rules)).toMatchObject({
      percent: 100,
      reason: 'NO_DATA',
      netMm: null,
      cover: 0,
    })
  })

  it('lets the last trusted value raise the need and never lower it', () => {
    expect(cellWater(soil(0.18, 0.16), target)).toEqual(cellWater(soil(0.16), target))
    expect(cellWater(soil(0.16, 0.18), target)).toEqual(cellWater(soil(0.16), target))
  })

  it('uses the last value of a silent dry layer to raise the need only', () => {
    const top = { topMm: 0, bottomMm: 127, share: null, ...LIMITS }
    const deep = { ...top, topMm: 127, bottomMm: 254, share: 0.5 }
    expect(cellWater([top, deep], target).percent).toBe(0)
    const remembered = cellWater([{ ...top, lastShare: 0 }, deep], target)
    // 0.10 short over 127 mm.
    expect(remembered.netMm).toBeCloseTo(12.7, 9)
    expect(remembered.cover).toBeCloseTo(0.5, 9)
  })
})

describe('layers', () => {
  const layer = (k: number, share: number) => ({ topMm: 300 * k, bottomMm: 300 * (k + 1), share })
  const sandyLoam = { fieldCapacity: 0.27, wiltingPoint: 0.12 }

  // (0.9 - 1) 0.15 300 + 2 (0.9 - 0.77) 0.15 300 = 7.2 mm of 900, 7.3152 of 914.4, gross 8.606 of 25.4
  it('do not offset a dry subsoil with a wet topsoil', () => {
    const layers = [1.6, 0.77, 0.77].map((share, k) => ({ ...layer(k, share), ...sandyLoam }))
    const water = cellWater(layers, { rateIn: 1, rootDepthIn: 36, targetPercent: 90 })
    expect(water).toMatchObject({ percent: 34, reason: 'COMPUTED' })
    expect(water.needMm).toBeCloseTo(7.3152, 9)
    expect(water.cover).toBeCloseTo(900 / 914.4, 9)
    // counted: (1 + 0.77 + 0.77) / 3; as it is: 0.12 + 0.15 (1.6 + 0.77 + 0.77) / 3
    expect(water.share).toBeCloseTo(2.54 / 3, 9)
    expect(water.theta).toBeCloseTo(0.277, 9)
  })

  it('add the weather to the deficit, and include application losses', () => {
    const layers = [{ ...layer(0, 0.5), ...LIMITS }]
    const rules = { ...WATER_RULES, efficiency: 0.8, etMm: 12, rainMm: 2 }
    // 300 mm of soil, all of the root zone of 11.811 in: 0.2 x 0.2 x 300 + 12 - 2 = 22 mm net, 27.5 gross
    const water = cellWater(layers, { rateIn: 2, rootDepthIn: 300 / 25.4, targetPercent: 70 }, rules)
    expect(water.netMm).toBeCloseTo(22, 9)
    expect(water.grossMm).toBeCloseTo(27.5, 9)
    expect(water.percent).toBe(54)
  })
})

it.each([
  ['rate', { ...target, rateIn: 0 }],
  ['root depth', { ...target, rootDepthIn: -1 }],
  ['target', { ...target, targetPercent: 101 }],
])('refuses misuse: %s', (_, rules) => {
  expect(() => cellWater(soil(0.2), rules)).toThrow(RangeError)
})

it.each([{ efficiency: 0 }, { stepPercent: 0.5 }, { leastPercent: 101 }, { etMm: -1 }, { rainMm: Infinity }])(
  'refuses rules %j',
  (rule) => {
    expect(() => cellWater(soil(0.2), target, { ...WATER_RULES, ...rule })).toThrow(RangeError)
  },
)

it('refuses a soil that holds no water', () => {
  const layers = soil(0.2).map((layer) => ({ ...layer, fieldCapacity: 0.1 }))
  expect(() => cellWater(layers, target)).toThrow(RangeError)
})
