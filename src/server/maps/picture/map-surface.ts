/** Fills the wetted circle of a picture with the colours of a surface. */
import { type ColourLimits, rampIndex } from '../../../agronomy/colour/colour-ramp.ts'
import { type GridOfCells, gridValue } from '../../../agronomy/surface/grid-value.ts'
import type { Arc } from '../../../agronomy/pivot/pivot.ts'
import { insideArc, toPolar } from '../../../agronomy/pivot/pivot-geometry.ts'
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

/** Values between the cells' centres are linear; at the rim, where neighbours are missing, those that are there speak. */
export function fillSurface(square: Square, grid: GridOfCells, arc: Arc, limits: ColourLimits): void {
  const { pixels, stride, left, top, side } = square
  const { wettedRadius } = grid
  for (let row = 0; row < side; row += 1) {
    const y = wettedRadius * (1 - (2 * (row + 0.5)) / side)
    for (let column = 0; column < side; column += 1) {
      const x = wettedRadius * ((2 * (column + 0.5)) / side - 1)
      if (!wetted(x, y, wettedRadius, arc)) continue
      const value = gridValue(grid, { x, y })
      if (Number.isNaN(value)) continue
      pixels[(top + row) * stride + left + column] = rampColour(rampIndex(value, limits, RAMP_COLOURS))
    }
  }
}

function wetted(x: number, y: number, radius: number, arc: Arc): boolean {
  if (x * x + y * y > radius * radius) return false
  return arc === null || insideArc(toPolar({ x, y }).bearing, arc)
}
