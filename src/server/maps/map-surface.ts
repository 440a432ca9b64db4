/** Fills the wetted circle of a picture with the colours of a moisture surface. */
import { type ColourLimits, rampIndex } from '../../agronomy/colour-ramp.ts'
import { predictKriging } from '../../agronomy/kriging.ts'
import type { MoistureSurface } from '../../agronomy/moisture-surface.ts'
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

/** Values between the cells' centres are linear; at the rim, where a neighbour is missing, they are kriged. */
export function fillSurface(square: Square, surface: MoistureSurface, arc: Arc, limits: ColourLimits): void {
  const { pixels, stride, left, top, side } = square
  const { wettedRadius } = surface
  for (let row = 0; row < side; row += 1) {
    const y = wettedRadius * (1 - (2 * (row + 0.5)) / side)
    for (let column = 0; column < side; column += 1) {
      const x = wettedRadius * ((2 * (column + 0.5)) / side - 1)
      if (!wetted(x, y, wettedRadius, arc)) continue
      const value = between(surface, (row + 0.5) / side, (column + 0.5) / side)
      const theta = Number.isNaN(value) ? predictKriging(surface.system, x, y) : value
      pixels[(top + row) * stride + left + column] = rampColour(rampIndex(theta, limits, RAMP_COLOURS))
    }
  }
}

function wetted(x: number, y: number, radius: number, arc: Arc): boolean {
  if (x * x + y * y > radius * radius) return false
  return arc === null || insideArc(toPolar({ x, y }).bearing, arc)
}

/** @param down and across, shares of the side from 0 to 1; NaN beside a cell outside the circle */
function between({ size, values }: MoistureSurface, down: number, across: number): number {
  const row = Math.max(0, Math.min(size - 1, down * size - 0.5))
  const column = Math.max(0, Math.min(size - 1, across * size - 0.5))
  const [north, west] = [Math.floor(row), Math.floor(column)]
  const [south, east] = [Math.min(size - 1, north + 1), Math.min(size - 1, west + 1)]
  const [v, u] = [row - north, column - west]
  const at = (r: number, c: number) => values[r * size + c] ?? Number.NaN
  return (
    (at(north, west) * (1 - u) + at(north, east) * u) * (1 - v) +
    (at(south, west) * (1 - u) + at(south, east) * u) * v
  )
}
