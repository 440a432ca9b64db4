/** Runoff by curve number: hand-calculated figures, and none where the soil stores the rain. */
import { expect, it } from 'vitest'
import { runoffMm } from './dual-coefficient.ts'

const surface = (depletionMm: number) => ({ depletionMm, readilyEvaporableMm: 9, totalEvaporableMm: 30 })

it('depends on how wet the surface is', () => {
  // CN 80: 63.684 dry, 90.355 wet, their middle half-way from 4.5 to 15.3 mm
  expect(runoffMm(50, 80, surface(30))).toBeCloseTo(2.814463, 6)
  expect(runoffMm(50, 80, surface(9.9))).toBeCloseTo(11.221311, 6)
  expect(runoffMm(50, 80, surface(0))).toBeCloseTo(27.957097, 6)
})

it('is none up to a fifth of the storage and all on pavement', () => {
  expect(runoffMm(28, 80, surface(30))).toBe(0)
  expect(runoffMm(0, 80, surface(0))).toBe(0)
  expect(runoffMm(12, 100, surface(0))).toBe(12)
  expect(() => runoffMm(12, 0, surface(0))).toThrow(RangeError)
})
