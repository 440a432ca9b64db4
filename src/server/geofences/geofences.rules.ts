/** Rules for a geofence beyond its schema: an area without crossing sides that overlaps the circle. */
import { crossingOf, type Outline, outlineArea } from '../../agronomy/pivot/outline.ts'
import { wettingParts } from '../../agronomy/pivot/outline-wetting.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { type FieldPoint, toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { OUTLINE_PINS } from '../../contract/limits.ts'
import {
  type DrawnGeofence,
  type GeofenceBody,
  geofenceChange,
  type GeofencePin,
  newGeofence,
} from '../../contract/geofences.ts'
import { Problem, readBody } from '../kit/problem.ts'

/** Smaller than anyone would draw on purpose. */
const AREA_MIN_M2 = 1
const LINE_WIDTH_M = 0.1

/**
 * A new geofence as it is stored, and whether one that equals it is answered instead.
 *
 * @throws Problem with the field that is wrong
 */
export function readNewGeofence(body: unknown, pivot: Pivot): { drawn: DrawnGeofence; once: boolean } {
  const { once = false, ...geofence } = readBody(newGeofence, body)
  return { drawn: checkGeofence(geofence, pivot, true), once }
}

/**
 * A changed geofence as it is stored. What equals it already was not changed by somebody else: a request may be repeated.
 *
 * @throws Problem with the field that is wrong; null when the stored one is not what the sender saw
 */
export function readGeofenceChange(body: unknown, pivot: Pivot, former: DrawnGeofence): DrawnGeofence | null {
  const { seen = {}, ...geofence } = readBody(geofenceChange, body)
  const drawn = checkGeofence(geofence, pivot, former.enabled)
  return stillSo(former, seen) || stillSo(former, drawn) ? drawn : null
}

/** Whether the stored one has these values. */
export function stillSo(stored: object, values: object): boolean {
  return Object.entries(values).every(
    ([field, value]) => JSON.stringify(Reflect.get(stored, field)) === JSON.stringify(value),
  )
}

/** @throws Problem with the field that is wrong */
export function checkGeofence(body: GeofenceBody, pivot: Pivot, enabled: boolean): DrawnGeofence {
  const { name, prescription } = body
  const polygon = distinctPins(body.polygon)
  if (polygon.length < OUTLINE_PINS.min) throw new Problem('geofence_pins_few', { field: 'polygon' })
  const outline = fieldOutline(polygon, pivot)
  if (onOneLine(outline)) throw new Problem('geofence_flat', { field: 'polygon' })
  if (crossingOf(outline)) throw new Problem('geofence_crossing', { field: 'polygon' })
  if (outlineArea(outline) < AREA_MIN_M2) throw new Problem('geofence_flat', { field: 'polygon' })
  const { inside } = wettingParts(outline, pivot.wettedRadiusM)
  if (!inside.some((part) => outlineArea(part) > 0))
    throw new Problem('geofence_outside', { field: 'polygon' })
  return { name, prescription, polygon, enabled: body.enabled ?? enabled }
}

/** Metres east and north of the pivot. */
export function fieldOutline(polygon: readonly GeofencePin[], pivot: Pivot): Outline {
  return polygon.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng }))
}

/** Repeated pins, and a last one that closes the outline, count once. */
export function distinctPins(polygon: readonly GeofencePin[]): GeofencePin[] {
  return polygon.filter((pin, at) => {
    const next = polygon[(at + 1) % polygon.length]
    return !next || pin[0] !== next[0] || pin[1] !== next[1]
  })
}

/** Pins on one line also intersect themselves, but that is not the error to report. */
export function onOneLine(outline: Outline): boolean {
  const [first] = outline
  if (!first) return true
  const reach = ({ x, y }: FieldPoint) => Math.hypot(x - first.x, y - first.y)
  const far = outline.reduce((farthest, point) => (reach(point) > reach(farthest) ? point : farthest))
  const { x: dx, y: dy } = { x: far.x - first.x, y: far.y - first.y }
  return outline.every(
    ({ x, y }) => Math.abs(dx * (y - first.y) - dy * (x - first.x)) <= LINE_WIDTH_M * reach(far),
  )
}
