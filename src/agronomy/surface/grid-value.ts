/** Interpolated values between grid cells: on a picture, under a pointer, over a sector. */

import { fromPolar, type FieldPoint } from '../pivot/pivot-geometry.ts'

/** Cells over the square [-R, R] x [-R, R], row 0 the northernmost; NaN outside the wetted circle. */
export type GridOfCells = {
  readonly size: number
  /** R, m. */
  readonly wettedRadius: number
  /** Row-major, shape [size, size]. */
  readonly cells: ArrayLike<number>
}

/** Largest distance of the nearest cell used at the rim, cells. */
const REACH = 2

/** Points along the radius and round the sector that a mean is taken over, of equal area each. */
const SAMPLES = 5

/**
 * Value at a place: linear between the centres of cells; at the rim, where neighbours are missing, that of the nearest.
 *
 * @param grid cells of a surface
 * @param place x east and y north of the pivot, m
 * @returns the value, or NaN where no cell is within two cells
 * @example gridValue({ size: 2, wettedRadius: 100, cells: [1, 2, 1, 2] }, { x: 0, y: 0 }) // 1.5
 */
export function gridValue({ size, wettedRadius, cells }: GridOfCells, { x, y }: FieldPoint): number {
  const beyond = wettedRadius * (1 + (2 * REACH) / size)
  if (Math.abs(x) > beyond || Math.abs(y) > beyond) return Number.NaN
  const clamped = (cell: number) => Math.max(0, Math.min(size - 1, cell))
  const row = clamped(((1 - y / wettedRadius) / 2) * size - 0.5)
  const column = clamped(((1 + x / wettedRadius) / 2) * size - 0.5)
  const [north, west] = [Math.floor(row), Math.floor(column)]
  const [south, east] = [clamped(north + 1), clamped(west + 1)]
  const [v, u] = [row - north, column - west]
  const at = (r: number, c: number) => cells[r * size + c] ?? Number.NaN
  const linear =
    (at(north, west) * (1 - u) + at(north, east) * u) * (1 - v) +
    (at(south, west) * (1 - u) + at(south, east) * u) * v
  return Number.isNaN(linear) ? nearestCell(row, column, size, at) : linear
}

/**
 * Values along a line from west to east, as `gridValue` has them: a picture asks for half a million.
 *
 * @param xs east of the pivot, m
 * @param y north of the pivot, m
 * @param values written: one for each of `xs`, NaN where no cell is within two cells
 * @example ((row) => (gridRow({ size: 2, wettedRadius: 100, cells: [1, 2, 1, 2] }, [0], 0, row), row))([9]) // [1.5]
 */
export function gridRow(
  grid: GridOfCells,
  xs: ArrayLike<number>,
  y: number,
  values: Float64Array | number[],
): void {
  const { size, wettedRadius, cells } = grid
  const row = ((1 - y / wettedRadius) / 2) * size - 0.5
  const north = Math.floor(row)
  const [v, inside] = [row - north, row >= 0 && north + 1 < size]
  for (let i = 0; i < xs.length; i += 1) {
    const x = xs[i] ?? 0
    const column = ((1 + x / wettedRadius) / 2) * size - 0.5
    const west = Math.floor(column)
    const at = north * size + west
    const u = column - west
    let value = Number.NaN
    if (inside && column >= 0 && west + 1 < size)
      value =
        ((cells[at] ?? Number.NaN) * (1 - u) + (cells[at + 1] ?? Number.NaN) * u) * (1 - v) +
        ((cells[at + size] ?? Number.NaN) * (1 - u) + (cells[at + size + 1] ?? Number.NaN) * u) * v
    // at an edge, or beside a cell that has no value
    values[i] = Number.isNaN(value) ? gridValue(grid, { x, y }) : value
  }
}

function nearestCell(
  row: number,
  column: number,
  size: number,
  at: (r: number, c: number) => number,
): number {
  let value = Number.NaN
  let least = Infinity
  for (let r = Math.ceil(row - REACH); r <= row + REACH; r += 1) {
    for (let c = Math.ceil(column - REACH); c <= column + REACH; c += 1) {
      if (r < 0 || c < 0 || r >= size || c >= size) continue
      const distance = (r - row) ** 2 + (c - column) ** 2
      if (distance < least && !Number.isNaN(at(r, c))) {
        least = distance
        value = at(r, c)
      }
    }
  }
  return value
}

/** Part of a ring: bearings in degrees clockwise from north, radii in m. */
export type RingPart = {
  readonly from: number
  readonly to: number
  readonly inner: number
  readonly outer: number
}

/**
 * Mean over part of a ring, from 5 x 5 points of equal area; points without a value are left out.
 *
 * @param grid cells of a surface
 * @param part bearings [from, to], degrees, and radii [inner, outer], m
 * @returns the mean, or NaN where there is no value
 * @example meanOverRing({ size: 1, wettedRadius: 9, cells: [0.2] }, { from: 0, to: 30, inner: 0, outer: 9 }) // 0.2
 */
export function meanOverRing(grid: GridOfCells, { from, to, inner, outer }: RingPart): number {
  let sum = 0
  let count = 0
  for (let k = 0; k < SAMPLES; k += 1) {
    const distance = Math.sqrt(inner ** 2 + ((k + 0.5) / SAMPLES) * (outer ** 2 - inner ** 2))
    for (let i = 0; i < SAMPLES; i += 1) {
      const bearing = from + ((i + 0.5) / SAMPLES) * (to - from)
      const value = gridValue(grid, fromPolar({ bearing, distance }))
      if (Number.isNaN(value)) continue
      sum += value
      count += 1
    }
  }
  return count > 0 ? sum / count : Number.NaN
}
