/** Fills the wetted circle of a picture with the colours of a surface. */
import { type ColourLimits, rampIndex } from '../../agronomy/colour-ramp.ts'
import { type Arc, insideArc, toPolar } from '../../agronomy/pivot-geometry.ts'
import { RAMP_COLOURS, rampColour } from './map-palette.ts'

/** A square of device pixels inside a picture of palette indices. */
export interface Square {
  pixels: Uint8Array
  /** Pixels of one row of the picture. */
  stride: number
  left: number
  top: number
  side: number
}

/** A grid over the wetted circle, NaN outside it; row 0 is the northernmost. */
export interface ShownGrid {
  size: number
  wettedRadius: number
  /** Shape [size, size]. */
  cells: Float32Array
}

/** How far from the rim a cell may lie that speaks for it, cells. */
const REACH = 2

/** Values between the cells' centres are linear; at the rim, where neighbours are missing, those that are there speak. */
export function fillSurface(square: Square, grid: ShownGrid, arc: Arc, limits: ColourLimits): void {
  const { pixels, stride, left, top, side } = square
  const { wettedRadius } = grid
  for (let row = 0; row < side; row += 1) {
    const y = wettedRadius * (1 - (2 * (row + 0.5)) / side)
    for (let column = 0; column < side; column += 1) {
      const x = wettedRadius * ((2 * (column + 0.5)) / side - 1)
      if (!wetted(x, y, wettedRadius, arc)) continue
      const value = between(grid, (row + 0.5) / side, (column + 0.5) / side)
      if (Number.isNaN(value)) continue
      pixels[(top + row) * stride + left + column] = rampColour(rampIndex(value, limits, RAMP_COLOURS))
    }
  }
}

function wetted(x: number, y: number, radius: number, arc: Arc): boolean {
  if (x * x + y * y > radius * radius) return false
  return arc === null || insideArc(toPolar({ x, y }).bearing, arc)
}

/** @param down and across, shares of the side from 0 to 1; NaN where no cell is near */
function between({ size, cells }: ShownGrid, down: number, across: number): number {
  const row = Math.max(0, Math.min(size - 1, down * size - 0.5))
  const column = Math.max(0, Math.min(size - 1, across * size - 0.5))
  const [north, west] = [Math.floor(row), Math.floor(column)]
  const [south, east] = [Math.min(size - 1, north + 1), Math.min(size - 1, west + 1)]
  const [v, u] = [row - north, column - west]
  const at = (r: number, c: number) => cells[r * size + c] ?? Number.NaN
  const linear =
    (at(north, west) * (1 - u) + at(north, east) * u) * (1 - v) +
    (at(south, west) * (1 - u) + at(south, east) * u) * v
  return Number.isNaN(linear) ? nearest(row, column, size, at) : linear
}

/** The nearest cell that has a value, not further than the reach. */
function nearest(row: number, column: number, size: number, at: (r: number, c: number) => number): number {
  let found = Number.NaN
  let least = Infinity
  for (let r = Math.ceil(row - REACH); r <= row + REACH; r += 1) {
    for (let c = Math.ceil(column - REACH); c <= column + REACH; c += 1) {
      if (r < 0 || c < 0 || r >= size || c >= size) continue
      const distance = (r - row) ** 2 + (c - column) ** 2
      if (distance < least && !Number.isNaN(at(r, c))) {
        least = distance
        found = at(r, c)
      }
    }
  }
  return found
}
