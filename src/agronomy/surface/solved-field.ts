/** A solved moisture field: plain data, with its value and uncertainty at any place. */

import { at } from '../kriging/vectors.ts'
import type { MoistureModel } from './covariance-models.ts'

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

/** Dual weights of one range, all its nuggets together: shape [n], m3/m3. */
export type RangeWeights = { readonly range: number; readonly weights: Float64Array }

/** A solved field. Plain data: predictions are functions over it, and it may be posted to another thread. */
export type MoistureField = {
  /** The rule that was used, with the figures that a legend or a log may print. */
  readonly model: MoistureModel
  /** Places, m about the pivot, and their values, m3/m3; coincident probes merged by their mean; shape [n]. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly value: Float64Array
  /** Mean b0 + b1 x + b2 y: m3/m3, and m3/m3 per m; shape [3]. */
  readonly trend: Float64Array
  /** Longest range first. */
  readonly ranges: readonly RangeWeights[]
  /** Terms of the uncertainty; null unless requested. */
  readonly spread: MoistureSpread | null
}

/**
 * Moisture at a place: b0 + b1 x + b2 y + the sum over ranges of w' exp(-h / a). Exact at a probe, since the nugget
 * counts at distance 0 only. O(2 n).
 *
 * @param field from {@link solveMoisture}
 * @returns volumetric water content, m3/m3
 * @example predictMoisture(solveMoisture([{ x: 5, y: 5, value: 0.2 }], 400), 0, 0) // 0.2
 */
export function predictMoisture(field: MoistureField, x: number, y: number): number {
  let sum = at(field.trend, 0) + at(field.trend, 1) * x + at(field.trend, 2) * y
  for (let i = 0; i < field.x.length; i += 1) {
    const [dx, dy] = [at(field.x, i) - x, at(field.y, i) - y]
    // not Math.hypot: its overflow protection would dominate the cost of a surface
    const distance = Math.sqrt(dx * dx + dy * dy)
    if (distance === 0) return at(field.value, i)
    for (const { range, weights } of field.ranges) sum += at(weights, i) * Math.exp(-distance / range)
  }
  return sum
}

/**
 * The same for several fields of one layout, with shared correlations. O((2 exponentials + fields) n).
 *
 * @param fields from one call of solveDepths, 1 or more
 * @returns the value of each field, shape [fields]
 * @throws RangeError when the fields have different layouts
 * @example predictTogether(solveDepths(factorLayout([{ x: 5, y: 5 }], 400), [[0.2], [0.5]]), 0, 0) // { 0: 0.2, 1: 0.5 }
 */
export function predictTogether(fields: readonly MoistureField[], x: number, y: number): Float64Array {
  const [first] = fields
  if (first === undefined) return new Float64Array(0)
  if (fields.some((field) => field.x !== first.x)) throw new RangeError('fields of several layouts')
  const predictions = Float64Array.from(
    fields,
    ({ trend }) => at(trend, 0) + at(trend, 1) * x + at(trend, 2) * y,
  )
  for (let i = 0; i < first.x.length; i += 1) {
    const [dx, dy] = [at(first.x, i) - x, at(first.y, i) - y]
    const distance = Math.sqrt(dx * dx + dy * dy)
    if (distance === 0) return Float64Array.from(fields, ({ value }) => at(value, i))
    for (let r = 0; r < first.ranges.length; r += 1) {
      const correlation = Math.exp(-distance / (first.ranges[r]?.range ?? Infinity))
      for (let k = 0; k < predictions.length; k += 1) {
        const weights = fields[k]?.ranges[r]?.weights
        if (weights) predictions[k] = at(predictions, k) + at(weights, i) * correlation
      }
    }
  }
  return predictions
}

/**
 * Kriging standard deviation at a place, with nugget and uncertainty between models; 0 at a probe. O(n^2).
 *
 * @param field from {@link solveMoisture}, with its spread
 * @returns m3/m3, 0 or more
 * @throws RangeError when the field was solved without its spread
 * @example moistureDeviation(solveMoisture([{ x: 5, y: 5, value: 0.2 }], 400, true), 5, 5) // 0
 */
export function moistureDeviation(field: MoistureField, x: number, y: number): number {
  if (field.spread === null) throw new RangeError('a field that was solved without its spread')
  if (field.x.some((east, i) => east === x && at(field.y, i) === y)) return 0
  return Math.sqrt(Math.max(0, spreadVariance(field.spread, field, x, y, predictMoisture(field, x, y))))
}

type Places = { readonly x: Float64Array; readonly y: Float64Array }

/**
 * Variance at a place without a probe. O(ranges n^2 / 2).
 *
 * @param spread from {@link moistureSpread}
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
