/** Which cells of a square grid lie on wetted ground, and where. */

import type { Arc } from '../pivot/pivot.ts'
import { insideWettedCircle, type FieldPoint } from '../pivot/pivot-geometry.ts'

/** A grid over the square [-R, R] x [-R, R]; row 0 is the northernmost, column 0 the westernmost. */
export type MoistureGrid = {
  /** N, cells on a side, 1 to 4,096. */
  readonly size: number
  /** R, m, above 0. */
  readonly wettedRadius: number
  readonly arc: Arc
}

/** A placed probe: metres east and north of the pivot; root-zone value, m3/m3, null when it is silent. */
export type SurfaceProbe = FieldPoint & { readonly value: number | null }

/** What to draw: probes, and the grid over their field. */
export type SurfaceRequest = MoistureGrid & { readonly probes: readonly SurfaceProbe[] }

/** Cells on a side at most: 16 million cells are more than any screen has points. */
const SIZE_MAX = 4096

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
 * Cells whose centre lies inside the wetted circle or part circle. O(N^2).
 *
 * @param grid size, radius and arc
 * @returns row-major indices, rising
 * @throws RangeError when the size or the radius is out of range
 * @example wettedCells({ size: 2, wettedRadius: 100, arc: [0, 90] }) // { 0: 1 }
 */
export function wettedCells({ size, wettedRadius, arc }: MoistureGrid): Int32Array {
  if (!Number.isInteger(size) || size < 1 || size > SIZE_MAX)
    throw new RangeError(`grid of ${size} cells on a side`)
  if (!(wettedRadius > 0) || wettedRadius === Infinity)
    throw new RangeError(`wetted radius ${wettedRadius} m`)
  const cells = new Int32Array(size * size)
  let count = 0
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const centre = cellCentre(row, column, size, wettedRadius)
      // the bearing, which is what costs, matters on a part circle only
      if (Math.sqrt(centre.x * centre.x + centre.y * centre.y) > wettedRadius) continue
      if (arc !== null && !insideWettedCircle(centre, wettedRadius, arc)) continue
      cells[count] = row * size + column
      count += 1
    }
  return cells.slice(0, count)
}
