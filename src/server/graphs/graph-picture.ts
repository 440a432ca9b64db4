/** Draws a graph: title, soil water over time, the target band, and the applied water. */
import { Brush, fitted, Sheet } from '../kit/picture/brush.ts'
import { encodeIndexedPng } from '../kit/picture/indexed-png.ts'
import { font } from '../kit/picture/letters.ts'
import { drawAxes, drawLegend, type Frame, type Scales, TEXT } from './graph-axes.ts'
import { type GraphContent, titleOf } from './graph-content.ts'
import { bandFill, ink, inkSoft, LINE_INKS, paper, refillInk, shades, water } from './graph-ink.ts'
import { drawLine } from './graph-line.ts'
import { type Reach, rangeText, waterAxis, zoneText } from './graph-ticks.ts'

/** Pixels of the layout; on the device 1800 x 800. */
const WIDTH = 720
const HEIGHT = 320
const SCALE = 2.5

const MARGIN = 16
const LEFT = 46
const RIGHT = 606
const BOTTOM = 258
/** Below heading and unit; lower if depths of passes are written above the frame. */
const TOP = 92
const TOP_BELOW_PASSES = 108
const LINE_WIDTH = 1.4
const ARROW = 5

/** Shared by all pictures: each is drawn and encoded synchronously, and allocating such a large sheet is expensive. */
let spare: Sheet | undefined

export function graphPicture(content: GraphContent): Buffer {
  const sheet = new Sheet(WIDTH * SCALE, spare)
  spare = sheet
  sheet.extendTo(HEIGHT * SCALE, shades.indexOf(paper))
  const brush = new Brush(sheet, shades, SCALE)
  const { from, to, lines, band, passes } = content
  const frame: Frame = {
    left: LEFT,
    right: RIGHT,
    top: passes.length > 0 ? TOP_BELOW_PASSES : TOP,
    bottom: BOTTOM,
  }
  const axis = waterAxis(reachOf(content))
  const perMs = (RIGHT - LEFT) / (to - from)
  const perUnit = (BOTTOM - frame.top) / (axis.high - axis.low)
  const scales: Scales = {
    x: (ms) => LEFT + (ms - from) * perMs,
    y: (value) => BOTTOM - (value - axis.low) * perUnit,
  }
  drawHeading(brush, content)
  drawBand(brush, scales, band)
  drawAxes(brush, frame, scales, { days: content.days, timeZone: content.timeZone, ticks: axis.ticks })
  drawPasses(brush, frame, scales, content)
  drawLimits(brush, scales, band)
  drawLegend(brush, { x: LEFT, y: HEIGHT - 13 }, legendOf(content))
  const field = {
    left: LEFT * SCALE,
    right: RIGHT * SCALE,
    x: (ms: number) => scales.x(ms) * SCALE,
    y: (value: number) => scales.y(value) * SCALE,
  }
  for (const [i, line] of lines.entries()) {
    brush.strokeStyle = inkOf(i)
    drawLine(brush, field, line, LINE_WIDTH * SCALE)
  }
  const { width, height, pixels } = sheet
  const title = `${content.system}, ${titleOf(content)}, ${rangeText(content.days)}`
  return encodeIndexedPng({
    width,
    height,
    pixels,
    palette: shades.colours,
    isDrawn: true,
    flat: true,
    text: { Title: title },
  })
}

function inkOf(line: number): string {
  return LINE_INKS[line % LINE_INKS.length] ?? ink
}

/** Lowest and highest of readings and limits. */
function reachOf({ lines, band }: GraphContent): Reach {
  let [low, high] = [band.refill, band.full]
  for (const { values } of lines)
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
  return { low, high }
}

function drawHeading(brush: Brush, content: GraphContent): void {
  const { system, days, timeZone, from, to } = content
  brush.fillStyle = ink
  brush.font = font(22, 600)
  const title = titleOf(content)
  brush.fillText(title, MARGIN, 30)
  const used = brush.measureText(title).width + 12
  brush.font = font(18)
  brush.fillStyle = inkSoft
  brush.fillText(fitted(brush, system, WIDTH - 2 * MARGIN - used), MARGIN + used, 30)
  brush.font = font(TEXT)
  const zones = [...new Set([zoneText(from, timeZone), zoneText(to - 1, timeZone)])].join(' and ')
  brush.fillText(`${rangeText(days)}, times of ${timeZone.replaceAll('_', ' ')} (${zones})`, MARGIN, 55)
}

function drawBand(brush: Brush, { y }: Scales, { full, refill }: GraphContent['band']): void {
  brush.fillStyle = bandFill
  brush.fillRect(LEFT, y(full), RIGHT - LEFT, y(refill) - y(full))
}

/** Both lines, labelled at their ends; labels that would overlap move apart. */
function drawLimits(brush: Brush, { y }: Scales, { full, refill }: GraphContent['band']): void {
  const [upper, lower] = apart(y(full), y(refill))
  for (const { name, value, label, colour, dash } of [
    { name: 'Full', value: full, label: upper, colour: water, dash: [] },
    { name: 'Refill', value: refill, label: lower, colour: refillInk, dash: [6, 4] },
  ]) {
    brush.strokeStyle = colour
    brush.lineWidth = 1.2
    brush.setLineDash(dash)
    brush.beginPath()
    brush.moveTo(LEFT, y(value))
    brush.lineTo(RIGHT, y(value))
    brush.stroke()
    brush.setLineDash([])
    brush.fillStyle = colour
    brush.font = font(TEXT, 600)
    brush.fillText(`${name} ${percentText(value)}%`, RIGHT + 6, label + 6)
  }
}

const NAME_HEIGHT = 19

function apart(upper: number, lower: number): [number, number] {
  const lacking = Math.max(0, NAME_HEIGHT - (lower - upper)) / 2
  return [upper - lacking, lower + lacking]
}

function percentText(value: number): string {
  return String(Number((value * 100).toFixed(1)))
}

/** A drop above the frame, with the depth if there is space for it. */
function drawPasses(
  brush: Brush,
  { top, bottom }: Frame,
  { x }: Scales,
  { passes, from, to }: GraphContent,
): void {
  brush.font = font(TEXT)
  let free = LEFT - MARGIN
  for (const pass of passes) {
    const at = x(Math.min(to, Math.max(from, (pass.from + pass.to) / 2)))
    brush.strokeStyle = water
    brush.lineWidth = 0.6
    brush.beginPath()
    brush.moveTo(at, top)
    brush.lineTo(at, bottom)
    brush.stroke()
    drawArrow(brush, at, top)
    const text = `${Number(pass.depthIn.toFixed(2))} in`
    const { width } = brush.measureText(text)
    const left = Math.max(LEFT - MARGIN, Math.min(at - width / 2, RIGHT - width))
    if (left < free) continue
    brush.fillText(text, left, top - 9)
    free = left + width + 8
  }
}

function drawArrow(brush: Brush, x: number, y: number): void {
  brush.fillStyle = water
  brush.beginPath()
  brush.moveTo(x - ARROW, y - ARROW)
  brush.lineTo(x + ARROW, y - ARROW)
  brush.lineTo(x, y + ARROW)
  brush.fill()
}

function legendOf({ lines, passes }: GraphContent) {
  return [
    ...lines.map(({ depthCm }, i) => ({
      text: lines.length === 1 ? `Soil water at ${depthCm} cm` : `${depthCm} cm`,
      draw: (brush: Brush, left: number, middle: number) => {
        brush.strokeStyle = inkOf(i)
        brush.lineWidth = LINE_WIDTH
        brush.beginPath()
        brush.moveTo(left, middle)
        brush.lineTo(left + 22, middle)
        brush.stroke()
      },
    })),
    {
      text: 'Enough water',
      draw: (brush: Brush, left: number, middle: number) => {
        brush.fillStyle = bandFill
        brush.fillRect(left, middle - 6, 22, 12)
      },
    },
    ...(passes.length > 0
      ? [
          {
            text: 'Irrigation',
            draw: (brush: Brush, left: number, middle: number) => drawArrow(brush, left + 11, middle),
          },
        ]
      : []),
  ]
}
