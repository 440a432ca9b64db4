/** Cholesky factorisation of a known matrix, and of matrices that are not positive definite. */
import { expect, it } from 'vitest'
import { factorCholesky, solveLower, solveUpper } from './cholesky.ts'

// The textbook example: L = [[2,0,0],[6,1,0],[-8,5,3]].
const matrix = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98)

it('finds the factor and solves with it', () => {
  const factor = factorCholesky(matrix, 3)
  if (factor === null) throw new Error('no factor')
  expect([...factor]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3])
  // A (1, 2, 3)' = (-20, -43, 192)'
  expect([...solveUpper(factor, solveLower(factor, Float64Array.of(-20, -43, 192)))]).toEqual([1, 2, 3])
})

it('reports a matrix that is not positive definite', () => {
  expect(factorCholesky(Float64Array.of(1, 1, 1, 1), 2)).toBeNull()
  expect(factorCholesky(Float64Array.of(1, 2, 2, 1), 2)).toBeNull()
  expect(factorCholesky(Float64Array.of(Number.NaN), 1)).toBeNull()
  expect(() => factorCholesky(matrix, 2)).toThrow(RangeError)
})
