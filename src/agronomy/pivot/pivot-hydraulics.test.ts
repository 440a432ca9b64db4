/** Time and depth of a pass against cases computed independently. */
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/pivot-cases.json' with { type: 'json' }
import {
  degreesPerHour,
  depthAtTimer,
  depthPerPass,
  GPM_HOURS_PER_ACRE_INCH,
  revolutionHours,
  timerForDepth,
} from './pivot-hydraulics.ts'
import { inchesToMm } from '../units.ts'

const machine = cases.pivot_A
const speedAt100 = 3.048
const hoursAt100 = revolutionHours(machine.lrdu_radius_m, speedAt100, 100)
const depthAt100 = depthPerPass(800, hoursAt100, machine.area_ac)

it('knows the gallons of an acre-inch', () => {
  expect(GPM_HOURS_PER_ACRE_INCH).toBeCloseTo(cases.constants.gpm_hours_per_acre_inch, 4)
})

it('gives the depth and time at timer 100 %', () => {
  expect(hoursAt100).toBeCloseTo(machine.T100_h, 9)
  expect(inchesToMm(depthAt100)).toBeCloseTo(machine.d100_mm, 9)
})

it.each(machine.timer_to_depth)('timer $timer_pct % leaves $gross_depth_in in', (row) => {
  expect(revolutionHours(machine.lrdu_radius_m, speedAt100, row.timer_pct)).toBeCloseTo(row.hours_per_rev, 4)
  expect(degreesPerHour(machine.lrdu_radius_m, speedAt100, row.timer_pct)).toBeCloseTo(row.deg_per_hour, 4)
  expect(depthAtTimer(depthAt100, row.timer_pct)).toBeCloseTo(row.gross_depth_in, 5)
})

it.each(machine.depth_to_timer)('$target_in in needs timer $timer_pct_raw %', (row) => {
  expect(timerForDepth(row.target_in, depthAt100)).toBeCloseTo(row.timer_pct_raw, 4)
})

it.each(cases.AD_QT)(
  '$gpm_per_ac gpm per acre for $hours h is $depth_in in',
  ({ gpm_per_ac, hours, depth_in }) => {
    expect(depthPerPass(gpm_per_ac, hours, 1)).toBeCloseTo(depth_in, 5)
  },
)

describe('misuse', () => {
  it('is refused', () => {
    expect(() => revolutionHours(370, 3, 0)).toThrow(RangeError)
    expect(() => revolutionHours(370, 3, 101)).toThrow(RangeError)
    expect(() => revolutionHours(0, 3, 50)).toThrow(RangeError)
    expect(() => depthAtTimer(0.2, Number.NaN)).toThrow(RangeError)
    expect(() => depthPerPass(800, 12, 0)).toThrow(RangeError)
    expect(() => timerForDepth(-1, 0.2)).toThrow(RangeError)
  })
})
