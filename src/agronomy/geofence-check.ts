/** Is this outline one that a machine can follow: pins, crossings, area, and whether it lies on the field. */

import { touchedCells } from './geofence-cells.ts'
import type { FieldPoint } from './pivot-geometry.ts'

/** Least and most pins of an outline. */
export const OUTLINE_PINS = { least: 3, most: 200 } as const

/** Why an outline is refused; `edges` are the first two that meet, edge k running from pin k to the next. */
export type OutlineRefusal =
  | { readonly reason: 'few pins' | 'many pins' | 'flat' | 'outside' }
  | { readonly reason: 'crossing'; readonly edges: readonly [number, number] }

/** An outline that holds, without repeated pins. */
export type CheckedOutline = { readonly pins: FieldPoint[]; readonly areaM2: number }

/** Pins nearer than this are one place, and pins this near to one line enclose nothing, m: the last digit of a map. */
const SAME_PLACE_M = 0.01

/**
 * Checks an outline about the pivot: 3 to 200 different pins, no edge crosses or touches another, some part inside the
 * wetted circle. O(n^2).
 *
 * @param pins corners in the order placed, m about the pivot; a last pin that repeats the first is dropped
 * @param wettedRadius R, m, above 0
 * @returns the outline with its area, or the reason why it is none
 * @throws RangeError when a number is not finite or the radius is not above 0
 * @example checkOutline([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 0, y: 10 }], 100).areaM2 // 50
 */
export function checkOutline(
  pins: readonly FieldPoint[],
  wettedRadius: number,
): CheckedOutline | OutlineRefusal {
  if (!(wettedRadius > 0 && wettedRadius < Infinity)) throw new RangeError(`wetted radius ${wettedRadius} m`)
  if (!pins.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) {
    throw new RangeError('pins of finite numbers needed')
  }
  const outline = differentPins(pins)
  if (outline.length < OUTLINE_PINS.least) return { reason: 'few pins' }
  if (outline.length > OUTLINE_PINS.most) return { reason: 'many pins' }
  if (isFlat(outline)) return { reason: 'flat' }
  const edges = firstCrossing(outline)
  if (edges !== null) return { reason: 'crossing', edges }
  if (!touchedCells(outline, [wettedRadius]).includes(1)) return { reason: 'outside' }
  return { pins: outline, areaM2: outlineArea(outline) }
}

/**
 * Area of an outline that does not cross itself: |sum(x_k y_(k+1) - x_(k+1) y_k)| / 2.
 *
 * @param pins corners in either turn, m, shape [3..]
 * @returns m2
 * @example outlineArea([{ x: 0, y: 0 }, { x: 0, y: 2 }, { x: 2, y: 2 }, { x: 2, y: 0 }]) // 4
 */
export function outlineArea(pins: readonly FieldPoint[]): number {
  const twice = pins.reduce((sum, a, k) => {
    const b = pinAt(pins, k + 1)
    return sum + a.x * b.y - b.x * a.y
  }, 0)
  return Math.abs(twice) / 2
}

/**
 * The first two edges that cross or touch where they should not; neighbours may share their pin and no more. O(n^2).
 *
 * @param pins corners in the order placed, m, each different from the next
 * @returns the two edges by number, or null when none meet
 * @example firstCrossing([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }]) // [0, 2]
 */
export function firstCrossing(pins: readonly FieldPoint[]): [number, number] | null {
  const n = pins.length
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1) {
      const [a, b, c, d] = [pinAt(pins, i), pinAt(pins, i + 1), pinAt(pins, j), pinAt(pins, j + 1)]
      const next = j === i + 1
      const last = i === 0 && j === n - 1
      if (next || last ? foldsBack(next ? a : b, next ? b : a, next ? d : c) : segmentsMeet(a, b, c, d)) {
        return [i, j]
      }
    }
  }
  return null
}

/**
 * The order of the pins by their bearing about their own middle: an outline that crosses nothing, to offer in place of
 * one that does.
 *
 * @param pins corners, m
 * @returns places in the list of pins, in the new order
 * @example orderAroundMiddle([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }]) // [1, 2, 0, 3]
 */
export function orderAroundMiddle(pins: readonly FieldPoint[]): number[] {
  const x = pins.reduce((sum, pin) => sum + pin.x, 0) / pins.length
  const y = pins.reduce((sum, pin) => sum + pin.y, 0) / pins.length
  return pins
    .map((pin, at) => ({
      at,
      bearing: (Math.atan2(pin.x - x, pin.y - y) + 2 * Math.PI) % (2 * Math.PI),
      distance: Math.hypot(pin.x - x, pin.y - y),
    }))
    .sort((a, b) => a.bearing - b.bearing || a.distance - b.distance)
    .map(({ at }) => at)
}

function pinAt(pins: readonly FieldPoint[], k: number): FieldPoint {
  return pins[k % pins.length] ?? { x: 0, y: 0 }
}

function differentPins(pins: readonly FieldPoint[]): FieldPoint[] {
  const kept: FieldPoint[] = []
  for (const pin of pins) {
    const former = kept.at(-1)
    if (former === undefined || !samePlace(former, pin)) kept.push(pin)
  }
  while (kept.length > 1 && samePlace(pinAt(kept, 0), pinAt(kept, kept.length - 1))) kept.pop()
  return kept
}

function samePlace(a: FieldPoint, b: FieldPoint): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < SAME_PLACE_M
}

/** All pins beside the line from the first to the one farthest from it. */
function isFlat(pins: readonly FieldPoint[]): boolean {
  const first = pinAt(pins, 0)
  const length = (pin: FieldPoint) => Math.hypot(pin.x - first.x, pin.y - first.y)
  const far = pins.reduce((best, pin) => (length(pin) > length(best) ? pin : best), first)
  return pins.every((pin) => Math.abs(turn(first, far, pin)) < SAME_PLACE_M * length(far))
}

/** Twice the area of a, b, c: above 0 when c lies left of the way from a to b. */
function turn(a: FieldPoint, b: FieldPoint, c: FieldPoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** Does the way from `shared` to `to` run back over the way by which it came? */
function foldsBack(from: FieldPoint, shared: FieldPoint, to: FieldPoint): boolean {
  const ahead = (from.x - shared.x) * (to.x - shared.x) + (from.y - shared.y) * (to.y - shared.y)
  return turn(from, shared, to) === 0 && ahead > 0
}

function segmentsMeet(a: FieldPoint, b: FieldPoint, c: FieldPoint, d: FieldPoint): boolean {
  const [c1, d1] = [Math.sign(turn(a, b, c)), Math.sign(turn(a, b, d))]
  const [a2, b2] = [Math.sign(turn(c, d, a)), Math.sign(turn(c, d, b))]
  if (c1 * d1 < 0 && a2 * b2 < 0) return true
  const within = (p: FieldPoint, q: FieldPoint, r: FieldPoint) =>
    Math.min(p.x, q.x) <= r.x &&
    r.x <= Math.max(p.x, q.x) &&
    Math.min(p.y, q.y) <= r.y &&
    r.y <= Math.max(p.y, q.y)
  return (
    (c1 === 0 && within(a, b, c)) ||
    (d1 === 0 && within(a, b, d)) ||
    (a2 === 0 && within(c, d, a)) ||
    (b2 === 0 && within(c, d, b))
  )
}
