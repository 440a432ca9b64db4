/** Factors what depends on probe places only, not on readings, once for all readings. */

import { factorCholesky } from '../kriging/cholesky.ts'
import { FEWEST_FOR_PLANE, moistureCandidates } from './covariance-models.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import {
  factorShifted,
  reduceToTridiagonal,
  solveTridiagonal,
  rotateBack,
  rotateVector,
  type Tridiagonal,
  type TridiagonalFactor,
} from '../kriging/tridiagonal.ts'
import { at, dot } from '../kriging/vectors.ts'

/** Generalised least squares of one candidate, C = (1 - nugget) exp(-h / a) + nugget I, for a mean of p terms. */
export type LayoutTrend = {
  /** T^-1 Q'F by columns, shape [p][n]. */
  readonly solved: readonly Float64Array[]
  /** Lower Cholesky factor of F' C^-1 F, row-major, shape [p, p]. */
  readonly factor: Float64Array
  /** log |F' C^-1 F|. */
  readonly logDeterminant: number
  /** B_ii of B = C^-1 - C^-1 F (F' C^-1 F)^-1 F' C^-1, shape [n]: leave-one-out without refits. */
  readonly precision: Float64Array
}

/** One nugget of a range. */
export type LayoutCandidate = {
  readonly nugget: number
  /** Of (1 - nugget) T + nugget I. */
  readonly factor: TridiagonalFactor
  /** log |C|. */
  readonly logDeterminant: number
  readonly constant: LayoutTrend
  /** Null where the places do not determine a plane. */
  readonly plane: LayoutTrend | null
}

/** One range: its correlations reduced once, every nugget in O(n) from there. */
export type RangeFactors = {
  /** a, m. */
  readonly range: number
  /** exp(-h / a) = Q T Q'. */
  readonly reduced: Tridiagonal
  /** Q'F by columns, F = [1, x / R, y / R]; shape [3][n]. */
  readonly columns: readonly Float64Array[]
  readonly candidates: readonly LayoutCandidate[]
}

/** A layout of n places. Plain data. */
export type MoistureLayout = {
  /** Places, m about the pivot, coincident ones merged; shape [n]. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Which place each given point stands at, shape [m]. */
  readonly placeOf: Int32Array
  readonly wettedRadius: number
  /** Longest range first; below 10 places a single one. */
  readonly ranges: readonly RangeFactors[]
}

/** Points nearer than this share of the radius are one place: no soil changes over a fraction of a millimetre. */
const COINCIDENT_SHARE = 1e-7

/** A candidate solved for one set of values. */
export type AveragedModel = {
  readonly factors: RangeFactors
  readonly candidate: LayoutCandidate
  readonly trend: LayoutTrend
  /** Logarithm of its restricted likelihood, up to a constant that all candidates share. */
  readonly score: number
  /** Its share of the average, 0 to 1; all add up to 1. */
  readonly share: number
  /** s = r' C^-1 r / (n - p), C with a sill of 1; (m3/m3)^2. */
  readonly sill: number
  /** r' C^-1 r, r = z - F b; (m3/m3)^2. */
  readonly square: number
  /** Generalised least squares of [1, x / R, y / R] or of the mean alone; shape [p], m3/m3. */
  readonly coefficients: Float64Array
  /** Dual weights C^-1 r, C with a sill of 1, in the rotated frame of its range: Q' C^-1 r; shape [n]. */
  readonly rotatedDual: Float64Array
}

/**
 * Prepares the places of a field's probes. O(6 n^3) from 10 places on, O(3 n^3) below.
 *
 * @param points places with a value, m about the pivot, shape [m]
 * @param wettedRadius R, m, above 0
 * @returns the layout, n = 0 where no point is given
 * @throws RangeError when a number is not finite or the radius is not above 0
 * @example factorLayout([{ x: 1, y: 2 }, { x: 1, y: 2 }], 400).placeOf // { 0: 0, 1: 0 }
 */
export function factorLayout(points: readonly FieldPoint[], wettedRadius: number): MoistureLayout {
  const bad = points.find(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))
  if (bad) throw new RangeError(`a probe at ${bad.x}, ${bad.y}`)
  const places: FieldPoint[] = []
  const placeOf = Int32Array.from(points, (point) => {
    const near = ({ x, y }: FieldPoint) =>
      Math.hypot(x - point.x, y - point.y) <= COINCIDENT_SHARE * wettedRadius
    const existing = places.findIndex(near)
    return existing >= 0 ? existing : places.push(point) - 1
  })
  const x = Float64Array.from(places, (place) => place.x)
  const y = Float64Array.from(places, (place) => place.y)
  const candidates = moistureCandidates(places.length, wettedRadius)
  if (places.length === 0) return { x, y, placeOf, wettedRadius, ranges: [] }
  const byRange = Map.groupBy(candidates, ({ range }) => range)
  const ranges = [...byRange].map(([range, own]) =>
    factorRange(
      { x, y, wettedRadius },
      range,
      own.map(({ nugget }) => nugget),
    ),
  )
  return { x, y, placeOf, wettedRadius, ranges }
}

type Places = Pick<MoistureLayout, 'x' | 'y' | 'wettedRadius'>

function factorRange(
  { x, y, wettedRadius }: Places,
  range: number,
  nuggets: readonly number[],
): RangeFactors {
  const n = x.length
  const correlations = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j < n; j += 1)
      correlations[i * n + j] = Math.exp(-Math.hypot(at(x, i) - at(x, j), at(y, i) - at(y, j)) / range)
  const reduced = reduceToTridiagonal(correlations, n)
  const trend = [x.map(() => 1), x.map((east) => east / wettedRadius), y.map((north) => north / wettedRadius)]
  const columns = trend.map((column) => rotateVector(reduced, column))
  const candidates = nuggets.map((nugget): LayoutCandidate => {
    const factor = factorShifted(reduced, 1 - nugget, nugget)
    const inverse = inverseDiagonal(reduced, factor)
    const constant = factorTrend(reduced, factor, columns.slice(0, 1), inverse)
    if (constant === null) throw new RangeError('no mean of a layout')
    const logDeterminant = factor.pivots.reduce((sum, pivot) => sum + Math.log(pivot), 0)
    const plane = n < FEWEST_FOR_PLANE ? null : factorTrend(reduced, factor, columns, inverse)
    return { nugget, factor, logDeterminant, constant, plane }
  })
  return { range, reduced, columns, candidates }
}

/** (C^-1)_ii, shape [n]: q' T^-1 q for each row q of Q. O(n^2). */
function inverseDiagonal({ rotated }: Tridiagonal, { pivots, lower }: TridiagonalFactor): Float64Array {
  const n = pivots.length
  const diagonal = new Float64Array(n)
  // by columns of Q', all rows at once: the forward half of a solve, which is all that a square needs
  const forward = new Float64Array(n)
  for (let j = 0; j < n; j += 1) {
    const [pivot, link] = [at(pivots, j), j > 0 ? at(lower, j - 1) : 0]
    for (let i = 0; i < n; i += 1) {
      const y = at(rotated, j * n + i) - link * at(forward, i)
      forward[i] = y
      diagonal[i] = at(diagonal, i) + (y * y) / pivot
    }
  }
  return diagonal
}

function factorTrend(
  reduced: Tridiagonal,
  factor: TridiagonalFactor,
  columns: readonly Float64Array[],
  inverse: Float64Array,
): LayoutTrend | null {
  const solved = columns.map((column) => solveTridiagonal(factor, column))
  const gram = Float64Array.from(columns.flatMap((a) => solved.map((b) => dot(a, b))))
  const gramFactor = factorCholesky(gram, columns.length)
  if (gramFactor === null) return null
  // rows of G^-1 F' C^-1, one after the other for all places
  const precision = Float64Array.from(inverse)
  const rows: Float64Array[] = []
  for (let k = 0; k < columns.length; k += 1) {
    const row = rotateBack(reduced, solved[k] ?? inverse)
    rows.forEach((former, l) => subtract(row, at(gramFactor, k * columns.length + l), former))
    const pivot = at(gramFactor, k * columns.length + k)
    for (let i = 0; i < row.length; i += 1) {
      row[i] = at(row, i) / pivot
      precision[i] = at(precision, i) - at(row, i) ** 2
    }
    rows.push(row)
  }
  let logDeterminant = 0
  columns.forEach((_, k) => (logDeterminant += 2 * Math.log(at(gramFactor, k * columns.length + k))))
  return { solved, factor: gramFactor, logDeterminant, precision }
}

/** row := row - scale x former. */
function subtract(row: Float64Array, scale: number, former: Float64Array): void {
  for (let i = 0; i < row.length; i += 1) row[i] = at(row, i) - scale * at(former, i)
}
