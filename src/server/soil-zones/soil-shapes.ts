/** Clips polygons of a file to the circle and simplifies them. */
import { intersection, union } from 'polyclip-ts'
import { crossingOf, outlineArea } from '../../agronomy/pivot/outline.ts'
import { wettedOutline } from '../../agronomy/pivot/outline-wetting.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { type FieldPoint, toFieldPoint, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { SOIL_RING_CORNERS } from '../../contract/limits.ts'
import type { SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'

/** Rings in metres from the pivot, not closed; the first of a polygon is its outline. */
export type FieldPolygon = FieldPoint[][]

/** Beyond the wetted circle by this part of its radius, so that the edge of the map is not that of the zone. */
const MARGIN = 1.05
/** Longer outlines are only clipped, not checked for self-intersection, which takes quadratic time. */
const CHECKED_CORNERS = 2000
/** Smaller than anyone would draw, m2: slivers left by clipping. */
const SLIVER_M2 = 5

type Pairs = [number, number][]

export function toField(rings: readonly (readonly SoilZonePin[])[], pivot: Pivot): FieldPolygon {
  return rings.map((ring) => ring.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng })))
}

/** To a centimetre: coarser, neighbours would separate. */
export function toPins(polygon: FieldPolygon, pivot: Pivot): SoilZonePolygon {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return polygon.map((ring) =>
    ring.map((point): SoilZonePin => {
      const { lat, lng } = toLatLng(pivot.place, point)
      return [round(lat), round(lng)]
    }),
  )
}

/** Clipped to the field; 'crossing' for a self-intersecting outline, empty for one elsewhere. */
export function cutToField(polygon: FieldPolygon, pivot: Pivot): FieldPolygon[] | 'crossing' {
  const radius = pivot.wettedRadiusM * MARGIN
  if (isApart(polygon.flat(), radius)) return []
  const crosses = polygon.some(
    (ring) => ring.length <= CHECKED_CORNERS && crossingOf(distinct(ring)) !== null,
  )
  if (crosses) return 'crossing'
  const circle = pairsOf(wettedOutline(radius))
  try {
    return fromPairs(intersection([polygon.map(pairsOf)], [[circle]]))
  } catch {
    return 'crossing'
  }
}

/** The union of many pieces as few polygons. */
export function joined(pieces: readonly FieldPolygon[]): FieldPolygon[] {
  const [first, ...others] = pieces.map((polygon) => [polygon.map(pairsOf)])
  return first ? fromPairs(union(first, ...others)) : []
}

/** Whether all corners are beyond one side of the square around the circle. */
function isApart(corners: readonly FieldPoint[], radius: number): boolean {
  return (
    corners.every(({ x }) => x > radius) ||
    corners.every(({ x }) => x < -radius) ||
    corners.every(({ y }) => y > radius) ||
    corners.every(({ y }) => y < -radius)
  )
}

/** To a centimetre: exact arithmetic is slow on long fractions. */
function pairsOf(ring: readonly FieldPoint[]): Pairs {
  return ring.map(({ x, y }): [number, number] => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])
}

function fromPairs(polygons: [number, number][][][]): FieldPolygon[] {
  return polygons
    .map((rings) =>
      rings
        .map((ring) => ring.slice(0, -1).map(([x, y]) => ({ x, y })))
        .filter((ring) => ring.length >= 3 && outlineArea(ring) >= SLIVER_M2),
    )
    .filter(([outline]) => outline !== undefined)
}

/** Merges corners at one point. */
function distinct(ring: readonly FieldPoint[]): FieldPoint[] {
  return ring.filter((corner, at) => {
    const next = ring[(at + 1) % ring.length]
    return !next || Math.hypot(corner.x - next.x, corner.y - next.y) > 0.01
  })
}

/** How far an outline may move, m, when it is simplified. */
export const TOLERANCES_M = [0.5, 1, 2, 4, 8] as const

/**
 * With fewer corners, none of which moves the outline further than this (Douglas and Peucker 1973); null if an outline
 * would intersect itself or still has too many corners.
 */
export function simplified(polygon: FieldPolygon, toleranceM: number): FieldPolygon | null {
  const rings = polygon
    .map((ring) => distinct(simplifiedRing(ring, toleranceM)))
    .filter((ring, at) => ring.length >= 3 && (at === 0 || outlineArea(ring) >= SLIVER_M2))
  const fits = rings.every((ring) => ring.length <= SOIL_RING_CORNERS.max && crossingOf(ring) === null)
  return rings.length > 0 && fits ? rings : null
}

function simplifiedRing(ring: readonly FieldPoint[], toleranceM: number): FieldPoint[] {
  const [first] = ring
  if (!first || ring.length <= 4) return [...ring]
  // a ring has no ends: it is split at the corner farthest from its first one
  const far = ring.reduce(
    (best, { x, y }, at) => {
      const distance = Math.hypot(x - first.x, y - first.y)
      return distance > best.distance ? { at, distance } : best
    },
    { at: 0, distance: 0 },
  ).at
  const there = simplifiedLine(ring.slice(0, far + 1), toleranceM)
  const back = simplifiedLine([...ring.slice(far), first], toleranceM)
  return [...there.slice(0, -1), ...back.slice(0, -1)]
}

function simplifiedLine(line: readonly FieldPoint[], toleranceM: number): FieldPoint[] {
  const keep = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    const [a, b] = [line[from], line[to]]
    if (!a || !b) continue
    let [worst, at] = [toleranceM, -1]
    for (let i = from + 1; i < to; i += 1) {
      const distance = distanceToLine(line[i] ?? a, a, b)
      if (distance > worst) [worst, at] = [distance, i]
    }
    if (at === -1) continue
    keep.add(at)
    open.push([from, at], [at, to])
  }
  return line.filter((_, at) => keep.has(at))
}

function distanceToLine(point: FieldPoint, a: FieldPoint, b: FieldPoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length2
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy)
}
