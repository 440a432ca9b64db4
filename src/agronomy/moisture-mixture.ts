/** Covariances weighed by restricted maximum likelihood on a fixed grid, and what each place would be without itself. */

import { solveLower, solveUpper } from './cholesky.ts'
import type { LayoutCandidate, LayoutRung, LayoutTrend, MoistureLayout } from './moisture-layout.ts'
import { solveTridiagonal, turnBack, turnVector } from './tridiagonal.ts'
import { at, dot } from './vectors.ts'

/** A candidate solved for one set of values. */
export type WeighedCandidate = {
  readonly rung: LayoutRung
  readonly candidate: LayoutCandidate
  readonly trend: LayoutTrend
  /** Its share of the mixture, 0 to 1; all add up to 1. */
  readonly share: number
  /** s = r' C^-1 r / (n - p), C with a sill of 1; (m3/m3)^2. */
  readonly sill: number
  /** Generalised least squares of [1, x / R, y / R] or of the mean alone; shape [p], m3/m3. */
  readonly coefficients: Float64Array
  /** Dual weights C^-1 (z - F b), C with a sill of 1; shape [n]. */
  readonly dual: Float64Array
}

/** Candidates with their shares, and how well the mixture foretells each place from the others. */
export type Mixture = {
  readonly candidates: readonly WeighedCandidate[]
  /** Root mean square of leave-one-out errors, shares and covariances held fixed, m3/m3. */
  readonly leaveOneOutError: number
}

/** Least sill of a fit, (m3/m3)^2: no sensor repeats itself better than 0.005. */
const LEAST_SILL = 0.005 ** 2

/**
 * Scores every candidate of a layout by restricted likelihood, its sill profiled out,
 * -1/2 ((n - p) log s + log |C| + log |F' C^-1 F|), and weighs it by exp(score). Source: Patterson and Thompson,
 * Biometrika 58 (1971) 545-554; Handcock and Stein, Technometrics 35 (1993) 403-410. O(candidates n^2).
 *
 * @param layout from layMoisture, of at least one place
 * @param values z at each place, m3/m3, shape [n]
 * @param drift whether the mean is a plane
 * @param sill s where it is not fitted (few probes), else null
 * @returns the mixture; null where the places do not determine the plane
 * @throws RangeError when the values are not as many as the places
 * @example weighCandidates(layMoisture([{ x: 0, y: 0 }], 400), Float64Array.of(0.2), 'none', 0.0036).candidates[0].share // 1
 */
export function weighCandidates(
  layout: MoistureLayout,
  values: Float64Array,
  drift: 'none' | 'plane',
  sill: number | null,
): Mixture | null {
  const n = layout.x.length
  if (values.length !== n) throw new RangeError(`${values.length} values for ${n} places`)
  const middle = values.reduce((sum, value) => sum + value, 0) / n
  // about their mean, so that sums of squares keep their digits
  const centred = values.map((value) => value - middle)
  const solved: (Omit<WeighedCandidate, 'share'> & { score: number })[] = []
  for (const rung of layout.rungs) {
    const turned = turnVector(rung.reduced, centred)
    for (const candidate of rung.candidates) {
      const trend = drift === 'plane' ? candidate.plane : candidate.constant
      if (trend === null) return null
      const { coefficients, dual, square } = solveCandidate(rung, candidate, trend, turned)
      const free = n - coefficients.length
      const own = sill ?? Math.max(LEAST_SILL, square / free)
      const score = -(free * Math.log(own) + candidate.logDeterminant + trend.logDeterminant) / 2
      coefficients[0] = at(coefficients, 0) + middle
      solved.push({ rung, candidate, trend, sill: own, coefficients, dual, score })
    }
  }
  const best = Math.max(...solved.map(({ score }) => score))
  const total = solved.reduce((sum, { score }) => sum + Math.exp(score - best), 0)
  const candidates = solved.map(({ score, ...rest }) => ({ ...rest, share: Math.exp(score - best) / total }))
  return { candidates, leaveOneOutError: leaveOneOutError(candidates, n) }
}

function solveCandidate(
  { reduced, columns }: LayoutRung,
  { factor }: LayoutCandidate,
  trend: LayoutTrend,
  turned: Float64Array,
) {
  const right = Float64Array.from(trend.solved, (column) => dot(column, turned))
  const coefficients = solveUpper(trend.factor, solveLower(trend.factor, right))
  const residual = turned.map((z, i) =>
    coefficients.reduce((sum, b, k) => sum - b * at(columns[k] ?? turned, i), z),
  )
  const solved = solveTridiagonal(factor, residual)
  return { coefficients, square: dot(residual, solved), dual: turnBack(reduced, solved) }
}

/** Error at a place: sum of share x (C^-1 (z - F b))_i / B_ii. Source: Dubrule (1983), see kriging.ts. */
function leaveOneOutError(candidates: readonly WeighedCandidate[], n: number): number {
  let squares = 0
  for (let i = 0; i < n; i += 1) {
    let error = 0
    for (const { share, dual, trend } of candidates) error += (share * at(dual, i)) / at(trend.precision, i)
    squares += error * error
  }
  return Math.sqrt(squares / n)
}
