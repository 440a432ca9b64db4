/** The same water content in each unit, worked out by hand. */
import { expect, it } from 'vitest'
import { hasLimits, waterScale } from './water-scale.ts'
import type { WaterUnit } from './water-scale.ts'

const BAND = { full: 0.3, wilting_point: 0.1 }

it.each<[WaterUnit, 'in' | 'mm', number, string]>([
  ['volume', 'in', 25, '%'],
  // three quarters of the way from 0.10 to 0.30
  ['available', 'in', 75, '%'],
  // a quarter of 762 mm, which are 30 inches
  ['depth', 'mm', 190.5, 'mm'],
  ['depth', 'in', 7.5, 'in'],
])('0.25 m3/m3 over 30 inches as %s in %s is %f', (unit, length, expected, symbol) => {
  const scale = waterScale(unit, BAND, 762, length)
  expect(scale.of(0.25)).toBeCloseTo(expected, 9)
  expect(scale.symbol).toBe(symbol)
})

it('knows when available water is undefined', () => {
  expect([hasLimits(BAND), hasLimits({ full: 0.1, wilting_point: 0.1 })]).toEqual([true, false])
})
