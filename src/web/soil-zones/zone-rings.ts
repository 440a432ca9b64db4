/** Lists, replaces, adds and removes the outlines and holes of a zone. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'
import { text } from './soil-zone.text.ts'

/** Which ring of a zone: ring 0 of a polygon is its outline, the others are holes in it. */
export interface RingPlace {
  polygon: number
  ring: number
}

export const FIRST_RING: RingPlace = { polygon: 0, ring: 0 }

export function ringAt(polygons: readonly SoilZonePolygon[], { polygon, ring }: RingPlace): SoilZonePin[] {
  return polygons[polygon]?.[ring] ?? []
}

/** Every ring with its name, outlines before their holes. */
export function namedRings(polygons: readonly SoilZonePolygon[]): { place: RingPlace; name: string }[] {
  return polygons.flatMap((rings, polygon) =>
    rings.map((_, ring) => ({
      place: { polygon, ring },
      name: ring === 0 ? text.outline(polygon + 1) : text.holeOutline(ring, polygon + 1),
    })),
  )
}

export function withRing(
  polygons: readonly SoilZonePolygon[],
  at: RingPlace,
  pins: readonly LatLng[],
): SoilZonePolygon[] {
  const ringPins = pins.map(({ lat, lng }): SoilZonePin => [lat, lng])
  return polygons.map((rings, polygon) =>
    polygon === at.polygon ? rings.map((previous, ring) => (ring === at.ring ? ringPins : previous)) : rings,
  )
}

/** Removing an outline removes its holes. */
export function withoutRing(polygons: readonly SoilZonePolygon[], at: RingPlace): SoilZonePolygon[] {
  if (at.ring === 0) return polygons.filter((_, polygon) => polygon !== at.polygon)
  return polygons.map((rings, polygon) =>
    polygon === at.polygon ? rings.filter((_, ring) => ring !== at.ring) : rings,
  )
}

/** Index of another ring after that one is removed. */
export function placeWithout(removed: RingPlace, { polygon, ring }: RingPlace): RingPlace {
  if (removed.ring === 0) return { polygon: polygon > removed.polygon ? polygon - 1 : polygon, ring }
  return { polygon, ring: polygon === removed.polygon && ring > removed.ring ? ring - 1 : ring }
}

/** Drops rings without pins. */
export function withoutEmpty(polygons: readonly SoilZonePolygon[]): SoilZonePolygon[] {
  return polygons
    .filter(([outline]) => outline !== undefined && outline.length > 0)
    .map((rings) => rings.filter((ring) => ring.length > 0))
}
