/** Water, hours and flow of prescriptions, against cases computed independently and by hand. */
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/pivot-cases.json' with { type: 'json' }
import { testPatternPrescription, uniformPrescription } from './prescription.ts'
import { sectorSweep, sweptSpans } from '../pivot/pivot-geometry.ts'
import { prescriptionTotals } from './prescription-totals.ts'

const { zones, timer_to_depth } = cases.pivot_A
const pivot = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [...zones.slice(0, 8).map(({ outer_m }) => outer_m), cases.pivot_A.lrdu_radius_m],
  wettedRadiusM: cases.pivot_A.wetted_radius_m,
  arc: null,
  flowGpm: 800,
  speed100MMin: 3.048,
}
const full = uniformPrescription(100, 9)
const input = { percent: full, rateIn: 1, pivot, basePercent: 50, timerPct: null }

describe('flow', () => {
  it.each(cases.test_pattern)('of a test of tower $tower', ({ tower, flow_gpm }) => {
    const { sectorFlowGpm } = prescriptionTotals({ ...input, percent: testPatternPrescription(tower, 9) })
    expect(sectorFlowGpm).toHaveLength(180)
    sectorFlowGpm?.forEach((flow) => expect(flow).toBeCloseTo(flow_gpm, 2))
  })

  it('counts valves opened by 100 / Rx under speed control', () => {
    const percent = uniformPrescription(40, 9)
    const timerPct = Array.from({ length: 180 }, () => 100)
    expect(prescriptionTotals({ ...input, percent }).sectorFlowGpm?.[0]).toBeCloseTo(320, 9)
    expect(prescriptionTotals({ ...input, percent, timerPct }).sectorFlowGpm?.[0]).toBeCloseTo(800, 9)
    expect(prescriptionTotals({ ...input, percent: percent.map(() => 0), timerPct }).sectorFlowGpm?.[0]).toBe(
      0,
    )
  })

  it('is null where it is not known', () => {
    const unknown = { ...pivot, flowGpm: null }
    expect(prescriptionTotals({ ...input, pivot: unknown })).toMatchObject({
      sectorFlowGpm: null,
      hours: null,
    })
  })
})

describe('hours', () => {
  it.each(timer_to_depth)('at timer $timer_pct %', ({ timer_pct, hours_per_rev }) => {
    expect(prescriptionTotals({ ...input, basePercent: timer_pct }).hours).toBeCloseTo(hours_per_rev, 3)
    const timerPct = Array.from({ length: 180 }, () => timer_pct)
    expect(prescriptionTotals({ ...input, timerPct }).hours).toBeCloseTo(hours_per_rev, 3)
  })

  it('add up over sectors of different speed and over part circles', () => {
    const timerPct = Array.from({ length: 180 }, (_, sector) => (sector < 90 ? 50 : 100))
    expect(prescriptionTotals({ ...input, timerPct }).hours).toBeCloseTo((25.4469 + 12.7235) / 2, 3)
    const half = { ...pivot, arc: [0, 180] as const }
    expect(prescriptionTotals({ ...input, timerPct, pivot: half }).hours).toBeCloseTo(25.4469 / 2, 3)
  })
})

describe('water', () => {
  it('is saved against 100 % everywhere', () => {
    const totals = prescriptionTotals({ ...input, percent: uniformPrescription(75, 9), rateIn: 0.5 })
    // 467,047.28 m2 x 12.7 mm.
    expect(totals.uniformVolumeM3).toBeCloseTo(5931.5, 1)
    expect(totals.volumeM3).toBeCloseTo(0.75 * 5931.5005, 1)
    expect(totals.savingM3).toBeCloseTo(0.25 * 5931.5005, 1)
    expect(totals.savingPercent).toBeCloseTo(25, 9)
  })

  it('is counted within the arc alone', () => {
    const part = { ...pivot, arc: [350, 35] as const }
    const percent = full.map((value, cell) => (cell < 17 * 9 ? value : 0))
    const totals = prescriptionTotals({ ...input, percent, pivot: part })
    expect(totals.uniformVolumeM3).toBeCloseTo((11863.001 * 45) / 360, 1)
    // Of the 45 degrees those from 0 to 34 get water.
    expect(totals.volumeM3).toBeCloseTo((11863.001 * 34) / 360, 1)
  })
})

describe('the caveats of a saving', () => {
  // rings of 1, 3 and 5 parts of 90,000 pi / 9 m2
  const rings = { ...pivot, towerRadiiM: [100, 200, 300], wettedRadiusM: 300, flowGpm: null }
  const part = (Math.PI * 300 ** 2) / 9
  const percent = uniformPrescription(20, 3)
  const needsMm = Array.from({ length: 1620 }, () => 10)
  const soil = { netMm: needsMm, dry: new Uint8Array(1620), efficiency: 0.85 }

  it('is the depth by which known soil stays short', () => {
    const { unmetM3, noDataPercent } = prescriptionTotals({ ...input, pivot: rings, percent, soil })
    // 10 mm less 25.4 x 0.85 x 0.2 = 4.318 mm
    expect(unmetM3).toBeCloseTo((9 * part * 5.682) / 1000, 6)
    expect(noDataPercent).toBe(0)
    const enough = uniformPrescription(50, 3)
    expect(prescriptionTotals({ ...input, pivot: rings, percent: enough, soil }).unmetM3).toBe(0)
  })

  it('include area without data, but not area kept dry on purpose', () => {
    const netMm = needsMm.map((net, cell) => (cell % 9 === 0 ? null : net))
    const dry = Uint8Array.from({ length: 1620 }, (_, cell) => (cell % 9 === 1 ? 1 : 0))
    const blind = { ...soil, netMm, dry }
    const totals = prescriptionTotals({ ...input, pivot: rings, percent, soil: blind })
    expect(totals.noDataPercent).toBeCloseTo(100 / 9, 9)
    expect(totals.unmetM3).toBeCloseTo((5 * part * 5.682) / 1000, 6)
  })

  it('is counted within the arc alone, and not where nothing is asked of the soil', () => {
    const half = { ...rings, arc: [0, 180] as const }
    const netMm = needsMm.map((net, cell) => (cell < 45 * 9 ? null : net))
    const totals = prescriptionTotals({ ...input, pivot: half, percent, soil: { ...soil, netMm } })
    expect(totals.noDataPercent).toBeCloseTo(50, 9)
    expect(totals.unmetM3).toBeCloseTo((9 * part * 5.682) / 4 / 1000, 6)
    const without = prescriptionTotals({ ...input, pivot: half, percent })
    expect(without).toMatchObject({ unmetM3: null, noDataPercent: null })
  })
})

it.each([
  [0, null, 1],
  [0, [0, 90], 1],
  [44, [0, 90], 1],
  [45, [0, 90], 0],
  [44, [0, 89], 0.5],
  [0, [1, 90], 0.5],
  [179, [350, 20], 1],
  [0, [1.5, 0.5], 0.5],
  [100, [0, 360], 1],
  [100, [30, 30], 1],
  [0, [0.5, 1], 0.25],
] as const)('sector %i in the arc %j: %f', (sector, arc, share) => {
  expect(sectorSweep(sector, arc)).toBeCloseTo(share, 12)
})

it.each([
  [0, null, [[0, 2]]],
  [44, [0, 90], [[88, 90]]],
  [45, [0, 90], []],
  [44, [0, 89], [[88, 89]]],
  [175, [351, 20], [[351, 352]]],
  [0, [351, 20], [[0, 2]]],
  [
    0,
    [1.5, 0.5],
    [
      [0, 0.5],
      [1.5, 2],
    ],
  ],
] as const)('sector %i in the arc %j is swept from and to %j', (sector, arc, spans) => {
  expect(sweptSpans(sector, arc)).toEqual(spans)
})
