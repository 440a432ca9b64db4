/** Dot product and scaled addition of vectors. */
import { expect, it } from 'vitest'
import { at, dot } from './vectors.ts'

it('multiplies and adds', () => {
  expect(dot(Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6))).toBe(32)
  expect(dot(new Float64Array(0), new Float64Array(0))).toBe(0)
})

it('gives NaN for an index out of range or different lengths', () => {
  expect(at(Float64Array.of(1), 1)).toBeNaN()
  expect(dot(Float64Array.of(1, 2), Float64Array.of(1))).toBeNaN()
})
