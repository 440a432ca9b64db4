/** Rates and duty against cases computed independently. */
import { expect, it } from 'vitest'
import cases from '../fixtures/pivot-cases.json' with { type: 'json' }
import { sprinklerRate, valveOpenSeconds } from './pivot-hydraulics.ts'

const { d100_mm, T100_h, rate } = cases.pivot_A

it.each(rate)('at $r_m m: $mean_mm_h mm/h', ({ r_m, wetted_diam_m, mean_mm_h, peak_mm_h }) => {
  for (const timer of [1, 0.25]) {
    const found = sprinklerRate(d100_mm / timer, T100_h / timer, r_m, wetted_diam_m)
    expect(found.meanMmPerHour).toBeCloseTo(mean_mm_h, 3)
    expect(found.peakMmPerHour).toBeCloseTo(peak_mm_h, 2)
  }
})

it.each(cases.duty_cycle_60s)('$rx % of a minute: $on_s s', ({ rx, cycle_s, on_s, off_s }) => {
  expect(valveOpenSeconds(rx, cycle_s)).toBe(on_s)
  expect(cycle_s - valveOpenSeconds(rx, cycle_s)).toBe(off_s)
})

it('refuses misuse', () => {
  expect(() => sprinklerRate(5, 12, 0, 12)).toThrow(RangeError)
  expect(() => sprinklerRate(5, Number.NaN, 300, 12)).toThrow(RangeError)
  expect(() => valveOpenSeconds(101, 60)).toThrow(RangeError)
  expect(() => valveOpenSeconds(50, 0)).toThrow(RangeError)
})
