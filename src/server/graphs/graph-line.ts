/** Draws a series of readings: each column of pixels once, with its extremes, and nothing where nothing was heard. */
import type { Brush } from '../kit/picture-type.ts'
import type { RangeOfReadings } from '../readings/readings-range.store.ts'
import { extremes, gapAfter } from './series-shape.ts'

/** From instants and values to pixels of the layout. */
export interface Scales {
  x(ms: number): number
  y(value: number): number
}

export interface Stroke {
  colour: string
  width: number
  dash: number[]
}

/** @param columns pixels of the device between the two instants */
export function drawLine(
  brush: Brush,
  readings: RangeOfReadings,
  { x, y }: Scales,
  { from, to, columns, stroke }: { from: number; to: number; columns: number; stroke: Stroke },
): void {
  const { times, values } = readings
  const gap = gapAfter(times)
  const dots: [number, number][] = []
  brush.beginPath()
  let joined = 0
  let before = -1
  for (const i of extremes(readings, { from, to, count: columns })) {
    const point: [number, number] = [x(times[i] ?? 0), y(values[i] ?? 0)]
    if (before >= 0 && continues(times, before, i, gap)) {
      brush.lineTo(...point)
      joined += 1
    } else {
      if (before >= 0 && joined === 0) dots.push([x(times[before] ?? 0), y(values[before] ?? 0)])
      brush.moveTo(...point)
      joined = 0
    }
    before = i
  }
  if (before >= 0 && joined === 0) dots.push([x(times[before] ?? 0), y(values[before] ?? 0)])
  brush.strokeStyle = stroke.colour
  brush.lineWidth = stroke.width
  brush.lineJoin = 'bevel'
  brush.setLineDash(stroke.dash)
  brush.stroke()
  brush.setLineDash([])
  drawDots(brush, dots, stroke)
}

/** Whether no two readings between two that are kept lie too far apart. */
function continues(times: Float64Array, from: number, to: number, gap: number): boolean {
  for (let i = from; i < to; i += 1) if ((times[i + 1] ?? 0) - (times[i] ?? 0) > gap) return false
  return true
}

/** A reading alone between two silences has no line that could show it. */
function drawDots(brush: Brush, dots: readonly [number, number][], { colour, width }: Stroke): void {
  brush.fillStyle = colour
  for (const [x, y] of dots) {
    brush.beginPath()
    brush.arc(x, y, width, 0, 2 * Math.PI)
    brush.fill()
  }
}
