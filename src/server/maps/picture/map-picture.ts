/** Draws a map: heading, field and legend on paper, the surface between them, as a small indexed PNG. */
import { rampIndex, type Rgb } from '#agronomy/colour/colour-ramp.ts'
import { encodeIndexedPng, type Rgba } from '../../kit/indexed-png.ts'
import { classColours, rampOf, uncertaintyRamp } from '#agronomy/colour/map-ramps.ts'
import type { Brush } from '../../kit/picture-type.ts'
import type { MapContent } from '../inputs/map-view.ts'
import { drawField } from './map-field.ts'
import { drawHeading, headingHeight, headingLines } from './map-heading.ts'
import type { Box } from './map-labels.ts'
import { classIndex } from '#agronomy/soil/moisture-class.ts'
import { legendOf, type Strip } from './map-legend.ts'
import { inksOf, layOver, paletteOf, RAMP_COLOURS, rampColour } from './map-palette.ts'
import { newBrush, SCALE } from './map-type.ts'
import { type GridOfCells, gridValue } from '#agronomy/surface/grid-value.ts'
import type { Arc } from '#agronomy/pivot/pivot.ts'
import { insideArc, toPolar } from '#agronomy/pivot/pivot-geometry.ts'

/** Width of the specified viewer. */
const WIDTH = 380
const MARGIN = 16
const SIDE = WIDTH - 2 * MARGIN
/** One cell of the surface is three device pixels; what lies between is linear. */
export const SURFACE_CELLS = (SIDE * SCALE) / 3

/** Part of the file's text, so that a saved picture still says what it is. */
const TITLE = 'Title'

interface Picture {
  width: number
  height: number
  pixels: Uint8Array
  palette: readonly Rgba[]
}

/** About 760 pixels wide, twice the layout's, and as high as heading and legend need. */
export function mapPicture(content: MapContent): Buffer {
  const ruler = newBrush(1, 1)
  const heading = headingLines(ruler, content, SIDE)
  const plate = headingHeight(heading) + 20
  const square: Box = { x: MARGIN, y: plate + 8, width: SIDE, height: SIDE }
  // labels are placed before the height is known: they need the width alone
  const field = newBrush(WIDTH, square.y + SIDE + 8)
  const { paper } = inksOf(content.view.paper)
  drawPlate(field, { x: 0, y: 0, width: WIDTH, height: plate }, paper)
  drawHeading(field, heading, { x: MARGIN, y: 10 })
  const listed = drawField(field, content, square)

  const legend = content.surface ? legendOf(ruler, content, listed, SIDE) : null
  const legendTop = square.y + SIDE + 8
  const below = legend ? legend.height + 24 : 0
  const picture = blank(WIDTH, legendTop + below, paletteOf(colours(content), content.view.paper))
  if (content.surface && content.cells) {
    const { pixels, width } = picture
    const { size, wettedRadius } = content.surface
    fillSurface(
      { pixels, stride: width, left: square.x * SCALE, top: square.y * SCALE, side: SIDE * SCALE },
      { size, wettedRadius, cells: content.cells },
      content.inputs.pivot.arc,
      stepOf(content),
    )
  }
  print(field, picture, 0)
  if (legend) {
    const sheet = newBrush(WIDTH, below)
    drawPlate(sheet, { x: 0, y: 0, width: WIDTH, height: below }, paper)
    const strips = legend.draw(sheet, { x: MARGIN, y: 14 })
    print(sheet, picture, legendTop)
    for (const strip of strips) fillStrip(picture, { ...strip, y: strip.y + legendTop }, stepOf(content))
  }
  return encodeIndexedPng({ ...picture, text: { [TITLE]: content.inputs.name } })
}

/** The colours that a person chose; the pale middle of the ramp around the target is where the target is. */
function colours({ view, limits, inputs, targetPercent }: MapContent): readonly Rgb[] {
  if (view.layer === 'uncertainty') return uncertaintyRamp(RAMP_COLOURS)
  if (view.layer === 'classes') return classColours(view.ramp)
  const { wiltingPoint, fieldCapacity } = inputs.soil
  const share = targetPercent / 100
  // one soil's target stands for the field where volumes are shown
  const target = view.layer === 'share' ? share : wiltingPoint + share * (fieldCapacity - wiltingPoint)
  const middle = (target - limits.low) / (limits.high - limits.low)
  return rampOf(view.ramp, RAMP_COLOURS, Math.max(0, Math.min(1, middle)))
}

/** Which of the colours a value has. */
type StepOf = (value: number) => number

function stepOf({ view, bounds, limits }: MapContent): StepOf {
  if (view.layer === 'classes') return (share) => classIndex(share, bounds)
  return (value) => rampIndex(value, limits, RAMP_COLOURS)
}

function blank(width: number, height: number, palette: readonly Rgba[]): Picture {
  const [across, down] = [width * SCALE, Math.ceil(height * SCALE)]
  return { width: across, height: down, pixels: new Uint8Array(across * down), palette }
}

function drawPlate(brush: Brush, { x, y, width, height }: Box, paper: string): void {
  brush.beginPath()
  brush.roundRect(x, y, width, height, 8)
  brush.fillStyle = paper
  brush.fill()
}

/** Lays a drawing over the picture from a line of the layout on. */
function print(brush: Brush, picture: Picture, top: number): void {
  const { width, height } = brush.canvas
  const rows = Math.min(height, picture.height - top * SCALE)
  const start = top * SCALE * picture.width
  const { data } = brush.getImageData(0, 0, width, rows)
  layOver(picture.pixels.subarray(start, start + width * rows), data, picture.palette)
}

function fillStrip(picture: Picture, strip: Strip, step: StepOf): void {
  const { x, y, width, height } = strip
  const across = Math.round(width * SCALE)
  for (let column = 0; column < across; column += 1) {
    const along = (column + 0.5) / across
    const colour = rampColour(
      'classAt' in strip ? strip.classAt : step(strip.from + along * (strip.to - strip.from)),
    )
    for (let row = 0; row < Math.round(height * SCALE); row += 1)
      picture.pixels[(Math.round(y * SCALE) + row) * picture.width + Math.round(x * SCALE) + column] = colour
  }
}

/** A square of device pixels inside a picture of palette indices. */
interface Square {
  pixels: Uint8Array
  /** Pixels of one row of the picture. */
  stride: number
  left: number
  top: number
  side: number
}

/** Values between the cells' centres are linear; at the rim, where neighbours are missing, those that are there speak. */
function fillSurface(square: Square, grid: GridOfCells, arc: Arc, step: StepOf): void {
  const { pixels, stride, left, top, side } = square
  const { wettedRadius } = grid
  for (let row = 0; row < side; row += 1) {
    const y = wettedRadius * (1 - (2 * (row + 0.5)) / side)
    for (let column = 0; column < side; column += 1) {
      const x = wettedRadius * ((2 * (column + 0.5)) / side - 1)
      if (!wetted(x, y, wettedRadius, arc)) continue
      const value = gridValue(grid, { x, y })
      if (Number.isNaN(value)) continue
      pixels[(top + row) * stride + left + column] = rampColour(step(value))
    }
  }
}

function wetted(x: number, y: number, radius: number, arc: Arc): boolean {
  if (x * x + y * y > radius * radius) return false
  return arc === null || insideArc(toPolar({ x, y }).bearing, arc)
}
