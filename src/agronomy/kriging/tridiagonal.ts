/** Reduction of a symmetric matrix to tridiagonal form, so that A + shift is solved for many shifts in O(n) each. */

import { at } from './vectors.ts'

/** A = Q T Q'. Plain data. */
export type Tridiagonal = {
  /** Diagonal of T, shape [n]. */
  readonly diagonal: Float64Array
  /** Off-diagonal of T, shape [n - 1]. */
  readonly offDiagonal: Float64Array
  /** Q', orthogonal, row-major, shape [n, n]: row j is column j of Q. */
  readonly rotated: Float64Array
}

/** L D L' of a positive definite T, D the pivots, L with ones on its diagonal. */
export type TridiagonalFactor = { readonly pivots: Float64Array; readonly lower: Float64Array }

/**
 * Householder reduction A = Q T Q'. Source: Golub and Van Loan, Matrix Computations (2013), 8.3.1. O(8 n^3 / 3).
 *
 * @param matrix A, symmetric, row-major, shape [n, n]
 * @param n order, 1 or more
 * @returns T and Q'
 * @throws RangeError when the shape is not [n, n]
 * @example reduceToTridiagonal(Float64Array.of(2, 1, 1, 2), 2) // { diagonal: { 0: 2, 1: 2 }, offDiagonal: { 0: 1 }, rotated: { 0: 1, 1: 0, 2: 0, 3: 1 } }
 */
export function reduceToTridiagonal(matrix: Float64Array, n: number): Tridiagonal {
  if (n < 1 || matrix.length !== n * n)
    throw new RangeError(`${matrix.length} numbers are no ${n} x ${n} matrix`)
  const a = Float64Array.from(matrix)
  const rotated = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1) rotated[i * n + i] = 1
  for (let k = 0; k < n - 2; k += 1) {
    const v = reflector(a, n, k)
    if (v === null) continue
    reflectBothSides(a, n, k, v)
    reflectRows(rotated, n, k, v)
  }
  const diagonal = Float64Array.from({ length: n }, (_, i) => at(a, i * n + i))
  const offDiagonal = Float64Array.from({ length: n - 1 }, (_, i) => at(a, i * n + i + 1))
  return { diagonal, offDiagonal, rotated }
}

/** Unit vector v, zero up to k, with (I - 2 v v') bringing column k to three diagonals; null where it is already. */
function reflector(a: Float64Array, n: number, k: number): Float64Array | null {
  const v = new Float64Array(n)
  let below = 0
  for (let i = k + 1; i < n; i += 1) v[i] = at(a, k * n + i)
  for (let i = k + 2; i < n; i += 1) below += at(v, i) ** 2
  if (below === 0) return null
  const first = at(v, k + 1)
  // the sign that avoids cancellation
  v[k + 1] = first + Math.sign(first || 1) * Math.sqrt(first * first + below)
  const length = Math.sqrt(at(v, k + 1) ** 2 + below)
  for (let i = k + 1; i < n; i += 1) v[i] = at(v, i) / length
  return v
}

/** A := H A H = A - v w' - w v' with w = 2 A v - 2 (v' A v) v. */
function reflectBothSides(a: Float64Array, n: number, k: number, v: Float64Array): void {
  const w = new Float64Array(n)
  let along = 0
  for (let i = k; i < n; i += 1) {
    let sum = 0
    for (let j = k + 1; j < n; j += 1) sum += at(a, i * n + j) * at(v, j)
    w[i] = 2 * sum
    along += sum * at(v, i)
  }
  for (let i = k + 1; i < n; i += 1) w[i] = at(w, i) - 2 * along * at(v, i)
  for (let i = k; i < n; i += 1) {
    const [vi, wi] = [at(v, i), at(w, i)]
    for (let j = k; j < n; j += 1) a[i * n + j] = at(a, i * n + j) - vi * at(w, j) - wi * at(v, j)
  }
}

/** Q' := H Q', rows k + 1 and on. */
function reflectRows(rotated: Float64Array, n: number, k: number, v: Float64Array): void {
  const product = new Float64Array(n)
  for (let i = k + 1; i < n; i += 1) {
    const vi = 2 * at(v, i)
    for (let j = 0; j < n; j += 1) product[j] = at(product, j) + vi * at(rotated, i * n + j)
  }
  for (let i = k + 1; i < n; i += 1) {
    const vi = at(v, i)
    for (let j = 0; j < n; j += 1) rotated[i * n + j] = at(rotated, i * n + j) - vi * at(product, j)
  }
}

/**
 * L D L' of slope T + shift I. O(n).
 *
 * @param reduced from {@link reduceToTridiagonal}
 * @param slope above 0, such that the sum is positive definite
 * @param shift as above
 * @returns the factor
 * @throws RangeError when the sum is not positive definite
 * @example factorShifted(reduceToTridiagonal(Float64Array.of(2, 1, 1, 2), 2), 1, 0) // { pivots: { 0: 2, 1: 1.5 }, lower: { 0: 0.5 } }
 */
export function factorShifted(reduced: Tridiagonal, slope: number, shift: number): TridiagonalFactor {
  const { diagonal, offDiagonal } = reduced
  const pivots = diagonal.map((d) => slope * d + shift)
  const lower = new Float64Array(offDiagonal.length)
  for (let i = 0; i < pivots.length; i += 1) {
    if (i > 0) {
      const e = slope * at(offDiagonal, i - 1)
      lower[i - 1] = e / at(pivots, i - 1)
      pivots[i] = at(pivots, i) - e * at(lower, i - 1)
    }
    if (!(at(pivots, i) > 0)) throw new RangeError(`pivot ${at(pivots, i)} of a shifted matrix`)
  }
  return { pivots, lower }
}

/**
 * Solves L D L' x = b. O(n).
 *
 * @param factor from {@link factorShifted}
 * @param right b, shape [n]
 * @param x where to put the solution, shape [n]; a new array by default
 * @returns x
 * @example solveTridiagonal({ pivots: Float64Array.of(2, 1.5), lower: Float64Array.of(0.5) }, Float64Array.of(3, 3)) // { 0: 1, 1: 1 }
 */
export function solveTridiagonal(
  { pivots, lower }: TridiagonalFactor,
  right: Float64Array,
  x: Float64Array = new Float64Array(right.length),
): Float64Array {
  const n = right.length
  for (let i = 0; i < n; i += 1) x[i] = at(right, i) - (i > 0 ? at(lower, i - 1) * at(x, i - 1) : 0)
  for (let i = n - 1; i >= 0; i -= 1)
    x[i] = at(x, i) / at(pivots, i) - (i < n - 1 ? at(lower, i) * at(x, i + 1) : 0)
  return x
}

/**
 * Q' z, the vector in the frame of T. O(n^2).
 *
 * @param reduced from {@link reduceToTridiagonal}
 * @param vector z, shape [n]
 * @returns shape [n]
 * @example rotateVector(reduceToTridiagonal(Float64Array.of(2, 1, 1, 2), 2), Float64Array.of(3, 4)) // { 0: 3, 1: 4 }
 */
export function rotateVector({ rotated }: Tridiagonal, vector: Float64Array): Float64Array {
  const n = vector.length
  const frame = new Float64Array(n)
  for (let j = 0; j < n; j += 1) {
    let sum = 0
    for (let i = 0; i < n; i += 1) sum += at(rotated, j * n + i) * at(vector, i)
    frame[j] = sum
  }
  return frame
}

/**
 * Q y, back from the frame of T. O(n^2).
 *
 * @param reduced from {@link reduceToTridiagonal}
 * @param vector y, shape [n]
 * @returns shape [n]
 * @example rotateBack(reduceToTridiagonal(Float64Array.of(2, 1, 1, 2), 2), Float64Array.of(3, 4)) // { 0: 3, 1: 4 }
 */
export function rotateBack({ rotated }: Tridiagonal, vector: Float64Array): Float64Array {
  const n = vector.length
  const back = new Float64Array(n)
  for (let j = 0; j < n; j += 1) {
    const y = at(vector, j)
    for (let i = 0; i < n; i += 1) back[i] = at(back, i) + at(rotated, j * n + i) * y
  }
  return back
}
