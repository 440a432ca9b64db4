/** The water of a cell against cases computed independently, and at its edges. */
import { describe, expect, it } from 'vitest'
import { cellWater, type SoilLayer, WATER_RULES, type WaterTarget } from './cell-water.ts'
import cases from '../fixtures/prescription-cases.json' with { type: 'json' }

const target = { rateIn: 1, rootDepthIn: 10, targetPercent: 50 }

/** Soil of one layer, 0 to 254 mm, FC 0.30 and WP 0.10: each 0.01 below 0.20 is a need of 2.54 mm. */
const soil = (theta: number | null, lastTheta: number | null = null): SoilLayer[] => [
  { topMm: 0, bottomMm: 254, theta, lastTheta, fieldCapacity: 0.3, wiltingPoint: 0.1 },
]

/** Water content whose raw percentage is this, at a rate of 1 in: raw = 100 (0.20 - theta) 254 / 0.85 / 25.4. */
const thetaFor = (raw: number) => 0.2 - (raw * 0.85 * 25.4) / 100 / 254

describe('cases computed independently', () => {
  it.each(cases.cell_cases)('$name: $note', (each) => {
    const layers = each.layers.map(({ top, bottom, theta, fc, wp }) => ({
      topMm: top,
      bottomMm: bottom,
      theta,
      fieldCapacity: fc,
      wiltingPoint: wp,
    }))
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
    ['a value below 0', soil(-0.01), target],
    ['a value above 0.60', soil(0.61), target],
    ['a last value alone', soil(null, 0.25), target],
    ['no target', soil(0.15), { ...target, targetPercent: null }],
    ['no root depth', soil(0.15), { ...target, rootDepthIn: null }],
    ['roots above the layer', deep, target],
  ]
  it.each(unknown)('gets 100 %%: %s', (_, layers, wanted) => {
    expect(cellWater(layers, wanted)).toMatchObject({
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

  it('fills a silent dry layer with what it last said, for the need alone', () => {
    const top = { topMm: 0, bottomMm: 127, fieldCapacity: 0.3, wiltingPoint: 0.1 }
    const deep = { ...top, topMm: 127, bottomMm: 254, theta: 0.2 }
    expect(cellWater([{ ...top, theta: null }, deep], target).percent).toBe(0)
    const remembered = cellWater([{ ...top, theta: null, lastTheta: 0.1 }, deep], target)
    // 0.10 short over 127 mm.
    expect(remembered.netMm).toBeCloseTo(12.7, 9)
    expect(remembered.cover).toBeCloseTo(0.5, 9)
  })
})

it.each([
  ['rate', { ...target, rateIn: 0 }],
  ['root depth', { ...target, rootDepthIn: -1 }],
  ['target', { ...target, targetPercent: 101 }],
])('refuses misuse: %s', (_, wanted) => {
  expect(() => cellWater(soil(0.2), wanted)).toThrow(RangeError)
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
