/** Kriging in dual form, ordinary or with a drift: one factorisation per layout of points, then a sum per prediction. */

import { factorCholesky, solveLower, solveUpper } from './cholesky.ts'
import { covariance, longestRange, totalSill, type CovarianceModel } from './covariance.ts'
import { driftRow, type DriftScale, driftScale } from './drift.ts'
import { dot } from './vectors.ts'

/** A measured value z at x east and y north, in the length unit of the covariance ranges (m). */
export type KrigingPoint = {
  readonly x: number
  readonly y: number
  readonly value: number
  /** Covariates of the drift at this place, shape [p - 1]; absent for ordinary kriging. */
  readonly covariates?: readonly number[]
}

/** A solved layout of n sites. Plain data: predictions are functions over it. */
export type KrigingSystem = {
  readonly model: CovarianceModel
  /** Coordinates and values of the n sites, coincident points merged; shape [n]. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly value: Float64Array
  /** Lower Cholesky factor L of C, row-major, shape [n, n]. */
  readonly factor: Float64Array
  /** How covariates become the columns of F; intercept first. */
  readonly drift: DriftScale
  /** U = L^-1 F, by columns, shape [p][n]; U'U = F' C^-1 F. */
  readonly trend: readonly Float64Array[]
  /** Lower Cholesky factor G of U'U, row-major, shape [p, p]. */
  readonly trendFactor: Float64Array
  /** Generalised least squares b = (F' C^-1 F)^-1 F' C^-1 z, shape [p]; without a drift the mean alone. */
  readonly coefficients: Float64Array
  /** Dual weights w = C^-1 (z - F b), shape [n]. */
  readonly weights: Float64Array
}

/** Why there is no surface: a valid input without a solution. */
export type KrigingRefusal = {
  readonly reason: 'no points' | 'fewer than two points' | 'points too close' | 'drift not determined'
}

/** Leave-one-out predictions and variances, shape [n], in the order of the system's sites. */
export type LeaveOneOut = { readonly predicted: Float64Array; readonly variance: Float64Array }

/** Points nearer than this share of the longest range are one site: no soil changes over a fraction of a millimetre. */
const COINCIDENT_SHARE = 1e-6

/**
 * Points at the same place become one site with the mean of their values: two equal rows would make C singular.
 *
 * @param points n points, any order
 * @param tolerance greatest distance that counts as the same place, unit of the coordinates, 0 or more
 * @returns the sites in order of first appearance, at the place and with the covariates of their first point; O(n^2)
 * @example mergeCoincident([{ x: 0, y: 0, value: 1 }, { x: 0, y: 0, value: 3 }], 0) // [{ x: 0, y: 0, value: 2 }]
 */
export function mergeCoincident(points: readonly KrigingPoint[], tolerance: number): KrigingPoint[] {
  const sites: { first: KrigingPoint; sum: number; count: number }[] = []
  for (const point of points) {
    const site = sites.find(({ first }) => Math.hypot(first.x - point.x, first.y - point.y) <= tolerance)
    if (site) {
      site.sum += point.value
      site.count += 1
    } else sites.push({ first: point, sum: point.value, count: 1 })
  }
  return sites.map(({ first, sum, count }) => ({ ...first, value: sum / count }))
}

function assertUsable(points: readonly KrigingPoint[], model: CovarianceModel): void {
  if (!(totalSill(model) > 0)) throw new RangeError('the covariance needs a sill above 0')
  const invalid = points.find(({ x, y, value }) => ![x, y, value].every(Number.isFinite))
  if (invalid) throw new RangeError(`kriging needs finite points, not ${JSON.stringify(invalid)}`)
}

function covarianceMatrix(sites: readonly KrigingPoint[], model: CovarianceModel): Float64Array {
  const n = sites.length
  const matrix = new Float64Array(n * n)
  sites.forEach((a, i) =>
    sites.forEach((b, j) => {
      matrix[i * n + j] = covariance(model, i === j ? 0 : Math.hypot(a.x - b.x, a.y - b.y))
    }),
  )
  return matrix
}

/**
 * Solves kriging for a layout: ordinary, or universal where the points carry covariates. Source: Cressie, Statistics
 * for Spatial Data (1993), 3.2, 3.4 and 3.4.5 (dual form). O(n^3).
 *
 * @param points measured points; coincident ones are merged by their mean
 * @returns the solved system, or the reason why there is none
 * @throws RangeError when a number is not finite, the covariates differ in number, or the covariance is invalid
 * @example solveKriging([], [{ model: 'Nug', partialSill: 1, range: 0 }]) // { reason: 'no points' }
 */
export function solveKriging(
  points: readonly KrigingPoint[],
  model: CovarianceModel,
): KrigingSystem | KrigingRefusal {
  assertUsable(points, model)
  const sites = mergeCoincident(points, COINCIDENT_SHARE * longestRange(model))
  const n = sites.length
  if (n === 0) return { reason: 'no points' }
  const drift = driftScale(sites.map(({ covariates }) => covariates ?? []))
  const factor = factorCholesky(covarianceMatrix(sites, model), n)
  if (factor === null) return { reason: 'points too close' }
  const rows = sites.map(({ covariates }) => driftRow(drift, covariates ?? []))
  const trend = Array.from({ length: drift.centre.length + 1 }, (_, k) =>
    solveLower(
      factor,
      Float64Array.from(rows, (row) => row[k] ?? 0),
    ),
  )
  const trendFactor = factorCholesky(gram(trend), trend.length)
  if (trendFactor === null) return { reason: 'drift not determined' }
  const value = Float64Array.from(sites, (site) => site.value)
  const whitened = solveLower(factor, value)
  const coefficients = solveUpper(
    trendFactor,
    solveLower(
      trendFactor,
      Float64Array.from(trend, (column) => dot(column, whitened)),
    ),
  )
  const residual = whitened.map((z, i) => z - trendAt(trend, coefficients, i))
  const weights = solveUpper(factor, residual)
  const x = Float64Array.from(sites, (site) => site.x)
  const y = Float64Array.from(sites, (site) => site.y)
  return { model, x, y, value, factor, drift, trend, trendFactor, coefficients, weights }
}

/**
 * Prediction in dual form: z(p) = f(p)' b + c(p)' w. Exact at a site, since the nugget counts at distance 0 only. O(n).
 *
 * @param system from {@link solveKriging}
 * @param covariates of the drift at this place, shape [p - 1]
 * @returns predicted value, unit of the values
 * @throws RangeError when the covariates are not as many as those of the points
 * @example predictKriging(solveKriging([{ x: 5, y: 5, value: 0.2 }], [{ model: 'Exp', partialSill: 1, range: 9 }]), 1, 2) // 0.2
 */
export function predictKriging(
  system: KrigingSystem,
  x: number,
  y: number,
  covariates: readonly number[] = [],
): number {
  let sum = dot(driftRow(system.drift, covariates), system.coefficients)
  for (let i = 0; i < system.x.length; i += 1) {
    sum += (system.weights[i] ?? 0) * covariance(system.model, distanceTo(system, i, x, y))
  }
  return sum
}

/**
 * Kriging variance, nugget included: C(0) - c' C^-1 c + t' (F' C^-1 F)^-1 t with t = f - F' C^-1 c. O(n^2).
 *
 * @param system from {@link solveKriging}
 * @param covariates of the drift at this place, shape [p - 1]
 * @returns variance, unit of the values squared, 0 or more
 * @throws RangeError when the covariates are not as many as those of the points
 * @example krigingVariance(solveKriging([{ x: 5, y: 5, value: 0.2 }], [{ model: 'Exp', partialSill: 1, range: 9 }]), 5, 5) // 0
 */
export function krigingVariance(
  system: KrigingSystem,
  x: number,
  y: number,
  covariates: readonly number[] = [],
): number {
  const c = system.x.map((_, i) => covariance(system.model, distanceTo(system, i, x, y)))
  const v = solveLower(system.factor, c)
  const row = driftRow(system.drift, covariates)
  const trendResidual = solveLower(
    system.trendFactor,
    row.map((f, k) => f - dot(system.trend[k] ?? v, v)),
  )
  // Rounding may leave -1e-17 at a site.
  return Math.max(0, totalSill(system.model) - dot(v, v) + dot(trendResidual, trendResidual))
}

/**
 * Leave-one-out predictions without refits, covariance fixed: with B = C^-1 - C^-1 F (F' C^-1 F)^-1 F' C^-1, error (B
 * z)_i / B_ii, variance 1 / B_ii. Source: Dubrule, Mathematical Geology 15 (1983) 687-699. O(n^3).
 *
 * @returns predictions and variances in the order of the sites, or the reason why there are none
 * @example leaveOneOut(solveKriging([{ x: 0, y: 0, value: 1 }], [{ model: 'Nug', partialSill: 1, range: 0 }])) // { reason: 'fewer than two points' }
 */
export function leaveOneOut(system: KrigingSystem): LeaveOneOut | KrigingRefusal {
  const n = system.x.length
  const p = system.trend.length
  if (n < 2) return { reason: 'fewer than two points' }
  if (n <= p) return { reason: 'drift not determined' }
  const inverse = system.trend.map((column) => solveUpper(system.factor, column))
  // (B z) = C^-1 (z - F b): the dual weights themselves.
  const variance = Float64Array.from({ length: n }, (_, i) => {
    const column = solveLower(system.factor, unitVector(n, i))
    const drifted = solveLower(
      system.trendFactor,
      Float64Array.from(inverse, (column) => column[i] ?? 0),
    )
    return 1 / (dot(column, column) - dot(drifted, drifted))
  })
  const predicted = system.value.map((z, i) => z - (system.weights[i] ?? 0) * (variance[i] ?? 0))
  return { predicted, variance }
}

/** U'U, row-major, shape [p, p]. */
function gram(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns.flatMap((a) => columns.map((b) => dot(a, b))))
}

function trendAt(trend: readonly Float64Array[], coefficients: Float64Array, i: number): number {
  return trend.reduce((sum, column, k) => sum + (column[i] ?? 0) * (coefficients[k] ?? 0), 0)
}

/** Not Math.hypot: its overflow protection would dominate the cost of a surface. */
function distanceTo(system: KrigingSystem, i: number, x: number, y: number): number {
  const dx = (system.x[i] ?? 0) - x
  const dy = (system.y[i] ?? 0) - y
  return Math.sqrt(dx * dx + dy * dy)
}

function unitVector(n: number, i: number): Float64Array {
  const vector = new Float64Array(n)
  vector[i] = 1
  return vector
}
