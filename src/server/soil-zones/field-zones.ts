/** The soil zones of a system as the maths takes them: one outline each, in the order in which they lie over one another. */
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { SoilZone } from '../../agronomy/soil/soil-zones.ts'
import type { SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'
import type { Reader } from '../kit/postgres/database.ts'
import { limitsOfZone } from './zone-limits.rules.ts'
import { selectSoilZones } from './soil-zones.store.ts'

export interface FieldZone extends SoilZone {
  id: number
  name: string
  confirmed: boolean
  /** The corners of the outline, latitude and longitude. */
  pins: SoilZonePin[]
}

/** Largest first, so that of two over one another the later, smaller one counts. */
export async function fieldZones(
  db: Reader,
  { id, pivot }: { id: number; pivot: Pivot },
): Promise<FieldZone[]> {
  return (await selectSoilZones(db, id)).map((zone) => {
    const pins = asOneOutline(zone.polygons)
    return {
      id: zone.id,
      name: zone.name,
      confirmed: zone.confirmed,
      limits: limitsOfZone(zone),
      pins,
      outline: pins.map(([lat, lng]) => toFieldPoint(pivot.place, { lat, lng })),
    }
  })
}

/**
 * All rings one after the other, each closed, back to the first corner after each: every way between two rings is walked
 * twice, there and back, so that by the even-odd rule exactly the ground of the polygons without their holes is inside.
 */
export function asOneOutline(polygons: readonly SoilZonePolygon[]): SoilZonePin[] {
  const [first, ...others] = polygons.flat()
  const [start] = first ?? []
  if (!first || !start || others.length === 0) return first ?? []
  const closed = [...first, start]
  return others.reduce((outline, ring) => [...outline, ...ring, ...ring.slice(0, 1), start], closed)
}
