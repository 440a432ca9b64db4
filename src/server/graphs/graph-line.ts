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

/** For each column the range that the middle of the line passes; none where `low` is above `high`. Empty ones on both sides. */
interface Strokes {
  low: Float64Array
  high: Float64Array
}

/** In the brush's own colour. @param width of the line, device pixels */
export function drawLine(brush: Brush, field: Field, readings: RangeOfReadings, width: number): void {
  const reach = width / 2
  const steps = Math.ceil(reach)
  const { low, high } = strokesOf(field, readings, steps)
  // a round pen: its extent comes from the neighbouring columns
  const rounds = Float64Array.from({ length: 2 * steps + 1 }, (_, i) =>
    Math.sqrt(Math.max(0, reach * reach - (i - steps) ** 2)),
  )
  const drawColumn = brush.columns()
  const columns = field.right - field.left
  for (let column = 0; column < columns; column += 1) {
    let [top, bottom] = [Infinity, -Infinity]
    for (let step = 0; step < rounds.length; step += 1) {
      const [lowest = 0, highest = 0, round = 0] = [low[column + step], high[column + step], rounds[step]]
      if (lowest > highest) continue
      if (lowest - round < top) top = lowest - round
      if (highest + round > bottom) bottom = highest + round
    }
    if (top <= bottom) drawColumn(field.left + column, top, bottom)
  }
}

/** @param margin empty columns on either side */
function strokesOf(
  { left, right, x, y }: Field,
  { times, values }: RangeOfReadings,
  margin: number,
): Strokes {
  const columns = right - left
  const low = new Float64Array(columns + 2 * margin).fill(Infinity)
  const high = new Float64Array(columns + 2 * margin).fill(-Infinity)
  const touch = (column: number, at: number) => {
    if (column < 0 || column >= columns) return
    const index = column + margin
    if (at < (low[index] ?? 0)) low[index] = at
    if (at > (high[index] ?? 0)) high[index] = at
  }
  const gap = gapAfter(times)
  let [formerX, formerY, former] = [0, 0, -Infinity]
  // of the column that the former reading is in
  let [column, least, greatest] = [-1, 0, 0]
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i] ?? 0
    const [atX, atY] = [x(time) - left, y(values[i] ?? 0)]
    const next = Math.floor(atX)
    if (next === column && time - former <= gap) {
      if (atY < least) least = atY
      if (atY > greatest) greatest = atY
    } else {
      touch(column, least)
      touch(column, greatest)
      if (time - former <= gap) {
        const slope = (atY - formerY) / (atX - formerX)
        // where the line crosses from one column into the next it belongs to both
        for (let edge = column + 1; edge <= next; edge += 1) {
          const crossing = formerY + (edge - formerX) * slope
          touch(edge - 1, crossing)
          touch(edge, crossing)
        }
      }
      column = next
      least = greatest = atY
    }
    formerX = atX
    formerY = atY
    former = time
  }
  touch(column, least)
  touch(column, greatest)
  return { low, high }
}
