/** Lines with several readings per pixel, as filled shapes: stroking them would take most of a frame. */
import type uPlot from 'uplot'

/** Readings per column of pixels from which a line is drawn as a shape. */
const DENSE = 4

/** A line without a gap: where its columns are, and their extremes; device pixels. */
export interface Shape {
  x: number[]
  top: number[]
  bottom: number[]
}

interface Place {
  x(time: number): number
  y(value: number): number
}

export function isDense(rows: number, columns: number): boolean {
  return rows >= DENSE * columns
}

/**
 * One extent per column of pixels; a column begins where the former one ended, so that the line is connected.
 *
 * @param values null is a gap, undefined is bridged
 */
export function shapesOf(
  times: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  [first, last]: readonly [number, number],
  { x, y }: Place,
): Shape[] {
  const shapes: Shape[] = []
  let shape: Shape | null = null
  let [column, former, top, bottom] = [Number.NaN, 0, 0, 0]
  const endColumn = () => {
    shape?.x.push(column + 0.5)
    shape?.top.push(top)
    shape?.bottom.push(bottom)
  }
  for (let row = first; row <= last; row += 1) {
    const value = values[row]
    if (value === null) {
      endColumn()
      shape = null
    }
    if (value == null) continue
    const [at, height] = [Math.floor(x(times[row] ?? 0)), y(value)]
    if (shape === null) {
      shapes.push((shape = { x: [], top: [], bottom: [] }))
      column = at
      top = bottom = height
    } else if (at !== column) {
      endColumn()
      column = at
      top = Math.min(former, height)
      bottom = Math.max(former, height)
    } else if (height < top) top = height
    else if (height > bottom) bottom = height
    former = height
  }
  endColumn()
  return shapes
}

/** The shapes of a series on the canvas, as thick as a line of one CSS pixel. @param rows first and last index */
export function densePath(
  u: uPlot,
  series: number,
  rows: readonly [number, number],
  colour: string,
): uPlot.Series.Paths {
  const fill = new Path2D()
  const half = devicePixelRatio / 2
  const place: Place = {
    x: linear(u, 'x'),
    y: linear(u, u.series[series]?.scale ?? 'y'),
  }
  for (const { x, top, bottom } of shapesOf(u.data[0], u.data[series] ?? [], rows, place)) {
    const [from = 0, to = 0] = [x[0], x.at(-1)]
    // a single column is as wide as the line
    fill.moveTo(from - half, (bottom[0] ?? 0) + half)
    fill.lineTo(from - half, (top[0] ?? 0) - half)
    x.forEach((at, i) => fill.lineTo(at, (top[i] ?? 0) - half))
    fill.lineTo(to + half, (top.at(-1) ?? 0) - half)
    fill.lineTo(to + half, (bottom.at(-1) ?? 0) + half)
    for (let i = x.length - 1; i > 0; i -= 1) fill.lineTo(x[i] ?? 0, (bottom[i] ?? 0) + half)
    fill.closePath()
  }
  return { fill, _fill: colour, stroke: null, flags: 0 }
}

/** From a value to its device pixel. */
function linear(u: uPlot, scale: string): (value: number) => number {
  const { min, max } = u.scales[scale] ?? {}
  const [from, to] = [min ?? 0, max ?? 1]
  const start = u.valToPos(from, scale, true)
  const step = (u.valToPos(to, scale, true) - start) / (to - from)
  return (value) => start + (value - from) * step
}
