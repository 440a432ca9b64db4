/**
 * Draws a series of readings into the pixels of a picture. Time never turns back, so that each column of pixels holds
 * one stroke of the line: from the least to the greatest value that it passes there. However many readings there are,
 * no extreme is lost, and each column is painted once.
 */
import type { RangeOfReadings } from '../readings/readings-range.store.ts'
import { gapAfter } from './series-shape.ts'

/** An opaque drawing: red in the lowest byte of a pixel, rows from the top. */
export interface Pixels {
  colours: Uint32Array
  width: number
}

/** Where a line is drawn, pixels. */
export interface Field {
  left: number
  right: number
  /** From an instant or a value to the pixel. */
  x(ms: number): number
  y(value: number): number
}

export interface Stroke {
  /** Red in the lowest byte. */
  colour: number
  width: number
}

/** Of each column the stretch that the middle of the line passes; none where `low` is above `high`. */
interface Strokes {
  low: Float64Array
  high: Float64Array
}

export function drawLine(pixels: Pixels, field: Field, readings: RangeOfReadings, stroke: Stroke): void {
  const strokes = strokesOf(field, readings)
  const reach = stroke.width / 2
  const columns = field.right - field.left
  const steps = Math.ceil(reach)
  for (let column = 0; column < columns; column += 1) {
    // a round pen: what it reaches from the columns beside
    let [top, bottom] = [Infinity, -Infinity]
    for (let step = -steps; step <= steps; step += 1) {
      const low = strokes.low[column + step] ?? Infinity
      const high = strokes.high[column + step] ?? -Infinity
      if (low > high) continue
      const round = Math.sqrt(Math.max(0, reach * reach - step * step))
      top = Math.min(top, low - round)
      bottom = Math.max(bottom, high + round)
    }
    if (top <= bottom) paintColumn(pixels, field.left + column, { top, bottom }, stroke.colour)
  }
}

function strokesOf({ left, right, x, y }: Field, { times, values }: RangeOfReadings): Strokes {
  const columns = right - left
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  const touch = (column: number, at: number) => {
    if (at < (low[column] ?? -Infinity)) low[column] = at
    if (at > (high[column] ?? Infinity)) high[column] = at
  }
  const gap = gapAfter(times)
  let [formerX, formerY, former] = [0, 0, -Infinity]
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i] ?? 0
    const [atX, atY] = [x(time) - left, y(values[i] ?? 0)]
    const column = Math.floor(atX)
    touch(column, atY)
    if (time - former <= gap) {
      const slope = atX > formerX ? (atY - formerY) / (atX - formerX) : 0
      // where the line crosses from a column into the next it belongs to both
      for (let edge = Math.floor(formerX) + 1; edge <= column; edge += 1) {
        const crossing = formerY + (edge - formerX) * slope
        touch(edge - 1, crossing)
        touch(edge, crossing)
      }
    }
    formerX = atX
    formerY = atY
    former = time
  }
  return { low, high }
}

/** The first and the last pixel are mixed with what is below, as far as the line covers them. */
function paintColumn(
  { colours, width }: Pixels,
  x: number,
  { top, bottom }: { top: number; bottom: number },
  colour: number,
): void {
  const [first, last] = [Math.floor(top), Math.ceil(bottom) - 1]
  for (let row = Math.max(0, first); row <= last; row += 1) {
    const at = row * width + x
    const covered = Math.min(row + 1, bottom) - Math.max(row, top)
    colours[at] = covered >= 1 ? colour : mixed(colours[at] ?? 0, colour, covered)
  }
}

function mixed(below: number, above: number, share: number): number {
  const part = (shift: number) => {
    const [from, to] = [(below >> shift) & 0xff, (above >> shift) & 0xff]
    return Math.round(from + (to - from) * share) << shift
  }
  return (part(0) | part(8) | part(16) | 0xff000000) >>> 0
}
