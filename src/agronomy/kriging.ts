/** Ordinary kriging in dual form: one factorisation per layout of points, then a sum per prediction. */

import { factorCholesky, solveLower, solveUpper } from './cholesky.ts'
import { covariance, longestRange, totalSill, type CovarianceModel } from './covariance.ts'

/** A measured value z at x east and y north, in the length unit of the covariance ranges (m). */
export type KrigingPoint = { readonly x: number; readonly y: number; readonly value: number }

/** A solved layout of n sites. Plain data: predictions are functions over it. */
export type KrigingSystem = {
  readonly model: CovarianceModel
  /** Coordinates and values of the n sites, coincident points merged; shape [n]. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly value: Float64Array
  /** Lower Cholesky factor L of C, row-major, shape [n, n]. */
  readonly factor: Float64Array
  /** u = L^-1 1, shape [n]; u'u = 1' C^-1 1. */
  readonly ones: Float64Array
  /** Generalised least squares mean m = 1' C^-1 z / 1' C^-1 1. */
  readonly mean: number
  /** Dual weights b = C^-1 (z - m 1), shape [n]. */
  readonly weights: Float64Array
}

/** Why there is no surface: a shape that can happen, not a misuse. */
export type KrigingRefusal = { readonly reason: 'no points' | 'fewer than two points' | 'points too close' }

/** Leave-one-out predictions and variances, shape [n], in the order of the system's sites. */
export type LeaveOneOut = { readonly predicted: Float64Array; readonly variance: Float64Array }

/** Points nearer than this share of the longest range are one site: no soil changes over a fraction of a millimetre. */
const COINCIDENT_SHARE = 1e-6

/**
 * Points at the same place become one site with the mean of their values: two equal rows would make C singular.
 *
 * @param points n points, any order
 * @param tolerance greatest distance that counts as the same place, unit of the coordinates, 0 or more
 * @returns the sites in order of first appearance, at the place of their first point; O(n^2)
 * @example mergeCoincident([{ x: 0, y: 0, value: 1 }, { x: 0, y: 0, value: 3 }], 0) // [{ x: 0, y: 0, value: 2 }]
 */
export function mergeCoincident(points: readonly KrigingPoint[], tolerance: number): KrigingPoint[] {
  const sites: { x: number; y: number; sum: number; count: number }[] = []
  for (const { x, y, value } of points) {
    const site = sites.find((other) => Math.hypot(other.x - x, other.y - y) <= tolerance)
    if (site) {
      site.sum += value
      site.count += 1
    } else sites.push({ x, y, sum: value, count: 1 })
  }
  return sites.map(({ x, y, sum, count }) => ({ x, y, value: sum / count }))
}

function assertUsable(points: readonly KrigingPoint[], model: CovarianceModel): void {
  if (!(totalSill(model) > 0)) throw new RangeError('the covariance needs a sill above 0')
  const bad = points.find(({ x, y, value }) => ![x, y, value].every(Number.isFinite))
  if (bad) throw new RangeError(`kriging needs finite points, not ${JSON.stringify(bad)}`)
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
 * Solves ordinary kriging (unknown constant mean, every point used) for a layout.
 * Source: Cressie, Statistics for Spatial Data (1993), 3.2 and 3.4.5 (dual form). O(n^3) once.
 *
 * @param points measured points; coincident ones are merged by their mean, a missing value is left out by the caller
 * @param model covariance, fixed: nothing is fitted here
 * @returns the solved system, or the reason why there is none
 * @throws RangeError when a coordinate or value is not finite, or the covariance is not one
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
  const factor = factorCholesky(covarianceMatrix(sites, model), n)
  if (factor === null) return { reason: 'points too close' }
  const value = Float64Array.from(sites, (site) => site.value)
  const ones = solveLower(factor, new Float64Array(n).fill(1))
  const mean = dot(ones, solveLower(factor, value)) / dot(ones, ones)
  const weights = solveUpper(
    factor,
    solveLower(
      factor,
      value.map((z) => z - mean),
    ),
  )
  const x = Float64Array.from(sites, (site) => site.x)
  const y = Float64Array.from(sites, (site) => site.y)
  return { model, x, y, value, factor, ones, mean, weights }
}

/**
 * Prediction in dual form: z(p) = m + c(p)' b. Exact at a site, since the nugget counts at distance 0 only. O(n).
 *
 * @param system from {@link solveKriging}
 * @param x east, unit of the sites
 * @param y north, unit of the sites
 * @returns predicted value, unit of the values
 * @example predictKriging(solveKriging([{ x: 5, y: 5, value: 0.2 }], [{ model: 'Exp', partialSill: 1, range: 9 }]), 1, 2) // 0.2
 */
export function predictKriging(system: KrigingSystem, x: number, y: number): number {
  let sum = system.mean
  for (let i = 0; i < system.x.length; i += 1) {
    sum += (system.weights[i] ?? 0) * covariance(system.model, distanceTo(system, i, x, y))
  }
  return sum
}

/**
 * Kriging variance, nugget included: C(0) - c' C^-1 c + (1 - 1' C^-1 c)^2 / (1' C^-1 1). O(n^2).
 *
 * @param system from {@link solveKriging}
 * @param x east, unit of the sites
 * @param y north, unit of the sites
 * @returns variance, unit of the values squared, 0 or more; its root is the standard deviation
 * @example krigingVariance(solveKriging([{ x: 5, y: 5, value: 0.2 }], [{ model: 'Exp', partialSill: 1, range: 9 }]), 5, 5) // 0
 */
export function krigingVariance(system: KrigingSystem, x: number, y: number): number {
  const c = system.x.map((_, i) => covariance(system.model, distanceTo(system, i, x, y)))
  const v = solveLower(system.factor, c)
  const lack = 1 - dot(system.ones, v)
  // Rounding may leave -1e-17 at a site.
  return Math.max(0, totalSill(system.model) - dot(v, v) + lack ** 2 / dot(system.ones, system.ones))
}

/**
 * What each site would be predicted from all others, covariance held fixed, without n refits: with
 * B = C^-1 - C^-1 1 1' C^-1 / (1' C^-1 1), the error is (B z)_i / B_ii and the variance 1 / B_ii.
 * Source: Dubrule, Mathematical Geology 15 (1983) 687-699. O(n^3).
 *
 * @param system from {@link solveKriging}
 * @returns predictions and variances in the order of the sites, or the reason why there are none
 * @example leaveOneOut(solveKriging([{ x: 0, y: 0, value: 1 }], [{ model: 'Nug', partialSill: 1, range: 0 }])) // { reason: 'fewer than two points' }
 */
export function leaveOneOut(system: KrigingSystem): LeaveOneOut | KrigingRefusal {
  const n = system.x.length
  if (n < 2) return { reason: 'fewer than two points' }
  const inverseOnes = solveUpper(system.factor, system.ones)
  const total = dot(system.ones, system.ones)
  // (B z) = C^-1 (z - m 1): the dual weights themselves.
  const variance = Float64Array.from({ length: n }, (_, i) => {
    const column = solveLower(system.factor, unit(n, i))
    return 1 / (dot(column, column) - (inverseOnes[i] ?? 0) ** 2 / total)
  })
  const predicted = system.value.map((z, i) => z - (system.weights[i] ?? 0) * (variance[i] ?? 0))
  return { predicted, variance }
}

/** Not Math.hypot, whose care for overflow costs most of the time of a surface. */
function distanceTo(system: KrigingSystem, i: number, x: number, y: number): number {
  const dx = (system.x[i] ?? 0) - x
  const dy = (system.y[i] ?? 0) - y
  return Math.sqrt(dx * dx + dy * dy)
}

function unit(n: number, i: number): Float64Array {
  const vector = new Float64Array(n)
  vector[i] = 1
  return vector
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
