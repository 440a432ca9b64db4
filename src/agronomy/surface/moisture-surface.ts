/** The moisture surface of a pivot: a grid of kriged values over its wetted circle, in the frame of the field. */

import { solveMoisture } from './moisture-field.ts'
import { moistureDeviation, predictMoisture, type MoistureField } from './solved-field.ts'
import { cellCentre, type MoistureGrid, type SurfaceRequest, wettedCells } from './grid.ts'
import type { MoistureModel, NoReadings } from './covariance-models.ts'

/** A grid over the square [-R, R] x [-R, R]; row 0 is the northernmost, column 0 the westernmost. */
export type MoistureSurface = {
  readonly size: number
  readonly wettedRadius: number
  /** Row-major, shape [N, N], m3/m3; NaN outside the wetted circle or part circle. */
  readonly values: Float64Array
  /** Kriging standard deviation, the same shape; null unless requested. */
  readonly deviation: Float64Array | null
  /** Least and greatest value inside, m3/m3; NaN when no cell's centre lies inside. */
  readonly min: number
  readonly max: number
  readonly model: MoistureModel
  /** The same surface at any point: predictMoisture(field, x, y) equals the grid at a cell's centre. */
  readonly field: MoistureField
}

/**
 * The surface through the probes' valid values. O(6 n^3 + 2 N^2 n). A probe outside the circle still counts: its soil is real.
 *
 * @param request probes, wetted radius, arc and grid size
 * @param withDeviation whether the uncertainty of each cell is needed, O(N^2 n^2) more
 * @returns the surface, or the reason why there is none
 * @throws RangeError when the size, the radius or a number is out of range
 * @example moistureSurface({ probes: [], wettedRadius: 400, arc: null, size: 100 }) // { reason: 'no readings' }
 */
export function moistureSurface(
  request: SurfaceRequest,
  withDeviation = false,
): MoistureSurface | NoReadings {
  const { probes, wettedRadius } = request
  const points = probes.flatMap(({ x, y, value }) => (value === null ? [] : [{ x, y, value }]))
  const field = solveMoisture(points, wettedRadius, withDeviation)
  return 'reason' in field ? field : surfaceOfField(field, request, withDeviation)
}

/**
 * The surface of a field that is solved. O(N^2 n).
 *
 * @param field of any quantity
 * @param grid wetted radius, arc and size
 * @param withDeviation whether the uncertainty of each cell is wanted, of a field with its spread
 * @returns the surface
 * @throws RangeError when the size or the radius is out of range
 * @example surfaceOfField(solveMoisture([{ x: 5, y: 5, value: 0.2 }], 400), { wettedRadius: 400, arc: null, size: 2 }).max // 0.2
 */
export function surfaceOfField(
  field: MoistureField,
  grid: MoistureGrid,
  withDeviation = false,
): MoistureSurface {
  const { wettedRadius, size } = grid
  const cells = wettedCells(grid)
  const values = new Float64Array(size * size).fill(Number.NaN)
  const deviation = withDeviation ? values.slice() : null
  let min = Number.NaN
  let max = Number.NaN
  for (const cell of cells) {
    const { x, y } = cellCentre(Math.floor(cell / size), cell % size, size, wettedRadius)
    const value = predictMoisture(field, x, y)
    values[cell] = value
    if (deviation) deviation[cell] = moistureDeviation(field, x, y)
    // Written so that the first value replaces NaN.
    if (!(min <= value)) min = value
    if (!(max >= value)) max = value
  }
  return { size, wettedRadius, values, deviation, min, max, model: field.model, field }
}
