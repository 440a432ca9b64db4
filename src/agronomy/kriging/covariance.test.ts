/** Covariance functions at points with simple exact values. */
import { expect, it } from 'vitest'
import { covariance, longestRange, totalSill, type CovarianceModel } from './covariance.ts'

const sum: CovarianceModel = [
  { model: 'Nug', partialSill: 0.5, range: 0 },
  { model: 'Exp', partialSill: 2, range: 10 },
  { model: 'Sph', partialSill: 4, range: 20 },
]

it.each([
  [0, 6.5],
  [10, 2 / Math.E + 4 * (1 - 0.75 + 0.0625)],
  [20, 2 / Math.E ** 2],
  [30, 2 / Math.E ** 3],
])('a sum of three terms at %f m', (distance, expected) => {
  expect(covariance(sum, distance)).toBeCloseTo(expected, 14)
})

it('knows its sill and longest range', () => {
  expect(totalSill(sum)).toBe(6.5)
  expect(longestRange(sum)).toBe(20)
  expect(longestRange([{ model: 'Nug', partialSill: 1, range: 99 }])).toBe(0)
})
