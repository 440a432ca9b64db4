/** The axes, the grid and the legend of a graph picture. */
import type { Brush } from '../kit/picture/brush.ts'
import { font } from '../kit/picture/letters.ts'
import type { DaySpan } from '../readings/zone-days.ts'
import { axisLine, gridLine, inkSoft } from './graph-ink.ts'
import { type Tick, timeTicks } from './graph-ticks.ts'

/** From instants and values to pixels of the layout. */
export interface Scales {
  x(ms: number): number
  y(value: number): number
}

/** Pixels of the layout. */
export interface Frame {
  left: number
  right: number
  top: number
  bottom: number
}

/** Space for a label of the time axis. */
const LABEL_WIDTH = 68
const SWATCH = 22
/** On a phone in portrait a picture is shown at less than half of its layout width. */
export const TEXT = 16
/** For the unit of the axis of soil water. */
const UNIT_BASELINE = 79

interface Axes {
  days: DaySpan
  timeZone: string
  /** For the axis of soil water. */
  ticks: readonly Tick[]
}

export function drawAxes(
  brush: Brush,
  frame: Frame,
  { x, y }: Scales,
  { days, timeZone, ticks }: Axes,
): void {
  const { left, right, top, bottom } = frame
  brush.font = font(TEXT)
  brush.fillStyle = inkSoft
  brush.strokeStyle = gridLine
  brush.lineWidth = 0.8
  brush.beginPath()
  brush.textAlign = 'right'
  for (const { at, label } of ticks) {
    brush.moveTo(left, y(at))
    brush.lineTo(right, y(at))
    brush.fillText(label, left - 8, y(at) + 6)
  }
  const most = Math.floor((right - left) / LABEL_WIDTH)
  brush.textAlign = 'center'
  for (const { at, label } of timeTicks(days, timeZone, most)) {
    brush.moveTo(x(at), top)
    brush.lineTo(x(at), bottom + 5)
    brush.fillText(label, Math.max(x(at), left + 4), bottom + 22)
  }
  brush.stroke()
  brush.textAlign = 'left'
  brush.fillText('% water by volume', 16, UNIT_BASELINE)
  brush.strokeStyle = axisLine
  brush.lineWidth = 1
  brush.beginPath()
  brush.moveTo(left, bottom)
  brush.lineTo(right, bottom)
  brush.stroke()
}

interface LegendItem {
  text: string
  draw(brush: Brush, left: number, middle: number): void
}

export function drawLegend(
  brush: Brush,
  { x, y }: { x: number; y: number },
  items: readonly LegendItem[],
): void {
  brush.font = font(TEXT)
  let left = x
  for (const { text, draw } of items) {
    draw(brush, left, y - 6)
    brush.fillStyle = inkSoft
    brush.fillText(text, left + SWATCH + 8, y)
    left += SWATCH + 8 + brush.measureText(text).width + 20
  }
}
