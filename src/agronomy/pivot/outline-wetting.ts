/** Splits an outline into the part inside the wetted circle or part circle and the part outside. */
import type { Outline } from './outline.ts'
import { fromPolar, normaliseBearing } from './pivot-geometry.ts'
import type { Arc } from './pivot.ts'
import type { FieldPoint } from './pivot-geometry.ts'

/** Bearings between two corners of the polygon that stands for a circle, degrees: 0.1 % less area than the circle. */
const STEP_DEGREES = 4

/** Pieces of an outline; together they are the outline. They may share sides and hold corners on one line. */
export type WettingParts = { readonly inside: Outline[]; readonly outside: Outline[] }

/** Degrees swept by an arc; ends in the same direction are the full circle. */
function sweepOf(arc: Arc): number {
  return arc === null ? 360 : normaliseBearing(arc[1] - arc[0]) || 360
}

/** Points of a circle clockwise from a bearing over a sweep, both ends included. */
function curve(radius: number, from: number, sweep: number): FieldPoint[] {
  const steps = Math.ceil(sweep / STEP_DEGREES)
  return Array.from({ length: steps + 1 }, (_, i) =>
    fromPolar({ bearing: from + (sweep * i) / steps, distance: radius }),
  )
}

/**
 * The wetted circle or part circle as a polygon, corners clockwise.
 *
 * @param radius wetted radius, m, above 0
 * @param arc part circle, degrees, or null; a part circle begins at the pivot point
 * @returns corners, m from the pivot
 * @throws RangeError when the radius is not above 0
 * @example wettedOutline(100, [0, 4]) // [{ x: 0, y: 0 }, { x: 0, y: 100 }, { x: 6.97565, y: 99.75641 }]
 */
export function wettedOutline(radius: number, arc: Arc = null): FieldPoint[] {
  if (!(radius > 0) || radius === Infinity) throw new RangeError(`wetted radius ${radius} m`)
  const sweep = sweepOf(arc)
  const points = curve(radius, arc?.[0] ?? 0, sweep)
  return sweep === 360 ? points.slice(0, -1) : [{ x: 0, y: 0 }, ...points]
}

/** Signed distance to the line a-b times its length: positive to its right, which is inside of a clockwise polygon. */
function rightOf(a: FieldPoint, b: FieldPoint, point: FieldPoint): number {
  return (b.y - a.y) * (point.x - a.x) - (b.x - a.x) * (point.y - a.y)
}

/** The part of an outline on one side of the line a-b (Sutherland and Hodgman 1974); `side` 1 is the right, -1 the left. */
function halfOf(outline: Outline, a: FieldPoint, b: FieldPoint, side: 1 | -1): FieldPoint[] {
  const clipped: FieldPoint[] = []
  let before = outline.at(-1)
  for (const corner of outline) {
    if (!before) break
    const [sideBefore, sideNow] = [side * rightOf(a, b, before), side * rightOf(a, b, corner)]
    if (sideBefore > 0 !== sideNow > 0 && sideBefore !== sideNow) {
      const share = sideBefore / (sideBefore - sideNow)
      clipped.push({
        x: before.x + share * (corner.x - before.x),
        y: before.y + share * (corner.y - before.y),
      })
    }
    if (sideNow > 0) clipped.push(corner)
    before = corner
  }
  return clipped
}

/** Splits an outline by a convex clockwise polygon: what lies inside all of its sides, and what each side cuts off. */
function splitByConvex(outline: Outline, convex: Outline): WettingParts {
  const outside: Outline[] = []
  let rest: Outline = outline
  for (const [i, a] of convex.entries()) {
    const b = convex[(i + 1) % convex.length] ?? a
    const cut = halfOf(rest, a, b, -1)
    if (cut.length >= 3) outside.push(cut)
    rest = halfOf(rest, a, b, 1)
    if (rest.length < 3) return { inside: [], outside }
  }
  return { inside: [rest], outside }
}

/**
 * Parts of an outline inside and outside the wetted area. A part circle above 180 degrees is not convex: its
 * complement is cut out of the circle. O(corners x 90).
 *
 * @param outline corners, m from the pivot, not crossing itself, shape [3..]
 * @param radius wetted radius, m, above 0
 * @param arc part circle, degrees, or null
 * @returns pieces, m; either list may be empty
 * @throws RangeError when the radius is not above 0
 * @example wettingParts([{ x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 2 }], 9).outside // []
 */
export function wettingParts(outline: Outline, radius: number, arc: Arc = null): WettingParts {
  const sweep = sweepOf(arc)
  if (arc === null || sweep <= 180) return splitByConvex(outline, wettedOutline(radius, arc))
  const circle = splitByConvex(outline, wettedOutline(radius))
  if (sweep === 360) return circle
  // The slice must reach beyond the corners of the polygon that stands for the circle.
  const dry = wettedOutline(2 * radius, [arc[1], arc[0]])
  const parts = circle.inside.map((piece) => splitByConvex(piece, dry))
  return {
    inside: parts.flatMap((part) => part.outside),
    outside: [...circle.outside, ...parts.flatMap((part) => part.inside)],
  }
}
