/** Which probes stand in a system: a question of geometry, not of names. */
import {
  EARTH_RADIUS_M,
  type FieldPoint,
  insideWettedCircle,
  toFieldPoint,
} from '../../agronomy/pivot/pivot-geometry.ts'
import type { Reader } from '../kit/postgres/database.ts'
import { type PlacedProbe, selectPlacedBy } from './probes.store.ts'

/** The wetted circle of a system. */
export interface Circle {
  latitude: number
  longitude: number
  wettedRadiusM: number
}

/** A probe of a system, metres east and north of the pivot. */
export interface SystemProbe extends PlacedProbe, FieldPoint {}

/** Where a probe stands in the circle, or null when it stands outside. */
export function standsIn(circle: Circle, probe: PlacedProbe): SystemProbe | null {
  const pivot = { lat: circle.latitude, lng: circle.longitude }
  const point = toFieldPoint(pivot, { lat: probe.latitude, lng: probe.longitude })
  return insideWettedCircle(point, circle.wettedRadiusM) ? { ...probe, ...point } : null
}

/**
 * The probes of a system, by number. Sets of its owner and operators count; of two that place a number inside this
 * circle the one saved last wins.
 *
 * @param db as the server itself: a member does not see the sets of another
 */
export async function placedProbes(db: Reader, system: Circle & { id: number }): Promise<SystemProbe[]> {
  const reach = ((system.wettedRadiusM / EARTH_RADIUS_M) * 180) / Math.PI + 1e-9
  const latitudes = { from: system.latitude - reach, to: system.latitude + reach }
  const byNumber = new Map<number, SystemProbe>()
  for (const probe of await selectPlacedBy(db, system.id, latitudes)) {
    const inside = standsIn(system, probe)
    if (inside && !byNumber.has(probe.number)) byNumber.set(probe.number, inside)
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}
