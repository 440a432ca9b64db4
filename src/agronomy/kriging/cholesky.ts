/** Cholesky factorisation of a symmetric positive definite matrix, and triangular solves, in f64. */

import { at } from './vectors.ts'

/** A pivot below this share of its diagonal is rounding, not information. */
const SMALLEST_PIVOT = 1e-13

/**
 * A = L L'. Source: Golub and Van Loan, Matrix Computations (2013), 4.2.5. O(n^3 / 3).
 *
 * @param matrix A, symmetric, row-major, shape [n, n]; only the lower half is read
 * @param n order, 0 or more
 * @returns L, lower triangle, row-major, shape [n, n], zeros above; null when A is not positive definite
 * @throws RangeError when the shape is not [n, n]
 * @example factorCholesky(Float64Array.of(4, 2, 2, 5), 2) // { 0: 2, 1: 0, 2: 1, 3: 2 }
 */
export function factorCholesky(matrix: Float64Array, n: number): Float64Array | null {
  if (matrix.length !== n * n) throw new RangeError(`${matrix.length} numbers are no ${n} x ${n} matrix`)
  const factor = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at(matrix, i * n + j)
      for (let k = 0; k < j; k += 1) sum -= at(factor, i * n + k) * at(factor, j * n + k)
      if (i !== j) factor[i * n + j] = sum / at(factor, j * n + j)
      else if (sum > SMALLEST_PIVOT * at(matrix, i * n + i)) factor[i * n + i] = Math.sqrt(sum)
      else return null
    }
  }
  return factor
}

/**
 * Solves L v = b by forward substitution. O(n^2).
 *
 * @param factor L, row-major, shape [n, n], or larger: its leading block is used
 * @param right b, shape [n]
 * @param stride length of a row of L; n unless given
 * @param solution where to put v, may be b itself; a new array by default
 * @returns v, shape [n]
 * @example solveLower(Float64Array.of(2, 0, 1, 2), Float64Array.of(2, 5)) // { 0: 1, 1: 2 }
 */
export function solveLower(
  factor: Float64Array,
  right: Float64Array,
  stride: number = right.length,
  solution: Float64Array = new Float64Array(right.length),
): Float64Array {
  for (let i = 0; i < right.length; i += 1) {
    let sum = at(right, i)
    for (let k = 0; k < i; k += 1) sum -= at(factor, i * stride + k) * at(solution, k)
    solution[i] = sum / at(factor, i * stride + i)
  }
  return solution
}

/**
 * Solves L' v = b by back substitution: after {@link solveLower} it gives A^-1 b. O(n^2).
 *
 * @param factor L, row-major, shape [n, n]
 * @param right b, shape [n]
 * @param solution where to put v, may be b itself; a new array by default
 * @returns v, shape [n]
 * @example solveUpper(Float64Array.of(2, 0, 1, 2), Float64Array.of(4, 4)) // { 0: 1, 1: 2 }
 */
export function solveUpper(
  factor: Float64Array,
  right: Float64Array,
  solution: Float64Array = new Float64Array(right.length),
): Float64Array {
  const n = right.length
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = at(right, i)
    for (let k = i + 1; k < n; k += 1) sum -= at(factor, k * n + i) * at(solution, k)
    solution[i] = sum / at(factor, i * n + i)
  }
  return solution
}
