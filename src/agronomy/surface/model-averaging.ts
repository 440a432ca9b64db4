/** Averages covariance models weighted by restricted maximum likelihood on a fixed grid, with leave-one-out predictions. */

import { solveLower, solveUpper } from '../kriging/cholesky.ts'
import type { AveragedModel, LayoutCandidate, RangeFactors, LayoutTrend, MoistureLayout } from './layout.ts'
import { solveTridiagonal, rotateBack, rotateVector } from '../kriging/tridiagonal.ts'
import { at, dot } from '../kriging/vectors.ts'

/** Least standard deviation of a fit, m3/m3: the repeatability of a sensor. */
const LEAST_DEVIATION = 0.005

/**
 * Weights each candidate of a layout by exp of its profiled restricted log-likelihood, -1/2 ((n - p) log s + log |C| +
 * log |F' C^-1 F|). Source: Patterson and Thompson (1971); Handcock and Stein (1993). O(ranges n^2 + candidates n).
 *
 * @param layout from factorLayout, of at least one place
 * @param values z at each place, shape [n]
 * @param sill s where it is fixed (few probes), else null
 * @param unit u, m3/m3 per unit of value
 * @returns the candidates, longest range first; null where the places do not determine the plane
 * @throws RangeError when values do not match the places
 * @example averageModels(factorLayout([{ x: 0, y: 0 }], 400), Float64Array.of(0.2), 'none', 0.0036)[0].share // 1
 */
export function averageModels(
  layout: MoistureLayout,
  values: Float64Array,
  drift: 'none' | 'plane',
  sill: number | null,
  unit = 1,
): AveragedModel[] | null {
  const n = layout.x.length
  if (values.length !== n) throw new RangeError(`${values.length} values for ${n} places`)
  const middle = values.reduce((sum, value) => sum + value, 0) / n
  // centred, so that sums of squares keep their digits
  const centred = values.map((value) => value - middle)
  const candidates: AveragedModel[] = []
  // of all candidates: an array of its own for each costs more than its numbers do
  const count = layout.ranges.reduce((sum, factors) => sum + factors.candidates.length, 0)
  const duals = new Float64Array(count * n)
  const residual = new Float64Array(n)
  for (const factors of layout.ranges) {
    const rotated = rotateVector(factors.reduced, centred)
    for (const candidate of factors.candidates) {
      const trend = drift === 'plane' ? candidate.plane : candidate.constant
      if (trend === null) return null
      const rotatedDual = duals.subarray(candidates.length * n, (candidates.length + 1) * n)
      const into = { residual, rotatedDual }
      const { coefficients, square } = solveCandidate(factors, candidate, trend, rotated, into)
      const free = n - coefficients.length
      const fitted = sill ?? Math.max((LEAST_DEVIATION / unit) ** 2, square / free)
      coefficients[0] = at(coefficients, 0) + middle
      candidates.push({
        factors,
        candidate,
        trend,
        score: -(free * Math.log(fitted) + candidate.logDeterminant + trend.logDeterminant) / 2,
        share: 0,
        sill: fitted,
        square,
        coefficients,
        rotatedDual,
      })
    }
  }
  return poolModels([candidates])[0] ?? null
}

/**
 * Common model weights for several depths from their mean score; not the sum, because depths of one probe are not
 * independent. O(depths).
 *
 * @param depths candidates of each depth from {@link averageModels}, in the same order
 * @returns the same candidates with the shares that all depths have in common
 * @example poolModels([[{ score: 0 }, { score: 0 }], [{ score: 0 }, { score: 2 }]])[0][1].share // 0.73106
 */
export function poolModels(depths: readonly (readonly AveragedModel[])[]): AveragedModel[][] {
  const scores = (depths[0] ?? []).map(
    (_, k) => depths.reduce((sum, candidates) => sum + (candidates[k]?.score ?? 0), 0) / depths.length,
  )
  const best = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - best))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return depths.map((candidates) =>
    candidates.map((candidate, k) => ({ ...candidate, share: (shares[k] ?? 0) / total })),
  )
}

/** @param into receives the residual and its dual weights, both rotated */
function solveCandidate(
  { columns }: RangeFactors,
  { factor }: LayoutCandidate,
  trend: LayoutTrend,
  rotated: Float64Array,
  into: { residual: Float64Array; rotatedDual: Float64Array },
) {
  const { residual, rotatedDual } = into
  const { solved, factor: ofTrend } = trend
  const count = solved.length
  // solved in place: for the one coefficient of a constant, further arrays would cost more than the solution
  const coefficients = new Float64Array(count)
  for (let k = 0; k < count; k += 1) coefficients[k] = dot(solved[k] ?? rotated, rotated)
  solveUpper(ofTrend, solveLower(ofTrend, coefficients, count, coefficients), coefficients)
  residual.set(rotated)
  for (let k = 0; k < coefficients.length; k += 1) {
    const column = columns[k] ?? residual
    const b = at(coefficients, k)
    for (let i = 0; i < residual.length; i += 1) residual[i] = at(residual, i) - b * at(column, i)
  }
  solveTridiagonal(factor, residual, rotatedDual)
  return { coefficients, square: dot(residual, rotatedDual) }
}

/**
 * Leave-one-out error of an average with weights and covariances fixed: sum of share x (C^-1 r)_i / B_ii. Source:
 * Dubrule, Mathematical Geology 15 (1983) 687-699. O(candidates n^2).
 *
 * @param candidates from {@link averageModels}
 * @returns root mean square of the errors, m3/m3
 * @example leaveOneOutError(averageModels(factorLayout([{ x: 0, y: 0 }, { x: 9, y: 0 }], 400), Float64Array.of(0.2, 0.3), 'none', 1)) // 0.1
 */
export function leaveOneOutError(candidates: readonly AveragedModel[]): number {
  const errors = new Float64Array(candidates[0]?.rotatedDual.length ?? 0)
  for (const { factors, share, rotatedDual, trend } of candidates) {
    const dual = rotateBack(factors.reduced, rotatedDual)
    for (let i = 0; i < errors.length; i += 1)
      errors[i] = at(errors, i) + (share * at(dual, i)) / at(trend.precision, i)
  }
  return Math.sqrt(dot(errors, errors) / errors.length)
}

/**
 * F statistic of the slopes of a plane under the most likely covariance, with 2 and n - 3 degrees of freedom: ((r0'
 * C^-1 r0 - r1' C^-1 r1) / 2) / (r1' C^-1 r1 / (n - 3)). O(n).
 *
 * @param layout from factorLayout
 * @param values z at each place, m3/m3, shape [n]
 * @param plain candidates without a drift
 * @returns F, 0 or more; 0 where the places do not determine a plane
 * @example planeRatio(factorLayout([{ x: 0, y: 0 }], 400), Float64Array.of(0.2), []) // 0
 */
export function planeRatio(
  layout: MoistureLayout,
  values: Float64Array,
  plain: readonly AveragedModel[],
): number {
  const n = layout.x.length
  const [first] = plain
  if (!first) return 0
  const { factors, candidate, square } = plain.reduce(
    (best, model) => (model.share > best.share ? model : best),
    first,
  )
  if (candidate.plane === null) return 0
  const middle = values.reduce((sum, value) => sum + value, 0) / n
  const rotated = rotateVector(
    factors.reduced,
    values.map((value) => value - middle),
  )
  const into = { residual: new Float64Array(n), rotatedDual: new Float64Array(n) }
  const withPlane = solveCandidate(factors, candidate, candidate.plane, rotated, into).square
  return withPlane > 0 ? (square - withPlane) / 2 / (withPlane / (n - 3)) : Infinity
}
