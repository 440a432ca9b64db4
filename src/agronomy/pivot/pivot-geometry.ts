/** Position of a point relative to the pivot: metres east and north, bearing, distance, sector, wetted circle. */

import type { Arc, LatLng } from './pivot.ts'

/** Radius of the sphere used for plane coordinates, m: the WGS 84 equatorial radius. */
export const EARTH_RADIUS_M = 6_378_137

/** Width of one prescription sector, degrees. */
export const SECTOR_DEGREES = 2

/** A place on the field: `x` metres east and `y` metres north of the pivot point. */
export type FieldPoint = { readonly x: number; readonly y: number }

/** A place on the field: `bearing` degrees clockwise from true north in [0, 360), `distance` m from the pivot. */
export type PolarPoint = { readonly bearing: number; readonly distance: number }

const RADIANS_PER_DEGREE = Math.PI / 180

function assertFinite(...numbers: number[]): void {
  if (!numbers.every(Number.isFinite))
    throw new RangeError(`finite numbers needed, not ${numbers.join(', ')}`)
}

/**
 * Any angle brought into [0, 360).
 *
 * @param degrees angle, degrees clockwise from true north, any finite value
 * @returns the same direction, degrees in [0, 360)
 * @throws RangeError when the angle is not finite
 * @example normaliseBearing(-90) // 270
 */
export function normaliseBearing(degrees: number): number {
  assertFinite(degrees)
  return ((degrees % 360) + 360) % 360
}

/**
 * Metres east and north of the pivot: dx = R cos(lat0) dlng, dy = R dlat. A plane at the pivot: within 0.003 degrees
 * of the great circle over the length of a pivot.
 *
 * @param pivot pivot point, decimal degrees
 * @param place any place near it, decimal degrees
 * @returns x (dx) and y (dy), m
 * @throws RangeError when a coordinate is not finite
 * @example toFieldPoint({ lat: 0, lng: 10 }, { lat: 0.001, lng: 10 }) // { x: 0, y: 111.31949079326625 }
 */
export function toFieldPoint(pivot: LatLng, place: LatLng): FieldPoint {
  assertFinite(pivot.lat, pivot.lng, place.lat, place.lng)
  // the shorter direction, for a pivot near the 180th meridian
  const dlng = normaliseBearing(place.lng - pivot.lng + 180) - 180
  return {
    x: EARTH_RADIUS_M * Math.cos(pivot.lat * RADIANS_PER_DEGREE) * dlng * RADIANS_PER_DEGREE,
    y: EARTH_RADIUS_M * (place.lat - pivot.lat) * RADIANS_PER_DEGREE,
  }
}

/**
 * The inverse of {@link toFieldPoint}.
 *
 * @param pivot pivot point, decimal degrees, not a pole
 * @param point x east and y north of it, m
 * @returns decimal degrees, `lng` in [-180, 180)
 * @throws RangeError when a number is not finite
 * @example toLatLng({ lat: 0, lng: 10 }, { x: 0, y: 111.31949079326625 }) // { lat: 0.001, lng: 10 }
 */
export function toLatLng(pivot: LatLng, point: FieldPoint): LatLng {
  assertFinite(pivot.lat, pivot.lng, point.x, point.y)
  const dlng = point.x / (EARTH_RADIUS_M * Math.cos(pivot.lat * RADIANS_PER_DEGREE)) / RADIANS_PER_DEGREE
  return {
    lat: pivot.lat + point.y / EARTH_RADIUS_M / RADIANS_PER_DEGREE,
    lng: normaliseBearing(pivot.lng + dlng + 180) - 180,
  }
}

/**
 * Bearing and distance of a field point: beta = atan2(dx, dy), r = sqrt(dx^2 + dy^2). The pivot itself has bearing 0.
 *
 * @param point x east and y north of the pivot, m
 * @returns bearing, degrees in [0, 360), and distance, m
 * @throws RangeError when a number is not finite
 * @example toPolar({ x: 30, y: 0 }) // { bearing: 90, distance: 30 }
 */
export function toPolar(point: FieldPoint): PolarPoint {
  assertFinite(point.x, point.y)
  return {
    bearing: normaliseBearing(Math.atan2(point.x, point.y) / RADIANS_PER_DEGREE),
    distance: Math.hypot(point.x, point.y),
  }
}

/**
 * The field point at a bearing and distance: x = r sin(beta), y = r cos(beta).
 *
 * @param polar bearing, degrees, any finite value; distance, m
 * @returns x east and y north of the pivot, m
 * @throws RangeError when a number is not finite
 * @example fromPolar({ bearing: 180, distance: 5 }) // { x: 0, y: -5 }
 */
export function fromPolar({ bearing, distance }: PolarPoint): FieldPoint {
  const radians = normaliseBearing(bearing) * RADIANS_PER_DEGREE
  assertFinite(distance)
  return { x: distance * Math.sin(radians), y: distance * Math.cos(radians) }
}

/**
 * Bearing and distance of a place from the pivot.
 *
 * @param pivot pivot point, decimal degrees
 * @param place decimal degrees
 * @returns bearing, degrees clockwise from true north in [0, 360), and distance, m
 * @throws RangeError when a coordinate is not finite
 * @example bearingAndDistance({ lat: 0, lng: 10 }, { lat: -0.001, lng: 10 }) // { bearing: 180, distance: 111.31949 }
 */
export function bearingAndDistance(pivot: LatLng, place: LatLng): PolarPoint {
  return toPolar(toFieldPoint(pivot, place))
}

/**
 * The place at a bearing and distance from the pivot.
 *
 * @param pivot pivot point, decimal degrees
 * @param polar bearing, degrees, and distance, m
 * @returns decimal degrees
 * @throws RangeError when a number is not finite
 * @example placeAt({ lat: 0, lng: 10 }, { bearing: 0, distance: 111.31949079326625 }) // { lat: 0.001, lng: 10 }
 */
export function placeAt(pivot: LatLng, polar: PolarPoint): LatLng {
  return toLatLng(pivot, fromPolar(polar))
}

/**
 * Sector of a bearing: i = floor((beta mod 360) / width). Sector i covers i x width up to, not including, (i + 1) x width.
 *
 * @param bearing beta, degrees, any finite value
 * @param width sector width, degrees, a divisor of 360; 2 for prescriptions
 * @returns sector index from 0
 * @throws RangeError when the bearing is not finite or the width does not divide the circle
 * @example sectorOf(359.999) // 179
 */
export function sectorOf(bearing: number, width: number = SECTOR_DEGREES): number {
  const sectors = Math.round(360 / width)
  if (!(width > 0) || Math.abs(sectors * width - 360) > 1e-9)
    throw new RangeError(`sectors of ${width} degrees`)
  // A bearing a rounding error below 360 may divide to exactly the number of sectors.
  return Math.min(sectors - 1, Math.floor(normaliseBearing(bearing) / width))
}

/**
 * Does the arm sweep over this bearing? Both ends of the arc count; an arc whose ends are the same direction is a full
 * circle.
 *
 * @param bearing degrees, any finite value
 * @param arc [start, end], degrees, clockwise; null is the full circle
 * @returns true when the bearing lies in the arc
 * @throws RangeError when an angle is not finite
 * @example insideArc(350, [300, 60]) // true
 */
export function insideArc(bearing: number, arc: Arc): boolean {
  const from = normaliseBearing(bearing)
  if (arc === null) return true
  const sweep = normaliseBearing(arc[1] - arc[0])
  return sweep === 0 || normaliseBearing(from - arc[0]) <= sweep
}

/**
 * Does the machine wet this point? The wetted radius itself counts, and so does the pivot point, whatever the arc.
 *
 * @param point x east and y north of the pivot, m
 * @param wettedRadius last tower's radius plus overhang, m, above 0
 * @param arc part circle in degrees, or null
 * @returns true inside the wetted circle or part circle
 * @throws RangeError when the radius is not above 0 or a number is not finite
 * @example insideWettedCircle({ x: 0, y: 90 }, 100, [90, 270]) // false
 */
export function insideWettedCircle(point: FieldPoint, wettedRadius: number, arc: Arc = null): boolean {
  if (!(wettedRadius > 0) || wettedRadius === Infinity)
    throw new RangeError(`wetted radius ${wettedRadius} m`)
  const { bearing, distance } = toPolar(point)
  if (distance > wettedRadius) return false
  return distance === 0 || insideArc(bearing, arc)
}

/**
 * The parts of a sector that the arm sweeps: none outside the arc, two where the arc begins in the sector in which it ends.
 *
 * @param sector i, 0 to 179
 * @param arc part circle in degrees, or null
 * @returns [from, to] bearings, degrees within 2 i and 2 i + 2, clockwise, shape [0..2]
 * @throws RangeError when an angle is not finite
 * @example sweptSpans(44, [0, 89]) // [[88, 89]]
 */
export function sweptSpans(sector: number, arc: Arc): [from: number, to: number][] {
  const start = sector * SECTOR_DEGREES
  if (arc === null) return [[start, start + SECTOR_DEGREES]]
  const sweep = normaliseBearing(arc[1] - arc[0]) || 360
  // Degrees past the beginning of the arc.
  const from = normaliseBearing(start - arc[0])
  const to = from + SECTOR_DEGREES
  const spans: [number, number][] = [
    [from, Math.min(to, sweep)],
    [360, Math.min(to, 360 + sweep)],
  ]
  return spans.filter(([a, b]) => b > a).map(([a, b]) => [start + a - from, start + b - from])
}

/**
 * Share of a sector's 2 degrees that the arm sweeps.
 *
 * @param sector i, 0 to 179
 * @param arc part circle in degrees, or null
 * @returns 0 to 1
 * @throws RangeError when an angle is not finite
 * @example sectorSweep(44, [0, 89]) // 0.5
 */
export function sectorSweep(sector: number, arc: Arc): number {
  return sweptSpans(sector, arc).reduce((sum, [from, to]) => sum + to - from, 0) / SECTOR_DEGREES
}

/**
 * Part of a degree that lies within an arc.
 *
 * @param degree 0 to 359
 * @param from bearing at which the arc begins, clockwise
 * @param sweep its length, degrees, 0 to 360
 * @returns 0 to 1
 * @throws RangeError when an angle is not finite
 * @example degreeWithin(10, 10.25, 0.5) // 0.5
 */
export function degreeWithin(degree: number, from: number, sweep: number): number {
  const begins = normaliseBearing(degree - from)
  const overlap = Math.max(0, Math.min(sweep, begins + 1) - begins)
  // the degree in which the arc begins lies at the far end of the circle, counted from there
  return Math.min(1, overlap + Math.max(0, Math.min(begins + 1 - 360, sweep)))
}
