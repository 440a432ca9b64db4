/** Kriging variance of an average of covariance models, as one quadratic form for each range. */

import { solveLower } from '../kriging/cholesky.ts'
import type { RangeFactors, MoistureLayout } from './layout.ts'
import type { AveragedModel } from './layout.ts'
import type { MoistureSpread } from './solved-field.ts'
import { solveTridiagonal, rotateBack } from '../kriging/tridiagonal.ts'
import { at } from '../kriging/vectors.ts'

/**
 * Variance of an average of models, within s (1 - c' C^-1 c + |G^-1 (f - F' C^-1 c)|^2) plus between (f' b + c' d -
 * base)^2, as quadratic forms. Source: Hoeting et al., Statistical Science 14 (1999) 382-417. O(2 n^3 per range).
 *
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
    const structured = 1 - candidate.nugget
    // (f - F' C^-1 c) as rows over e: G^-1 [I, -(1 - nugget) F' C^-1]
    const back = trend.solved.map((column) => rotateBack(factors.reduced, column))
    const trendResidual = Array.from({ length: terms }, () => new Float64Array(order))
    for (let j = 0; j < order; j += 1) {
      const column = Float64Array.from({ length: terms }, (_, k) =>
        j < terms ? Number(j === k) : -structured * at(back[k] ?? dual, j - terms),
      )
      solveLower(trend.factor, column).forEach((value, k) => trendResidual[k]?.fill(value, j, j + 1))
    }
    for (const row of trendResidual) addSquare(form, row, share * sill)
    const difference = new Float64Array(order)
    coefficients.forEach((b, k) => (difference[k] = k === 0 ? b - base : b))
    dual.forEach((weight, i) => (difference[terms + i] = structured * weight))
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
