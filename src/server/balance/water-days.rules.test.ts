/** Estimates for missing weather: drying rate of probes, crop stage, and probable rain. */
import { describe, expect, it } from 'vitest'
import type { CropPlan } from '../../contract/crops.ts'
import { elapsedBefore, type KnownDay, type ProbeDay, probeTrend, waterDays } from './water-days.rules.ts'

const dayOf = (n: number) => `2026-07-${String(n).padStart(2, '0')}`

/** A probe's water from the first of July on, mm; without rain. */
function drying(probe: number, mm: readonly number[], change: Partial<ProbeDay> = {}): ProbeDay[] {
  return mm.map((lossMm, i) => ({
    probe,
    day: dayOf(1 + i),
    mm: lossMm,
    reachMm: 600,
    watered: false,
    ...change,
  }))
}

describe('crop use from the drying of probes', () => {
  it('is the median of their losses from one dry day to the next', () => {
    expect(probeTrend(drying(1, [150, 145, 141, 135]))).toBe(5)
    // 5, 4 and 6 of one, 3 and 3 of the other: 3 3 4 5 6
    expect(probeTrend([...drying(1, [150, 145, 141, 135]), ...drying(2, [90, 87, 84])])).toBe(4)
  })

  it('is unknown with fewer than three days', () => {
    expect(probeTrend(drying(1, [150, 145, 141]))).toBeNull()
    expect(probeTrend([])).toBeNull()
  })

  it('uses pairs of days without water, with the same depth', () => {
    const days = drying(1, [150, 145, 141, 135, 130, 124])
    const watered = days.map((day) => (day.day === dayOf(4) ? { ...day, watered: true } : day))
    // left: 5 and 4 before, 6 after
    expect(probeTrend(watered)).toBe(5)
    const twice = watered.map((day) => (day.day === dayOf(1) ? { ...day, watered: true } : day))
    expect(probeTrend(twice)).toBeNull()
    // an additional sensor means other soil, although the difference would be a plausible loss
    const deeper = { reachMm: 800 }
    const changed = days.slice(0, 4).map((day) => (day.day === dayOf(4) ? { ...day, ...deeper } : day))
    expect(probeTrend(changed)).toBeNull()
    expect(probeTrend(days.filter(({ day }) => day !== dayOf(3)))).toBe(5)
  })

  it('is unknown if most probes are stuck, or lose more than any crop takes', () => {
    expect(probeTrend(drying(1, [150, 145, 140, 135, 134.9, 134.8, 134.7, 134.6]))).toBeNull()
    expect(probeTrend(drying(1, [150, 130, 110, 90, 85, 80, 75, 70, 65]))).toBe(5)
    expect(probeTrend(drying(1, [150, 130, 110, 90, 70, 65, 60, 55]))).toBeNull()
  })
})

const knownDay = (n: number, change: Partial<KnownDay> = {}): KnownDay => ({
  day: dayOf(n),
  forecast: false,
  air: null,
  et: null,
  rain: null,
  rainChancePct: null,
  rainExpectedMm: null,
  ...change,
})
const air = (maxC: number, minC: number) => ({ maxC, minC, leastHumidityPct: null, windMS: null })

const corn: CropPlan = {
  crop: 'corn-grain',
  started_on: dayOf(2),
  stages_by: 'degrees',
  stages: [300, 400, 500, 500],
}
const season = (change = {}) => ({ plan: corn, latitude: 49.7, elapsed: 0, trendMm: null, ...change })
const elapsed = (days: KnownDay[], change = {}) => waterDays(days, season(change)).map((day) => day.elapsed)

describe('stages by growing degrees', () => {
  it('advance by the mean of both temperatures, limited to 10 and 30, from planting on', () => {
    // 34 and 8 are limited to 30 and 10: 10 degrees; 24 and 12 are 8; frost counts nothing
    const days = [
      knownDay(1, { air: air(34, 8) }),
      knownDay(2, { air: air(34, 8) }),
      knownDay(3, { air: air(24, 12) }),
      knownDay(4, { air: air(5, -4) }),
      knownDay(5),
    ]
    expect(elapsed(days)).toEqual([0, 0, 10, 18, 18])
    expect(elapsed(days, { elapsed: 250 })).toEqual([250, 250, 260, 268, 268])
  })

  it('treat a day without temperatures as an average one', () => {
    const days = [
      knownDay(2, { air: air(34, 8) }),
      knownDay(3),
      knownDay(4, { air: air(24, 12) }),
      knownDay(5),
    ]
    expect(elapsed(days)).toEqual([0, 10, 19, 27])
  })

  it('use the usual number of days of the crop if there are no temperatures at all', () => {
    // 1,700 degrees in the 170 days of Table 11
    expect(elapsed([knownDay(2), knownDay(3), knownDay(4)])).toEqual([0, 10, 20])
    expect(elapsedBefore(corn, dayOf(12))).toBe(100)
    expect(elapsedBefore({ ...corn, stages_by: 'days' }, dayOf(12))).toBe(10)
    expect(elapsedBefore(corn, dayOf(1))).toBe(0)
  })

  it('count days if the plan is in days', () => {
    const plan: CropPlan = { ...corn, stages_by: 'days', stages: [30, 40, 50, 50] }
    expect(
      elapsed([knownDay(1), knownDay(2), knownDay(3, { air: air(34, 8) }), knownDay(4)], { plan }),
    ).toEqual([0, 0, 1, 2])
  })
})

describe('the water of a day', () => {
  it('uses ET from weather, the days around it, probes, and long-term means, in this order', () => {
    const sources = (day: KnownDay, trendMm: number | null) => {
      const [found] = waterDays([day], season({ trendMm }))
      return [found?.etSource, found?.etMm]
    }
    const et = (method: 'penman-monteith' | 'hargreaves' | 'neighbours') =>
      knownDay(16, { et: { mm: 6, method, certainty: 'estimated' } })
    expect(sources(et('penman-monteith'), 4)).toEqual(['weather', 6])
    expect(sources(et('hargreaves'), 4)).toEqual(['temperatures', 6])
    expect(sources(et('neighbours'), 4)).toEqual(['neighbours', 6])
    expect(sources(knownDay(16), 4)).toEqual(['probes', 4])
    // Lethbridge in the middle of July: 26 and 11 degrees
    expect(sources(knownDay(16), null)).toEqual(['usual', expect.closeTo(5.25, 1)])
  })

  it('counts forecast rain by its probability, and past rain completely', () => {
    const rain = { mm: 10, source: 'model', certainty: 'guessed' }
    const days = [
      knownDay(1, { rain }),
      knownDay(2, { rain, forecast: true, rainChancePct: 40 }),
      knownDay(3, { rain, forecast: true, rainChancePct: 40, rainExpectedMm: 3 }),
      knownDay(4, { rain: { ...rain, source: 'gauge' }, forecast: true }),
      knownDay(5, { forecast: true }),
    ]
    expect(
      waterDays(days, season()).map(({ rainMm, foretoldMm, rainFallen, rainKnown }) => [
        rainMm,
        foretoldMm,
        rainFallen,
        rainKnown,
      ]),
    ).toEqual([
      [10, null, false, true],
      [4, 10, false, true],
      [3, 10, false, true],
      [10, null, true, true],
      [0, null, false, false],
    ])
  })
})
