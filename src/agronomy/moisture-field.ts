/** Soil moisture of a field at any place, solved once from the values of its probes. */

import {
  krigingVariance,
  predictKriging,
  solveKriging,
  type KrigingPoint,
  type KrigingRefusal,
  type KrigingSystem,
} from './kriging.ts'
import { moistureModel, type MoistureModel, type NoReadings } from './moisture-model.ts'

/** A solved field. Plain data: predictions are functions over it, and it may be posted to another thread. */
export type MoistureField = {
  /** The rule that was used, with the figures that a legend or a log may print. */
  readonly model: MoistureModel
  readonly system: KrigingSystem
}

/**
 * Solves the moisture of a field from the valid values of its probes, by the product's rule for their number.
 *
 * @param points probes with a value, m3/m3, at x east and y north of the pivot, m
 * @param wettedRadius R, m, above 0
 * @returns the solved field, or the reason why there is none
 * @throws RangeError when a number is not finite or the radius is not above 0
 * @example solveMoisture([], 400) // { reason: 'no readings' }
 */
export function solveMoisture(
  points: readonly KrigingPoint[],
  wettedRadius: number,
): MoistureField | NoReadings | KrigingRefusal {
  const model = moistureModel(
    points.map(({ value }) => value),
    wettedRadius,
  )
  if ('reason' in model) return model
  const system = solveKriging(points, model.covariance)
  return 'reason' in system ? system : { model, system }
}

/**
 * Moisture at a place. Exact at a probe. O(n).
 *
 * @param field from {@link solveMoisture}
 * @param x m east of the pivot
 * @param y m north of the pivot
 * @returns volumetric water content, m3/m3
 * @example predictMoisture(solveMoisture([{ x: 5, y: 5, value: 0.2 }], 400), 0, 0) // 0.2
 */
export function predictMoisture(field: MoistureField, x: number, y: number): number {
  return predictKriging(field.system, x, y)
}

/**
 * Kriging standard deviation at a place, nugget included: what a further probe's value there would differ by. O(n^2).
 *
 * @param field from {@link solveMoisture}
 * @param x m east of the pivot
 * @param y m north of the pivot
 * @returns m3/m3, 0 or more
 * @example moistureDeviation(solveMoisture([{ x: 5, y: 5, value: 0.2 }], 400), 5, 5) // 0
 */
export function moistureDeviation(field: MoistureField, x: number, y: number): number {
  return Math.sqrt(krigingVariance(field.system, x, y))
}
