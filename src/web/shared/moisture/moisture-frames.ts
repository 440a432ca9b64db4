/** A season of maps in memory: daily cells, changes, the field, and how to colour them. */
import { gridValue, meanOverRing } from '#agronomy/surface/grid-value.ts'
import { insideArc, insideWettedCircle, toFieldPoint, toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import { type LatLng, outerRadii, type PivotGeometry } from '#agronomy/pivot/pivot.ts'
import { OUTSIDE_CELL } from '#contract/maps.ts'
import type { QuantisedCells } from '#contract/maps.ts'
import type { MoistureShown } from './picture-choice.ts'
import { bytesOf } from '../prescription/prescription-cells.ts'
import { classIndex } from '#agronomy/soil/moisture-class.ts'
import { rampIndex } from '#agronomy/colour/colour-ramp.ts'
import type { ColourLimits, Rgb } from '#agronomy/colour/colour-ramp.ts'

/** Cells of one map; NaN outside the wetted circle. */
export interface MapCells {
  size: number
  cells: Float32Array
}

/** One of three views of the day's moisture, the change since another day, or the uncertainty. */
export type ExplorerLayer = MoistureShown | 'change' | 'uncertainty'

/** Decodes all maps of a response. */
export function decodedMaps({ offset, step, b64 }: QuantisedCells, size: number): MapCells[] {
  const bytes = bytesOf(b64)
  const values = Float32Array.from(bytes, (byte) =>
    byte === OUTSIDE_CELL ? Number.NaN : offset + step * byte,
  )
  const cellCount = size * size
  return Array.from({ length: Math.floor(values.length / cellCount) }, (_, k) => ({
    size,
    cells: values.subarray(k * cellCount, (k + 1) * cellCount),
  }))
}

/** The difference of two maps: positive is wetter. */
export function changeOf(map: MapCells, before: MapCells): MapCells {
  return { size: map.size, cells: map.cells.map((value, cell) => value - (before.cells[cell] ?? Number.NaN)) }
}

/** Volumetric water content, m3/m3, of a map of shares: each cell with its own soil. */
export function volumeOf(map: MapCells, { fieldCapacity, wiltingPoint }: SoilCells): MapCells {
  const cells = map.cells.map((share, cell) => {
    const min = wiltingPoint.cells[cell] ?? Number.NaN
    return min + share * ((fieldCapacity.cells[cell] ?? Number.NaN) - min)
  })
  return { size: map.size, cells }
}

/** Soil limits of each cell, m3/m3. */
export interface SoilCells {
  fieldCapacity: MapCells
  wiltingPoint: MapCells
}

/** Multiplies every value. */
export function timesOf(map: MapCells, factor: number): MapCells {
  return { size: map.size, cells: map.cells.map((value) => value * factor) }
}

/** Minimum and maximum of a map; null without any cell. */
export function rangeOf({ cells }: MapCells): { min: number; max: number } | null {
  let [min, max] = [Infinity, -Infinity]
  for (const value of cells) {
    if (value < min) min = value
    if (value > max) max = value
  }
  return min <= max ? { min, max } : null
}

/** The value at a place; null outside the wetted circle. */
export function valueAt(map: MapCells, pivot: PivotGeometry, place: LatLng): number | null {
  const point = toFieldPoint(pivot.place, place)
  if (!insideWettedCircle(point, pivot.wettedRadiusM, pivot.arc)) return null
  const value = gridValue({ ...map, wettedRadius: pivot.wettedRadiusM }, point)
  return Number.isNaN(value) ? null : value
}

/** Degrees of one row of the table. */
const ROW_DEGREES = 30

export interface MoistureRow {
  from: number
  to: number
  /** Mean per tower; null where the machine does not go. */
  values: (number | null)[]
}

/** Twelve rows clockwise from north, with a column per tower. */
export function moistureRows(map: MapCells, pivot: PivotGeometry): MoistureRow[] {
  const outer = outerRadii(pivot)
  const grid = { ...map, wettedRadius: pivot.wettedRadiusM }
  return Array.from({ length: 360 / ROW_DEGREES }, (_, k) => {
    const [from, to] = [k * ROW_DEGREES, (k + 1) * ROW_DEGREES]
    const swept = insideArc((from + to) / 2, pivot.arc)
    const values = outer.map((radius, tower) => {
      const mean = meanOverRing(grid, { from, to, inner: outer[tower - 1] ?? 0, outer: radius })
      return swept && !Number.isNaN(mean) ? mean : null
    })
    return { from, to, values }
  })
}

/** Corners of the square around the circle, clockwise from the north-west. */
export function cornersOf({ place, wettedRadiusM: radius }: PivotGeometry): [number, number][] {
  return [
    [-radius, radius],
    [radius, radius],
    [radius, -radius],
    [-radius, -radius],
  ].map(([x = 0, y = 0]) => {
    const { lat, lng } = toLatLng(place, { x, y })
    return [lng, lat]
  })
}

/** Sharp enough for the closest zoom that shows a whole circle, and painted in a few milliseconds. */
export const PAINTED_PX = 256

/** A map with its colours. */
export interface PaintedMoisture {
  map: MapCells
  pivot: PivotGeometry
  limits: ColourLimits
  /** From the lower to the upper limit, or one per class. */
  ramp: readonly Rgb[]
  /** Upper bounds of all classes but the wettest, if classes are painted. */
  bounds?: [number, number, number, number] | undefined
}

/** The colour of a value. */
export function colourOf({ limits, ramp, bounds }: Omit<PaintedMoisture, 'map' | 'pivot'>, value: number) {
  return ramp[bounds ? classIndex(value, bounds) : rampIndex(value, limits, ramp.length)]
}

/**
 * Pixels of a map.
 *
 * @param side pixels of the square
 * @returns RGBA, shape [side, side, 4], transparent outside the machine's reach
 */
export function moisturePixels({ map, pivot, ...colours }: PaintedMoisture, side: number) {
  const pixels = new Uint8ClampedArray(side * side * 4)
  const { wettedRadiusM: radius, arc } = pivot
  const grid = { ...map, wettedRadius: radius }
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = radius * ((2 * (column + 0.5)) / side - 1)
      const y = radius * (1 - (2 * (row + 0.5)) / side)
      if (!insideWettedCircle({ x, y }, radius, arc)) continue
      const value = gridValue(grid, { x, y })
      const colour = Number.isNaN(value) ? undefined : colourOf(colours, value)
      if (!colour) continue
      pixels.set(colour, (row * side + column) * 4)
      pixels[(row * side + column) * 4 + 3] = 255
    }
  }
  return pixels
}

/** @param painted null leaves the canvas empty */
export function paintMoisture(canvas: HTMLCanvasElement, painted: PaintedMoisture | null): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width: side } = canvas
  context.clearRect(0, 0, side, side)
  if (painted) context.putImageData(new ImageData(moisturePixels(painted, side), side, side), 0, 0)
}
