/** Geometry of outlines drawn on a field: area, self-intersection, overlap. */
import type { FieldPoint } from './pivot-geometry.ts'

/** A closed polygon, corners in the order placed, m from the pivot, shape [3..]; the last joins the first. */
export type Outline = readonly FieldPoint[]

/** Distance below which two places are one, m: a hundredth of what a receiver can tell. */
const SAME_PLACE_M = 0.005

/** Twice the signed area of a triangle, m2; positive when a, b, c turn to the left. */
function turn(a: FieldPoint, b: FieldPoint, c: FieldPoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** Distance of a point from a segment, m. */
function distanceToSegment(point: FieldPoint, from: FieldPoint, to: FieldPoint): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

/** Two segments cross, or an end of one lies on the other. */
function segmentsMeet(a: FieldPoint, b: FieldPoint, c: FieldPoint, d: FieldPoint): boolean {
  if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true
  const ends = [
    distanceToSegment(a, c, d),
    distanceToSegment(b, c, d),
    distanceToSegment(c, a, b),
    distanceToSegment(d, a, b),
  ]
  return Math.min(...ends) < SAME_PLACE_M
}

function assertFinite(outline: Outline): void {
  if (!outline.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    throw new RangeError('an outline has finite coordinates')
}

/** The corner at a place of the ring, counted round. */
function cornerAt(outline: Outline, index: number): FieldPoint {
  const corner = outline[index % outline.length]
  if (!corner) throw new RangeError('an outline has corners')
  return corner
}

/**
 * The first two sides that cross or touch without being neighbours, or neighbours that fold back. Side i runs from
 * corner i to the next. O(n^2).
 *
 * @param outline corners, m, shape [n]; fewer than 3 have no sides that could cross
 * @returns the indices of the two sides, or null for an outline that encloses one area
 * @throws RangeError when a coordinate is not finite
 * @example crossingOf([{ x: 0, y: 0 }, { x: 9, y: 9 }, { x: 9, y: 0 }, { x: 0, y: 9 }]) // [0, 2]
 */
export function crossingOf(outline: Outline): readonly [number, number] | null {
  assertFinite(outline)
  const sides = outline.length
  if (sides < 3) return null
  for (let i = 0; i < sides; i++) {
    for (let j = i + 1; j < sides; j++) {
      const meet = j === i + 1 || (i === 0 && j === sides - 1) ? foldsBack : segmentsMeet
      const [first, second] = j === i + 1 ? [i, j] : [j, i]
      const [a, b] = [cornerAt(outline, first), cornerAt(outline, first + 1)]
      const [c, d] = [cornerAt(outline, second), cornerAt(outline, second + 1)]
      if (meet(a, b, c, d)) return [i, j]
    }
  }
  return null
}

/** Neighbouring sides a-b and b-d: they share b, and fold back when one runs along the other. */
function foldsBack(a: FieldPoint, b: FieldPoint, _: FieldPoint, d: FieldPoint): boolean {
  const same =
    Math.hypot(a.x - b.x, a.y - b.y) < SAME_PLACE_M || Math.hypot(b.x - d.x, b.y - d.y) < SAME_PLACE_M
  return same || distanceToSegment(a, b, d) < SAME_PLACE_M || distanceToSegment(d, a, b) < SAME_PLACE_M
}

/**
 * Area enclosed: A = |sum of (x_i y_(i+1) - x_(i+1) y_i)| / 2 (shoelace formula). Meaningless for an outline that crosses
 * itself.
 *
 * @param outline corners, m, shape [n]
 * @returns m2; 0 below 3 corners
 * @throws RangeError when a coordinate is not finite
 * @example outlineArea([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 3 }]) // 6
 */
export function outlineArea(outline: Outline): number {
  assertFinite(outline)
  return Math.abs(doubleArea(outline)) / 2
}

function doubleArea(outline: Outline): number {
  return outline.reduce((sum, corner, i) => {
    const next = cornerAt(outline, i + 1)
    return sum + corner.x * next.y - next.x * corner.y
  }, 0)
}

/**
 * The corners sorted by bearing around their mean, so that sides no longer cross; of two in one direction the nearer comes
 * first. Pins on one straight line still fold back.
 *
 * @param outline corners, m, shape [n]
 * @returns indices into the outline, clockwise, beginning with the corner that was first; shape [n]
 * @throws RangeError when a coordinate is not finite
 * @example orderAround([{ x: 0, y: 9 }, { x: 9, y: 0 }, { x: 9, y: 9 }, { x: 0, y: 0 }]) // [0, 2, 1, 3]
 */
export function orderAround(outline: Outline): number[] {
  assertFinite(outline)
  const mean = {
    x: outline.reduce((sum, { x }) => sum + x, 0) / outline.length,
    y: outline.reduce((sum, { y }) => sum + y, 0) / outline.length,
  }
  const sorted = outline
    .map(({ x, y }, index) => ({
      index,
      bearing: Math.atan2(x - mean.x, y - mean.y),
      distance: Math.hypot(x - mean.x, y - mean.y),
    }))
    .sort((a, b) => a.bearing - b.bearing || a.distance - b.distance)
    .map(({ index }) => index)
  const start = sorted.indexOf(0)
  return [...sorted.slice(start), ...sorted.slice(0, start)]
}

/**
 * Whether a point lies inside (even-odd rule); a point exactly on a side may count either way.
 *
 * @param point m from the pivot
 * @param outline corners, m, shape [n]
 * @returns true inside
 * @example insideOutline({ x: 1, y: 1 }, [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 3 }]) // true
 */
export function insideOutline(point: FieldPoint, outline: Outline): boolean {
  return crossingsAt(point.y, outline).filter((x) => x > point.x).length % 2 === 1
}

/** Where the sides cross the height y, m east, rising; always an even number of places. */
function crossingsAt(y: number, outline: Outline): number[] {
  const crossings: number[] = []
  for (const [i, a] of outline.entries()) {
    const b = cornerAt(outline, i + 1)
    if (a.y > y !== b.y > y) crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
  }
  return crossings.sort((left, right) => left - right)
}

/**
 * A place for a label: the centroid C = sum of (p_i + p_(i+1)) cross_i / (6 A); where that falls outside, the middle of the
 * widest stretch inside at its height.
 *
 * @param outline corners, m, shape [1..]
 * @returns a point, m; inside whenever the outline encloses an area
 * @throws RangeError when there is no corner or a coordinate is not finite
 * @example labelPointOf([{ x: 0, y: 0 }, { x: 6, y: 0 }, { x: 0, y: 3 }]) // { x: 2, y: 1 }
 */
export function labelPointOf(outline: Outline): FieldPoint {
  assertFinite(outline)
  const origin = cornerAt(outline, 0)
  const doubled = doubleArea(outline)
  if (Math.abs(doubled) < SAME_PLACE_M) return origin
  const sum = { x: 0, y: 0 }
  for (const [i, corner] of outline.entries()) {
    const next = cornerAt(outline, i + 1)
    const cross = corner.x * next.y - next.x * corner.y
    sum.x += (corner.x + next.x) * cross
    sum.y += (corner.y + next.y) * cross
  }
  const centroid = { x: sum.x / (3 * doubled), y: sum.y / (3 * doubled) }
  return insideOutline(centroid, outline) ? centroid : widestAt(centroid.y, outline, centroid)
}

function widestAt(y: number, outline: Outline, otherwise: FieldPoint): FieldPoint {
  const crossings = crossingsAt(y, outline)
  let best = { width: 0, middle: otherwise }
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from, to] = [crossings[i] ?? 0, crossings[i + 1] ?? 0]
    if (to - from > best.width) best = { width: to - from, middle: { x: (from + to) / 2, y } }
  }
  return best.middle
}

/**
 * Whether two outlines share any ground or touch: sides that meet, or one inside the other. O(n m).
 *
 * @param a corners, m, shape [n]
 * @param b corners, m, shape [m]
 * @returns true when they overlap or touch
 * @example outlinesMeet([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 3 }], [{ x: 1, y: 1 }, { x: 9, y: 1 }, { x: 9, y: 9 }]) // true
 */
export function outlinesMeet(a: Outline, b: Outline): boolean {
  if (a.length < 3 || b.length < 3) return false
  if (insideOutline(cornerAt(a, 0), b) || insideOutline(cornerAt(b, 0), a)) return true
  return a.some((corner, i) =>
    b.some((otherCorner, j) => segmentsMeet(corner, cornerAt(a, i + 1), otherCorner, cornerAt(b, j + 1))),
  )
}
