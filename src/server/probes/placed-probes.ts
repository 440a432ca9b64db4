/** Which probes belong to a system: those placed inside its circle. */
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import {
  EARTH_RADIUS_M,
  type FieldPoint,
  insideWettedCircle,
  toFieldPoint,
} from '../../agronomy/pivot/pivot-geometry.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { type PlacedProbe, selectPlacedBy } from './probes.store.ts'

/** A probe of a system, metres east and north of the pivot. */
export interface SystemProbe extends PlacedProbe, FieldPoint {}

/** A probe's position in the wetted circle, or null when it is outside. */
export function locateInPivot(pivot: Pivot, probe: PlacedProbe): SystemProbe | null {
  const point = toFieldPoint(pivot.place, { lat: probe.latitude, lng: probe.longitude })
  return insideWettedCircle(point, pivot.wettedRadiusM) ? { ...probe, ...point } : null
}

/**
 * The probes of a system, by number. Sets of its owner and operators count; of two that place a number inside this
 * circle the one saved last wins.
 *
 * @param db as the server itself: a member does not see the sets of another
 */
export async function placedProbes(
  db: Reader,
  { id, pivot }: { id: number; pivot: Pivot },
): Promise<SystemProbe[]> {
  const reach = ((pivot.wettedRadiusM / EARTH_RADIUS_M) * 180) / Math.PI + 1e-9
  const latitudes = { from: pivot.place.lat - reach, to: pivot.place.lat + reach }
  const byNumber = new Map<number, SystemProbe>()
  for (const probe of await selectPlacedBy(db, id, latitudes)) {
    const inside = locateInPivot(pivot, probe)
    if (inside && !byNumber.has(probe.number)) byNumber.set(probe.number, inside)
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}
