/** Draws a map: heading, field and legend on paper, the surface between them, as a small indexed PNG. */
import { rampIndex, type Rgb } from '#agronomy/colour/colour-ramp.ts'
import { Brush, Sheet } from '../../kit/picture/brush.ts'
import { encodeIndexedPng } from '../../kit/picture/indexed-png.ts'
import type { Shades } from '../../kit/picture/shades.ts'
import { classColours, rampOf, uncertaintyRamp } from '#agronomy/colour/map-ramps.ts'
import type { MapContent } from '../inputs/map-view.ts'
import { drawField } from './map-field.ts'
import { drawHeading, headingHeight, headingLines } from './map-heading.ts'
import type { Box } from './map-labels.ts'
import { classIndex } from '#agronomy/soil/moisture-class.ts'
import { legendOf, type Strip } from './map-legend.ts'
import { inksOf, RAMP_COLOURS, rampColour, shadesOf, TRANSPARENT } from './map-palette.ts'
import { type GridOfCells, gridRow } from '#agronomy/surface/grid-value.ts'
import type { Arc } from '#agronomy/pivot/pivot.ts'
import { insideArc, toPolar } from '#agronomy/pivot/pivot-geometry.ts'

/** Device pixels per layout pixel: sharp on a phone's screen and in print. */
const SCALE = 2

/** Width of the specified viewer. */
const WIDTH = 380
const MARGIN = 16
const SIDE = WIDTH - 2 * MARGIN
/** A cell of the surface is three device pixels, interpolated linearly. */
export const SURFACE_CELLS = (SIDE * SCALE) / 3

/** Text chunk of the file, so that a saved picture identifies itself. */
const TITLE = 'Title'

/** Reused for all pictures of a thread: each is drawn and encoded synchronously. */
let spare: Sheet | undefined

/** Measures and draws on a new picture without rows. */
export function openMap(content: MapContent): { sheet: Sheet; shades: Shades; brush: Brush } {
  const shades = shadesOf(colours(content), content.view.paper)
  const sheet = new Sheet(WIDTH * SCALE, spare)
  spare = sheet
  return { sheet, shades, brush: new Brush(sheet, shades, SCALE) }
}

/** 760 pixels wide, twice the layout's, and as high as heading and legend need. */
export function mapPicture(content: MapContent): Buffer {
  const { sheet, shades, brush } = openMap(content)
  const { paper } = inksOf(content.view.paper)
  const heading = headingLines(brush, content, SIDE)
  const plate = headingHeight(heading) + 20
  const square: Box = { x: MARGIN, y: plate + 8, width: SIDE, height: SIDE }
  const legendTop = square.y + SIDE + 8
  sheet.extendTo(legendTop * SCALE, TRANSPARENT)
  if (content.surface && content.cells) {
    const { size, wettedRadius } = content.surface
    fillSurface(
      { sheet, left: square.x * SCALE, top: square.y * SCALE, side: SIDE * SCALE },
      { size, wettedRadius, cells: content.cells },
      content.inputs.pivot.arc,
      stepOf(content),
    )
  }
  drawPlate(brush, { x: 0, y: 0, width: WIDTH, height: plate }, paper)
  drawHeading(brush, heading, { x: MARGIN, y: 10 })
  const listed = drawField(brush, content, square)
  if (content.surface) {
    const legend = legendOf(brush, content, listed, SIDE)
    const below = legend.height + 24
    sheet.extendTo(Math.ceil((legendTop + below) * SCALE), TRANSPARENT)
    drawPlate(brush, { x: 0, y: legendTop, width: WIDTH, height: below }, paper)
    const strips = legend.draw(brush, { x: MARGIN, y: legendTop + 14 })
    for (const strip of strips) fillStrip(sheet, strip, stepOf(content))
  }
  const { width, height, pixels } = sheet
  const text = { [TITLE]: content.inputs.name }
  return encodeIndexedPng({ width, height, pixels, palette: shades.colours, text })
}

/** The chosen colours; the light middle of the ramp around the target is at the target. */
function colours({ view, limits, inputs, targetPercent }: MapContent): readonly Rgb[] {
  if (view.layer === 'uncertainty') return uncertaintyRamp(RAMP_COLOURS)
  if (view.layer === 'classes') return classColours(view.ramp)
  const { wiltingPoint, fieldCapacity } = inputs.soil
  const share = targetPercent / 100
  // for volumes, the target of one soil is used for the field
  const target = view.layer === 'share' ? share : wiltingPoint + share * (fieldCapacity - wiltingPoint)
  const middle = (target - limits.low) / (limits.high - limits.low)
  return rampOf(view.ramp, RAMP_COLOURS, Math.max(0, Math.min(1, middle)))
}

/** Index of a value's colour. */
type StepOf = (value: number) => number

function stepOf({ view, bounds, limits }: MapContent): StepOf {
  if (view.layer === 'classes') return (share) => classIndex(share, bounds)
  return (value) => rampIndex(value, limits, RAMP_COLOURS)
}

function drawPlate(brush: Brush, { x, y, width, height }: Box, paper: string): void {
  brush.beginPath()
  brush.roundRect(x, y, width, height, 8)
  brush.fillStyle = paper
  brush.fill()
}

function fillStrip({ pixels, width: stride }: Sheet, strip: Strip, step: StepOf): void {
  const { x, y, width, height } = strip
  const across = Math.round(width * SCALE)
  for (let column = 0; column < across; column += 1) {
    const along = (column + 0.5) / across
    const colour = rampColour(
      'classAt' in strip ? strip.classAt : step(strip.from + along * (strip.to - strip.from)),
    )
    for (let row = 0; row < Math.round(height * SCALE); row += 1)
      pixels[(Math.round(y * SCALE) + row) * stride + Math.round(x * SCALE) + column] = colour
  }
}

/** A square of device pixels. */
interface Square {
  sheet: Sheet
  left: number
  top: number
  side: number
}

/** Linear between the cells' centres; at the rim, where neighbours are missing, the existing ones are used. */
function fillSurface(square: Square, grid: GridOfCells, arc: Arc, step: StepOf): void {
  const { sheet, left, top, side } = square
  const { pixels, width } = sheet
  const { wettedRadius } = grid
  const places = Float64Array.from({ length: side }, (_, i) => wettedRadius * ((2 * (i + 0.5)) / side - 1))
  const values = new Float64Array(side)
  for (const [row, place] of places.entries()) {
    const y = -place
    // the first and the last pixel within the circle
    const reach = (Math.sqrt(wettedRadius ** 2 - y * y) / wettedRadius) * (side / 2)
    const [from, to] = [Math.ceil(side / 2 - reach - 0.5), Math.floor(side / 2 + reach - 0.5) + 1]
    gridRow(grid, places.subarray(from, to), y, values)
    const start = (top + row) * width + left
    for (let column = from; column < to; column += 1) {
      const value = values[column - from] ?? Number.NaN
      if (Number.isNaN(value)) continue
      if (arc !== null && !insideArc(toPolar({ x: places[column] ?? 0, y }).bearing, arc)) continue
      pixels[start + column] = rampColour(step(value))
    }
  }
}
