/** Paints the cells of a map on a canvas, in the colours of a ramp. */
import { rampIndex } from '../../../agronomy/colour/colour-ramp.ts'
import type { ColourLimits, Rgb } from '../../../agronomy/colour/colour-ramp.ts'
import { gridValue } from '../../../agronomy/surface/grid-value.ts'
import { insideWettedCircle } from '../../../agronomy/pivot/pivot-geometry.ts'
import type { MapCells, MapField } from './moisture-frames.ts'

/** Sharp enough for the closest zoom at which a whole circle is seen, and painted in some milliseconds. */
export const PAINTED_PX = 256

/** What is painted. */
export interface PaintedMoisture {
  map: MapCells
  field: MapField
  limits: ColourLimits
  /** From the lower to the upper limit. */
  ramp: readonly Rgb[]
}

/**
 * Pixels of a map.
 *
 * @param side pixels of the square
 * @returns RGBA, shape [side, side, 4], transparent outside the machine's reach
 */
export function moisturePixels({ map, field, limits, ramp }: PaintedMoisture, side: number) {
  const pixels = new Uint8ClampedArray(side * side * 4)
  const { wettedRadiusM: radius, arc } = field
  const grid = { ...map, wettedRadius: radius }
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = radius * ((2 * (column + 0.5)) / side - 1)
      const y = radius * (1 - (2 * (row + 0.5)) / side)
      if (!insideWettedCircle({ x, y }, radius, arc)) continue
      const value = gridValue(grid, { x, y })
      const colour = Number.isNaN(value) ? undefined : ramp[rampIndex(value, limits, ramp.length)]
      if (!colour) continue
      pixels.set(colour, (row * side + column) * 4)
      pixels[(row * side + column) * 4 + 3] = 255
    }
  }
  return pixels
}

/** @param painted null leaves the canvas empty */
export function paintMoisture(canvas: HTMLCanvasElement, painted: PaintedMoisture | null): void {
  const brush = canvas.getContext('2d')
  if (!brush) return
  const { width: side } = canvas
  brush.clearRect(0, 0, side, side)
  if (painted) brush.putImageData(new ImageData(moisturePixels(painted, side), side, side), 0, 0)
}
