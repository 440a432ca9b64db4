/** Kriging variance of an average of covariance models, as one quadratic form for each range. */

import { solveLower } from '../kriging/cholesky.ts'
import type { RangeFactors, MoistureLayout } from './layout.ts'
import type { AveragedModel } from './model-averaging.ts'
import { solveTridiagonal, rotateBack } from '../kriging/tridiagonal.ts'
import { at } from '../kriging/vectors.ts'

/**
 * The variance at a place is the sum over ranges of e' M e, less (prediction - base)^2, with e = [f; k],
 * f = [1] or [1, x / R, y / R] and k_i = exp(-h_i / a).
 */
export type MoistureSpread = {
  /** Terms of the mean, 1 or 3. */
  readonly terms: number
  readonly wettedRadius: number
  /** A value near all others, m3/m3: differences from it keep their digits. */
  readonly base: number
  /** M of each range, symmetric, row-major, shape [p + n, p + n], (m3/m3)^2. */
  readonly forms: readonly { readonly range: number; readonly form: Float64Array }[]
}

/** What a place needs of the field to be judged. */
type Places = { readonly x: Float64Array; readonly y: Float64Array }

/**
 * Gathers the within-model variances s (1 - c' C^-1 c + |G^-1 (f - F' C^-1 c)|^2) and the between-model differences
 * (f' b + c' d - base)^2 of all candidates, weighed by their shares. Source: Hoeting et al., Statistical Science 14
 * (1999) 382-417, law of total variance. O(2 n^3) for each range.
 *
 * @param layout from factorLayout
 * @param candidates of the mixture
 * @returns the quadratic forms
 * @throws RangeError when there is no candidate
 * @example moistureSpread(factorLayout([{ x: 0, y: 0 }], 400), averageModels(factorLayout([{ x: 0, y: 0 }], 400), Float64Array.of(0.2), 'none', 0.0036)).base // 0.2
 */
export function moistureSpread(layout: MoistureLayout, candidates: readonly AveragedModel[]): MoistureSpread {
  const terms = candidates[0]?.coefficients.length
  if (terms === undefined) throw new RangeError('no candidates')
  const base = candidates.reduce((sum, { share, coefficients }) => sum + share * at(coefficients, 0), 0)
  const byFactors = Map.groupBy(candidates, ({ factors }) => factors)
  const forms = [...byFactors].map(([factors, own]) => ({
    range: factors.range,
    form: formOf(layout.x.length, factors, own, terms, base),
  }))
  return { terms, wettedRadius: layout.wettedRadius, base, forms }
}

function formOf(
  n: number,
  factors: RangeFactors,
  candidates: readonly AveragedModel[],
  terms: number,
  base: number,
): Float64Array {
  const order = terms + n
  const form = new Float64Array(order * order)
  addInverses(form, n, terms, factors, candidates)
  for (const { candidate, trend, share, sill, coefficients, rotatedDual } of candidates) {
    const dual = rotateBack(factors.reduced, rotatedDual)
    const shaped = 1 - candidate.nugget
    // (f - F' C^-1 c) as rows over e: G^-1 [I, -(1 - nugget) F' C^-1]
    const back = trend.solved.map((column) => rotateBack(factors.reduced, column))
    const lack = Array.from({ length: terms }, () => new Float64Array(order))
    for (let j = 0; j < order; j += 1) {
      const column = Float64Array.from({ length: terms }, (_, k) =>
        j < terms ? Number(j === k) : -shaped * at(back[k] ?? dual, j - terms),
      )
      solveLower(trend.factor, column).forEach((value, k) => lack[k]?.fill(value, j, j + 1))
    }
    for (const row of lack) addSquare(form, row, share * sill)
    const difference = new Float64Array(order)
    coefficients.forEach((b, k) => (difference[k] = k === 0 ? b - base : b))
    dual.forEach((weight, i) => (difference[terms + i] = shaped * weight))
    addSquare(form, difference, share)
    form[0] = at(form, 0) + share * sill
  }
  return form
}

/** M += scale v v'. */
function addSquare(form: Float64Array, vector: Float64Array, scale: number): void {
  const order = vector.length
  for (let i = 0; i < order; i += 1) {
    const row = scale * at(vector, i)
    for (let j = 0; j < order; j += 1) form[i * order + j] = at(form, i * order + j) + row * at(vector, j)
  }
}

/** M_kk -= Q (sum of share s (1 - nugget)^2 T^-1) Q'. */
function addInverses(
  form: Float64Array,
  n: number,
  terms: number,
  factors: RangeFactors,
  candidates: readonly AveragedModel[],
): void {
  const { rotated } = factors.reduced
  for (let i = 0; i < n; i += 1) {
    const row = Float64Array.from({ length: n }, (_, j) => at(rotated, j * n + i))
    const sum = new Float64Array(n)
    for (const { candidate, share, sill } of candidates) {
      const scale = share * sill * (1 - candidate.nugget) ** 2
      solveTridiagonal(candidate.factor, row).forEach((value, j) => (sum[j] = at(sum, j) + scale * value))
    }
    const order = terms + n
    rotateBack(factors.reduced, sum).forEach((value, j) => {
      form[(terms + i) * order + terms + j] = -value
    })
  }
}

/**
 * Variance at a place that is no probe's. O(ranges n^2 / 2).
 *
 * @param spread from {@link moistureSpread}
 * @param places of the probes, shape [n]
 * @param x m east of the pivot
 * @param y m north of the pivot
 * @param prediction of the same field at the place, m3/m3
 * @returns (m3/m3)^2; rounding may leave it a little below 0
 * @example spreadVariance({ terms: 1, wettedRadius: 9, base: 0, forms: [] }, { x: [], y: [] }, 0, 0, 0) // 0
 */
export function spreadVariance(
  spread: MoistureSpread,
  places: Places,
  x: number,
  y: number,
  prediction: number,
): number {
  const { terms, wettedRadius, base, forms } = spread
  const order = terms + places.x.length
  const extended = new Float64Array(order)
  const trend = [1, x / wettedRadius, y / wettedRadius]
  for (let k = 0; k < terms; k += 1) extended[k] = trend[k] ?? 0
  let variance = -((prediction - base) ** 2)
  for (const { range, form } of forms) {
    for (let i = 0; i < places.x.length; i += 1) {
      const distance = Math.sqrt((at(places.x, i) - x) ** 2 + (at(places.y, i) - y) ** 2)
      extended[terms + i] = Math.exp(-distance / range)
    }
    for (let i = 0; i < order; i += 1) {
      let row = (at(form, i * order + i) * at(extended, i)) / 2
      for (let j = 0; j < i; j += 1) row += at(form, i * order + j) * at(extended, j)
      variance += 2 * row * at(extended, i)
    }
  }
  return variance
}
