/** Exact pixel coverage of a polygon, by the area to the right of each edge. */

export type Point = readonly [x: number, y: number]

/** Too narrow to be visible. */
const LEAST = 1 / 512

let areas = new Float32Array(0)

/**
 * Each edge adds to the pixels it crosses the change of the covered area there; the sum from the left is the
 * coverage. Areas covered twice count once. Pixels outside the picture are ignored.
 *
 * @param points corners of one closed line, pixels
 * @param run called with adjacent pixels of the same coverage
 */
export function coverPolygon(
  points: readonly Point[],
  picture: { width: number; height: number },
  run: (x: number, y: number, length: number, share: number) => void,
): void {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(picture.height, Math.ceil(Math.max(...ys)))
  const left = Math.max(-1, Math.floor(Math.min(...xs)))
  const right = Math.min(picture.width, Math.ceil(Math.max(...xs)))
  if (bottom <= top || right <= left) return
  // two more than there are pixels: an edge also writes to the pixel after its own
  const stride = right - left + 2
  if (areas.length < stride * (bottom - top)) areas = new Float32Array(stride * (bottom - top))
  const within = (x: number) => Math.max(0, Math.min(right - left, x - left))
  let former = points.at(-1) ?? [0, 0]
  for (const point of points) {
    const down = former[1] <= point[1]
    const [from, to] = down ? [former, point] : [point, former]
    former = point
    const slope = (to[0] - from[0]) / (to[1] - from[1])
    for (let row = Math.max(top, Math.floor(from[1])); row < Math.min(bottom, to[1]); row += 1) {
      const [begin, end] = [Math.max(row, from[1]), Math.min(row + 1, to[1])]
      const x = within(from[0] + (begin - from[1]) * slope)
      const next = within(from[0] + (end - from[1]) * slope)
      passEdge((row - top) * stride, Math.min(x, next), Math.max(x, next), down ? end - begin : begin - end)
    }
  }
  for (let row = top; row < bottom; row += 1) {
    let sum = 0
    const start = (row - top) * stride
    const end = start + right - left
    for (let at = start; at < end;) {
      sum += areas[at] ?? 0
      areas[at] = 0
      const from = at
      do at += 1
      while (at < end && areas[at] === 0)
      const share = Math.min(1, Math.abs(sum))
      if (share > LEAST) run(left + from - start, row, at - from, share)
    }
    areas[end] = 0
    areas[end + 1] = 0
  }
}

/** One edge within one row, from left to right. @param height of it, negative for an upward edge */
function passEdge(start: number, from: number, to: number, height: number): void {
  const add = (at: number, change: number) => {
    areas[start + at] = (areas[start + at] ?? 0) + change
  }
  const width = to - from
  let x = from
  for (let pixel = Math.floor(from); x < to || pixel === Math.floor(from); pixel += 1) {
    const until = Math.min(to, pixel + 1)
    const part = width > 0 ? (height * (until - x)) / width : height
    // the area to the right of the edge within this pixel; all later pixels get the whole
    const share = pixel + 1 - (x + until) / 2
    add(pixel, part * share)
    add(pixel + 1, part * (1 - share))
    x = until
  }
}
