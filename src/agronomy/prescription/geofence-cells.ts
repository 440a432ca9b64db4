/** Which prescription cells a geofence overlaps, and how much of each lies inside it. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { CELLS, SECTORS, ZONES } from './prescription.ts'

/** Sample points of a cell: 5 bearings x 5 radii, each for the same area. */
export const SAMPLES_PER_CELL = 25

/** Half of a cell or more: 13 of its 25 points. */
export const HALF_OF_CELL = Math.ceil(SAMPLES_PER_CELL / 2)

/** Rays of sample points in a sector, and sample points of a zone on a ray. */
const STEPS = 5
const RAYS = SECTORS * STEPS

/** Depth from which an outline touches a cell: one drawn exactly along borders must not take the neighbouring cells. */
const REACH_M = 1e-6

/** Above this angle, degrees, an edge passes so near the pivot that every bearing is checked. */
const WIDEST_TURN = 170

const DEGREES = 180 / Math.PI
const directions = (count: number, offset: number) => ({
  sin: Float64Array.from({ length: count }, (_, k) => Math.sin(((k + offset) * 2 * Math.PI) / count)),
  cos: Float64Array.from({ length: count }, (_, k) => Math.cos(((k + offset) * 2 * Math.PI) / count)),
})
/** Bearings 2 i of the sector borders, and of the rays between them: 0.2, 0.6, .. 359.8 degrees. */
const BORDER = directions(SECTORS, 0)
const RAY = directions(RAYS, 0.5)

/**
 * Sample points of each cell inside an outline, by the even-odd rule: bearings 2 i + 0.4 (k + 0.5), radii
 * sqrt(r0^2 + (k + 0.5) / 5 (r1^2 - r0^2)), k = 0..4. O(900 x zones + rays that the outline spans).
 *
 * @param pins corners in the order placed, m about the pivot, shape [3..]
 * @param outerRadii outer radius of each zone, m, rising, shape [1..9]
 * @returns points inside, 0 to 25, shape [1620]
 * @throws RangeError when there are fewer than three pins or a number is not finite
 * @example insideSamples([{ x: -9, y: -9 }, { x: 9, y: -9 }, { x: 0, y: 9 }], [1])[0] // 25
 */
export function insideSamples(pins: readonly FieldPoint[], outerRadii: readonly number[]): Uint8Array {
  assertPins(pins)
  const radii = sampleRadii(outerRadii)
  const turns = new Uint8Array(RAYS * (radii.length + 1))
  pins.forEach((a, at) => countCrossings(a, nextPin(pins, at), radii, turns))
  const inside = new Uint8Array(CELLS)
  for (let ray = 0; ray < RAYS; ray += 1) {
    const first = ray * (radii.length + 1)
    const cell = Math.floor(ray / STEPS) * ZONES
    // Most rays of most outlines meet no edge: a native search is quicker than looking at their points.
    const farthest = turns.subarray(first, first + radii.length + 1).lastIndexOf(1)
    // From outside inwards: a point is inside when the outline crosses its ray an odd number of times beyond it.
    let parity = 0
    for (let ring = farthest - 1; ring >= 0; ring -= 1) {
      parity ^= turns[first + ring + 1] ?? 0
      const zone = cell + Math.floor(ring / STEPS)
      inside[zone] = (inside[zone] ?? 0) + parity
    }
  }
  return inside
}

/**
 * Cells that an outline reaches into, exactly: an edge enters the cell, or the cell lies inside. O(sectors x zones +
 * 900 x zones).
 *
 * @param pins corners in the order placed, m about the pivot, shape [3..]
 * @param outerRadii outer radius of each zone, m, rising, shape [1..9]
 * @returns 1 where the outline reaches into the cell, else 0, shape [1620]
 * @throws RangeError when there are fewer than three pins or a number is not finite
 * @example touchedCells([{ x: 0.1, y: 9 }, { x: 0.2, y: 9 }, { x: 0.2, y: 8 }], [5, 10])[1] // 1
 */
export function touchedCells(pins: readonly FieldPoint[], outerRadii: readonly number[]): Uint8Array {
  const touched = insideSamples(pins, outerRadii).map((points) => (points > 0 ? 1 : 0))
  pins.forEach((a, at) => {
    const b = nextPin(pins, at)
    const { first, count } = directionsSpanned(a, b, SECTORS, 0)
    for (let k = 0; k < count; k += 1) markSector(a, b, (first + k) % SECTORS, outerRadii, touched)
  })
  return touched
}

/** The radii that an edge covers within a sector's two border rays run without a gap from its least to its greatest. */
function markSector(
  a: FieldPoint,
  b: FieldPoint,
  sector: number,
  outerRadii: readonly number[],
  touched: Uint8Array,
): void {
  const next = (sector + 1) % SECTORS
  // Signed distances clockwise of the sector's first border, and anticlockwise of its second.
  const entry = clip(clockwise(a, sector) - REACH_M, clockwise(b, sector) - REACH_M, 0, 1)
  const part = clip(-clockwise(a, next) - REACH_M, -clockwise(b, next) - REACH_M, entry.from, entry.to)
  if (part.from > part.to) return
  const dx = b.x - a.x
  const dy = b.y - a.y
  const length2 = dx * dx + dy * dy
  const foot = length2 > 0 ? -(a.x * dx + a.y * dy) / length2 : 0
  const radiusAt = (t: number) => Math.sqrt((a.x + t * dx) ** 2 + (a.y + t * dy) ** 2)
  const nearest = radiusAt(Math.min(part.to, Math.max(part.from, foot)))
  const farthest = Math.max(radiusAt(part.from), radiusAt(part.to))
  outerRadii.forEach((outer, zone) => {
    const inner = outerRadii[zone - 1] ?? 0
    if (farthest >= inner + REACH_M && nearest <= outer - REACH_M) touched[sector * ZONES + zone] = 1
  })
}

/** Where a figure that runs evenly from `atStart` to `atEnd` along an edge is 0 or more, within [from, to]. */
function clip(atStart: number, atEnd: number, from: number, to: number): { from: number; to: number } {
  if (atStart < 0 && atEnd < 0) return { from: 1, to: 0 }
  if (atStart >= 0 && atEnd >= 0) return { from, to }
  const crossing = atStart / (atStart - atEnd)
  return atStart < 0 ? { from: Math.max(from, crossing), to } : { from, to: Math.min(to, crossing) }
}

/** Distance clockwise of the line through a sector's first border, m. */
function clockwise({ x, y }: FieldPoint, sector: number): number {
  return x * (BORDER.cos[sector] ?? 1) - y * (BORDER.sin[sector] ?? 0)
}

/** Toggles one bit for each ray that the edge crosses: at the number of sample points nearer than the crossing. */
function countCrossings(a: FieldPoint, b: FieldPoint, radii: Float64Array, turns: Uint8Array): void {
  const { first, count } = directionsSpanned(a, b, RAYS, 0.5)
  for (let k = 0; k < count; k += 1) {
    const ray = (first + k) % RAYS
    const [sin, cos] = [RAY.sin[ray] ?? 0, RAY.cos[ray] ?? 1]
    const sideA = a.x * cos - a.y * sin
    const sideB = b.x * cos - b.y * sin
    // One end counts, the other does not: a corner on a ray is crossed once.
    if (sideA < 0 === sideB < 0) continue
    const t = sideA / (sideA - sideB)
    const distance = (a.x + t * (b.x - a.x)) * sin + (a.y + t * (b.y - a.y)) * cos
    if (distance <= 0) continue
    let nearer = 0
    while (nearer < radii.length && (radii[nearer] ?? 0) < distance) nearer += 1
    const bit = ray * (radii.length + 1) + nearer
    turns[bit] = (turns[bit] ?? 0) ^ 1
  }
}

/** The directions, of `count` evenly set ones, that an edge may pass seen from the pivot; one more on either side. */
function directionsSpanned(a: FieldPoint, b: FieldPoint, count: number, offset: number) {
  const from = Math.atan2(a.x, a.y) * DEGREES
  const to = Math.atan2(b.x, b.y) * DEGREES
  const turn = ((((to - from + 180) % 360) + 360) % 360) - 180
  const atPivot = (a.x === 0 && a.y === 0) || (b.x === 0 && b.y === 0)
  if (atPivot || Math.abs(turn) > WIDEST_TURN) return { first: 0, count }
  const width = 360 / count
  const first = Math.floor((turn >= 0 ? from : to) / width - offset) - 1
  return {
    first: (first + 2 * count) % count,
    count: Math.min(count, Math.ceil(Math.abs(turn) / width) + 4),
  }
}

function sampleRadii(outerRadii: readonly number[]): Float64Array {
  const radii = new Float64Array(outerRadii.length * STEPS)
  outerRadii.forEach((outer, zone) => {
    const inner = outerRadii[zone - 1] ?? 0
    for (let k = 0; k < STEPS; k += 1) {
      radii[zone * STEPS + k] = Math.sqrt(inner ** 2 + ((k + 0.5) / STEPS) * (outer ** 2 - inner ** 2))
    }
  })
  return radii
}

function nextPin(pins: readonly FieldPoint[], at: number): FieldPoint {
  return pins[(at + 1) % pins.length] ?? { x: 0, y: 0 }
}

function assertPins(pins: readonly FieldPoint[]): void {
  const bad = pins.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))
  if (pins.length < 3 || bad) throw new RangeError(`an outline of ${pins.length} pins, finite numbers needed`)
}
