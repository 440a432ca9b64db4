/** Places labels so that none overlaps another, a reserved area, or the edge. */

interface Point {
  readonly x: number
  readonly y: number
}

/** In pixels from the left and upper edge of the map. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface LabelRequest {
  /** The place it labels. */
  readonly at: Point
  readonly width: number
  readonly height: number
  /** Half the size of the marker, whose label is required; 0: the label may cover the place, or be omitted. */
  readonly markerHalfPx?: number
}

const GAP_PX = 4
/** Grid spacing of the positions tried if none next to the marker is free. */
const GRID_PX = 12

function boxAround({ x, y }: Point, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

/** Candidate positions in order: on the place, next to it, then further away. */
function* candidates({ at, width, height, markerHalfPx = 0 }: LabelRequest): Generator<Point> {
  if (markerHalfPx === 0) yield at
  for (const times of [0.5, 1, 1.5]) {
    const [x, y] = [times * width + GAP_PX + markerHalfPx, times * height + GAP_PX + markerHalfPx]
    for (const [east, south] of [
      [0, -1],
      [0, 1],
      [1, 0],
      [-1, 0],
      [1, -1],
      [-1, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      yield { x: at.x + east * x, y: at.y + south * y }
  }
}

/** Centres of the labels, in order; null without room, or if the place is outside. Earlier labels choose first. A required label is pushed inside, moved further away if that avoids all overlaps, and otherwise put where it covers least.
 *
 * @param room within which they must fit
 * @param clear what they must leave free
 * @param seen the visible part of the map, if larger than the room
 */
export function placeLabels(
  labels: readonly LabelRequest[],
  room: Box,
  clear: readonly Box[],
  seen = room,
): (Point | null)[] {
  const occupied = [...clear]
  return labels.map((label) => {
    const { at, width, height, markerHalfPx } = label
    if (!isInside(boxAround(at, 0, 0), markerHalfPx ? seen : room)) return null
    const points = [...candidates(label)]
    const near = markerHalfPx ? points.map((point) => clampedInto(point, label, room)) : points
    const fits = (middle: Point) => isInside(boxAround(middle, width, height), room)
    const overlapCount = (middle: Point) =>
      occupied.filter((box) => overlap(box, boxAround(middle, width, height))).length
    const isFree = (middle: Point) => fits(middle) && overlapCount(middle) === 0
    const further = () => [...gridPoints(label, room)].toSorted((a, b) => distance(a, at) - distance(b, at))
    const free = near.find(isFree) ?? (markerHalfPx ? further().find(isFree) : null)
    const middle = free ?? (markerHalfPx ? minBy(near, overlapCount) : null)
    if (middle) occupied.push(boxAround(middle, width, height))
    return middle
  })
}

/** A grid over the whole room. */
function* gridPoints({ width, height }: LabelRequest, room: Box): Generator<Point> {
  for (let y = room.top + height / 2; y <= room.bottom - height / 2; y += GRID_PX)
    for (let x = room.left + width / 2; x <= room.right - width / 2; x += GRID_PX) yield { x, y }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function clampedInto({ x, y }: Point, { width, height }: LabelRequest, room: Box): Point {
  return {
    x: Math.max(room.left + width / 2, Math.min(x, room.right - width / 2)),
    y: Math.max(room.top + height / 2, Math.min(y, room.bottom - height / 2)),
  }
}

function minBy(points: readonly Point[], measure: (point: Point) => number): Point | null {
  return points.toSorted((a, b) => measure(a) - measure(b))[0] ?? null
}
