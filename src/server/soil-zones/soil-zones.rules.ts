/** Rules for a soil zone beyond its schema: a plausible soil, no self-intersection, some area inside the circle. */
import { crossingOf, outlineArea } from '../../agronomy/pivot/outline.ts'
import { wettingParts } from '../../agronomy/pivot/outline-wetting.ts'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import {
  SOIL_CORNERS_PER_SYSTEM_MAX,
  SOIL_RING_CORNERS,
  SOIL_ZONES_PER_SYSTEM_MAX,
} from '../../contract/limits.ts'
import {
  type DrawnSoilZone,
  type SoilZone,
  newSoilZone,
  type SoilZoneBody,
  soilZoneChange,
  type SoilZonePin,
  type SoilZonePolygon,
  soilZonesBody,
} from '../../contract/soil-zones.ts'
import { distinctPins, fieldOutline, onOneLine, stillSo } from '../geofences/geofences.rules.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { limitsOfZone } from './zone-limits.rules.ts'

/** Smaller than anyone would draw on purpose. */
const AREA_MIN_M2 = 1

/** A zone as it is stored, with its area, m2. */
type Measured = DrawnSoilZone & { area_m2: number }

/**
 * A new zone, and whether one that equals it is answered instead.
 *
 * @throws Problem with the field that is wrong
 */
export function readNewSoilZone(body: unknown, pivot: Pivot): { drawn: Measured; once: boolean } {
  const { once = false, ...zone } = readBody(newSoilZone, body)
  return { drawn: checkSoilZone(zone, pivot), once }
}

/**
 * A changed zone. What equals it already was not changed by somebody else: a request may be repeated.
 *
 * @throws Problem with the field that is wrong; null when the stored one is not what the sender saw
 */
export function readSoilZoneChange(body: unknown, pivot: Pivot, former: Measured): Measured | null {
  const { seen = {}, ...zone } = readBody(soilZoneChange, body)
  const drawn = checkSoilZone(zone, pivot, former)
  return stillSo(former, seen) || isStored(former, drawn) ? drawn : null
}

/** Whether it is stored exactly so; its area follows from its outline. */
export function isStored(stored: Measured, drawn: Measured): boolean {
  return stillSo(stored, { ...drawn, area_m2: stored.area_m2 })
}

/** @throws Problem with the field that is wrong, and the name of the zone */
export function readSoilZones(body: unknown, pivot: Pivot) {
  const { zones, replace = false, once = false } = readBody(soilZonesBody, body)
  return { zones: zones.map((zone) => checkSoilZone(zone, pivot)), replace, once }
}

/** @throws Problem with the field that is wrong */
function checkSoilZone(body: SoilZoneBody, pivot: Pivot, former?: DrawnSoilZone): Measured {
  const { name, texture = null, field_capacity = null, wilting_point = null } = body
  limitsOfZone({ texture, field_capacity, wilting_point })
  const polygons = body.polygons.map((rings) => rings.map((ring) => distinctPins(ring)))
  for (const ring of polygons.flat()) checkRing(ring, pivot)
  const { insideM2, areaM2 } = zoneAreas(polygons, pivot)
  if (!(areaM2 >= AREA_MIN_M2)) throw new Problem('soil_zone_flat', { field: 'polygons' })
  if (!(insideM2 > 0)) throw new Problem('soil_zone_outside', { field: 'polygons' })
  return {
    name,
    texture,
    field_capacity,
    wilting_point,
    polygons,
    confirmed: body.confirmed ?? former?.confirmed ?? false,
    source: body.source ?? former?.source ?? 'drawn',
    area_m2: areaM2,
  }
}

function checkRing(ring: readonly SoilZonePin[], pivot: Pivot): void {
  if (ring.length < SOIL_RING_CORNERS.min) throw new Problem('soil_zone_pins_few', { field: 'polygons' })
  const outline = fieldOutline(ring, pivot)
  if (onOneLine(outline)) throw new Problem('soil_zone_flat', { field: 'polygons' })
  if (crossingOf(outline)) throw new Problem('soil_zone_crossing', { field: 'polygons' })
}

/** A stored zone as it is shown. */
export function soilZoneView(
  system: { name: string; pivot: Pivot },
  zone: DrawnSoilZone & { id: number },
): SoilZone {
  const { id, name, texture, field_capacity, wilting_point, confirmed, source, polygons } = zone
  const { fieldCapacity, wiltingPoint } = limitsOfZone(zone)
  const { areaM2, insideM2 } = zoneAreas(polygons, system.pivot)
  return {
    id,
    system: system.name,
    name,
    texture,
    field_capacity,
    wilting_point,
    limits: { field_capacity: fieldCapacity, wilting_point: wiltingPoint },
    confirmed,
    source,
    polygons,
    area_m2: Math.round(areaM2),
    inside_m2: Math.round(insideM2),
  }
}

/** Area of polygons without their holes, m2, and the part of it inside the wetted circle. */
export function zoneAreas(
  polygons: readonly SoilZonePolygon[],
  pivot: Pivot,
): { areaM2: number; insideM2: number } {
  let [areaM2, insideM2] = [0, 0]
  for (const [at, ring] of polygons.flatMap((rings) => [...rings.entries()])) {
    const outline = fieldOutline(ring, pivot)
    const sign = at === 0 ? 1 : -1
    areaM2 += sign * outlineArea(outline)
    for (const part of wettingParts(outline, pivot.wettedRadiusM).inside) insideM2 += sign * outlineArea(part)
  }
  return { areaM2, insideM2 }
}

/**
 * Checks the total number of zones and corners of a system.
 *
 * @throws Problem('soil_zones_too_many'), Problem('soil_zones_too_fine')
 */
export function mustFit(zones: readonly Pick<DrawnSoilZone, 'polygons'>[]): void {
  if (zones.length > SOIL_ZONES_PER_SYSTEM_MAX) throw new Problem('soil_zones_too_many')
  const corners = zones.reduce(
    (sum, { polygons }) => sum + polygons.flat().reduce((pins, { length }) => pins + length, 0),
    0,
  )
  if (corners > SOIL_CORNERS_PER_SYSTEM_MAX) throw new Problem('soil_zones_too_fine')
}
