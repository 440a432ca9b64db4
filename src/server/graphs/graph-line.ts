/**
 * Draws a series of readings. Time only increases, so each column of pixels has one stroke of the line: from the lowest to
 * the highest value within it. With any number of readings, no extreme is lost and each column is painted once.
 */
import type { Brush } from '../kit/picture/brush.ts'
import type { RangeOfReadings } from '../readings/readings-range.store.ts'
import { gapAfter } from './series-shape.ts'

/** Where a line is drawn, device pixels. */
export interface Field {
  left: number
  right: number
  /** From an instant or a value to the pixel. */
  x(ms: number): number
  y(value: number): number
}

/** For each column the range that the middle of the line passes; none where `low` is above `high`. */
interface Strokes {
  low: Float64Array
  high: Float64Array
}

/** In the brush's own colour. @param width of the line, device pixels */
export function drawLine(brush: Brush, field: Field, readings: RangeOfReadings, width: number): void {
  const strokes = strokesOf(field, readings)
  const reach = width / 2
  const columns = field.right - field.left
  const steps = Math.ceil(reach)
  for (let column = 0; column < columns; column += 1) {
    // a round pen: its extent comes from the neighbouring columns
    let [top, bottom] = [Infinity, -Infinity]
    for (let step = -steps; step <= steps; step += 1) {
      const low = strokes.low[column + step] ?? Infinity
      const high = strokes.high[column + step] ?? -Infinity
      if (low > high) continue
      const round = Math.sqrt(Math.max(0, reach * reach - step * step))
      top = Math.min(top, low - round)
      bottom = Math.max(bottom, high + round)
    }
    if (top <= bottom) brush.column(field.left + column, top, bottom)
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
      // where the line crosses from one column into the next it belongs to both
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
