/** How well the rule for surfaces foretells each probe from the others, everything chosen anew without it. */

import type { KrigingPoint } from '../kriging/kriging.ts'
import { solveMoisture } from './moisture-field.ts'
import { moistureDeviation, predictMoisture } from './solved-field.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'

/** Leave-one-out figures of n points. */
export type CrossValidation = {
  /** Root mean square error, unit of the values. */
  readonly error: number
  /** The same of the plain mean of the others. */
  readonly meanError: number
  /** How many of the n stand within 1.645 standard deviations of what was foretold: 90 % of a normal distribution. */
  readonly held: number
}

/** Half the width of a nominal 90 % interval, in standard deviations. */
export const NINETY_PERCENT = 1.645

/**
 * Leaves each point out, solves the field anew from the others (covariances weighed again, plane decided again) and
 * foretells it. O(n^4).
 *
 * @param points measured points, n at least 2, no two at one place
 * @param wettedRadius R, unit of the coordinates, above 0
 * @returns the figures
 * @throws RangeError below two points or when a number is out of range
 * @example crossValidate([{ x: 0, y: 0, value: 1 }, { x: 9, y: 0, value: 3 }], 100) // { error: 2, meanError: 2, held: 0 }
 */
export function crossValidate(points: readonly KrigingPoint[], wettedRadius: number): CrossValidation {
  if (points.length < 2) throw new RangeError(`foresight of ${points.length} points`)
  let [squares, meanSquares, held] = [0, 0, 0]
  points.forEach((left, i) => {
    const others = points.filter((_, k) => k !== i)
    const field = solveMoisture(others, wettedRadius, true)
    if ('reason' in field) throw new RangeError(field.reason)
    const error = predictMoisture(field, left.x, left.y) - left.value
    const mean = others.reduce((sum, { value }) => sum + value, 0) / others.length
    squares += error * error
    meanSquares += (mean - left.value) ** 2
    if (Math.abs(error) <= NINETY_PERCENT * moistureDeviation(field, left.x, left.y)) held += 1
  })
  const n = points.length
  return { error: Math.sqrt(squares / n), meanError: Math.sqrt(meanSquares / n), held }
}

/**
 * The circle about points whose pivot nobody knows: about the middle of their extents, through the farthest.
 *
 * @param points n at least 1
 * @returns its radius, unit of the coordinates
 * @throws RangeError without points
 * @example radiusAround([{ x: 0, y: 0 }, { x: 6, y: 8 }]) // 5
 */
export function radiusAround(points: readonly FieldPoint[]): number {
  if (points.length === 0) throw new RangeError('a circle about no points')
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [x, y] = [middle(points.map((point) => point.x)), middle(points.map((point) => point.y))]
  return Math.max(...points.map((point) => Math.hypot(point.x - x, point.y - y)))
}
