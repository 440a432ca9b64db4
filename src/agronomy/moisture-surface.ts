/** The moisture surface of a pivot: a grid of kriged values over its wetted circle, in the frame of the field. */

import { predictMoisture, solveMoisture, type MoistureField } from './moisture-field.ts'
import type { MoistureModel, NoReadings } from './moisture-model.ts'
import { insideWettedCircle, type Arc, type FieldPoint } from './pivot-geometry.ts'

/** A placed probe: metres east and north of the pivot; root-zone value, m3/m3, null when it is silent. */
export type SurfaceProbe = FieldPoint & { readonly value: number | null }

/** What to draw: probes, the wetted circle with its arc, and the number of cells on a side. */
export type SurfaceRequest = {
  readonly probes: readonly SurfaceProbe[]
  /** R, m, above 0. */
  readonly wettedRadius: number
  readonly arc: Arc
  /** N, cells on a side, 1 to 4,096. */
  readonly size: number
}

/** A grid over the square [-R, R] x [-R, R]; row 0 is the northernmost, column 0 the westernmost. */
export type MoistureSurface = {
  readonly size: number
  readonly wettedRadius: number
  /** Row-major, shape [N, N], m3/m3; NaN outside the wetted circle or part circle. */
  readonly values: Float64Array
  /** Least and greatest value inside, m3/m3; NaN when no cell's centre lies inside. */
  readonly min: number
  readonly max: number
  readonly model: MoistureModel
  /** The same surface at any point: predictMoisture(field, x, y) equals the grid at a cell's centre. */
  readonly field: MoistureField
}

/**
 * Centre of a grid cell: x = R (2 (column + 0.5) / N - 1), y = R (1 - 2 (row + 0.5) / N).
 *
 * @param row from 0 at the north
 * @param column from 0 at the west
 * @param size N
 * @param wettedRadius R, m
 * @returns m east and north of the pivot
 * @example cellCentre(0, 1, 2, 100) // { x: 50, y: 50 }
 */
export function cellCentre(row: number, column: number, size: number, wettedRadius: number): FieldPoint {
  return {
    x: wettedRadius * ((2 * (column + 0.5)) / size - 1),
    y: wettedRadius * (1 - (2 * (row + 0.5)) / size),
  }
}

/**
 * The surface through the probes' valid values. O(8 n^3 + 3 N^2 n). A probe outside the circle still counts: its soil is real.
 *
 * @param request probes, wetted radius, arc and grid size
 * @returns the surface, or the reason why there is none
 * @throws RangeError when the size, the radius or a number is out of range
 * @example moistureSurface({ probes: [], wettedRadius: 400, arc: null, size: 100 }) // { reason: 'no readings' }
 */
export function moistureSurface(request: SurfaceRequest): MoistureSurface | NoReadings {
  const { probes, wettedRadius, arc, size } = request
  if (!Number.isInteger(size) || size < 1 || size > 4096)
    throw new RangeError(`grid of ${size} cells on a side`)
  const points = probes.flatMap(({ x, y, value }) => (value === null ? [] : [{ x, y, value }]))
  const field = solveMoisture(points, wettedRadius)
  if ('reason' in field) return field

  const values = new Float64Array(size * size).fill(Number.NaN)
  let min = Number.NaN
  let max = Number.NaN
  for (let cell = 0; cell < values.length; cell += 1) {
    const centre = cellCentre(Math.floor(cell / size), cell % size, size, wettedRadius)
    if (!insideWettedCircle(centre, wettedRadius, arc)) continue
    const value = predictMoisture(field, centre.x, centre.y)
    values[cell] = value
    // Written so that the first value replaces NaN.
    if (!(min <= value)) min = value
    if (!(max >= value)) max = value
  }
  return { size, wettedRadius, values, min, max, model: field.model, field }
}
