/** The rings of a pivot: zone k lies between towers k-1 and k; the overhang belongs to the last zone. */

import { M2_PER_ACRE } from '../units.ts'
import { outerRadii, type Pivot } from './pivot.ts'

/** Most towers, and so most zones, that a system can have. */
export const MAX_TOWERS = 9

function assertRadii(radii: readonly number[]): void {
  const rising = radii.every((radius, k) => Number.isFinite(radius) && radius > (radii[k - 1] ?? 0))
  if (radii.length < 1 || radii.length > MAX_TOWERS || !rising) {
    throw new RangeError(`1 to ${MAX_TOWERS} rising radii above 0 needed, not [${radii.join(', ')}]`)
  }
}

/**
 * Outer radius of each zone: r_1 .. r_(n-1), and r_n + overhang.
 *
 * @param towerRadii cumulative distance of each tower from the pivot point, m, rising, shape [1..9]
 * @param overhang pipe (and end gun) beyond the last tower, m, 0 or more
 * @returns outer radii, m, same shape
 * @throws RangeError when the radii do not rise or the overhang is negative
 * @example zoneOuterRadii([50, 100], 10) // [50, 110]
 */
export function zoneOuterRadii(towerRadii: readonly number[], overhang: number): number[] {
  return [...towerRadii.slice(0, -1), wettedRadius(towerRadii, overhang)]
}

/**
 * Wetted radius R = r_n + overhang.
 *
 * @param towerRadii cumulative tower radii, m, rising, shape [1..9]
 * @param overhang m, 0 or more
 * @returns wetted radius, m
 * @throws RangeError when the radii do not rise or the overhang is negative
 * @example wettedRadius([50, 100], 10) // 110
 */
export function wettedRadius(towerRadii: readonly number[], overhang: number): number {
  assertRadii(towerRadii)
  if (!(overhang >= 0) || overhang === Infinity) throw new RangeError(`overhang ${overhang} m`)
  return lastDriveRadius(towerRadii) + overhang
}

/**
 * Radius of the last regular drive unit r_L, which sets the machine's pace: the last tower, not the wetted radius.
 *
 * @param towerRadii cumulative tower radii, m, rising, shape [1..9]
 * @returns r_L, m
 * @throws RangeError when the radii do not rise
 * @example lastDriveRadius([50, 100]) // 100
 */
export function lastDriveRadius(towerRadii: readonly number[]): number {
  assertRadii(towerRadii)
  return towerRadii.at(-1) ?? 0
}

/**
 * Zone of a distance from the pivot. A distance exactly at a tower belongs to that tower's own (inner) zone.
 *
 * @param distance m from the pivot point, 0 or more
 * @param outerRadii outer radius of each zone, m, from {@link zoneOuterRadii}
 * @returns zone index from 0 (tower number less one), or null beyond the wetted radius
 * @throws RangeError when the distance is negative or not a number, or the radii do not rise
 * @example zoneIndexAt(60, [50, 110]) // 1
 */
export function zoneIndexAt(distance: number, outerRadii: readonly number[]): number | null {
  assertRadii(outerRadii)
  if (!(distance >= 0)) throw new RangeError(`distance ${distance} m`)
  const index = outerRadii.findIndex((outer) => distance <= outer)
  return index === -1 ? null : index
}

/**
 * Area of each zone: A_k = pi (r_k^2 - r_(k-1)^2), for a full circle.
 *
 * @param outerRadii outer radius of each zone, m
 * @returns areas, m2, same shape
 * @throws RangeError when the radii do not rise
 * @example zoneAreas([1, 2]) // [3.141592653589793, 9.42477796076938]
 */
export function zoneAreas(outerRadii: readonly number[]): number[] {
  assertRadii(outerRadii)
  return outerRadii.map((outer, k) => Math.PI * (outer ** 2 - (outerRadii[k - 1] ?? 0) ** 2))
}

/**
 * Area that the machine wets: pi R^2, or the share of it that an arc sweeps.
 *
 * @param radius wetted radius R, m, above 0
 * @param sweep angle swept, degrees in (0, 360]
 * @returns area, acres
 * @throws RangeError when radius or sweep is out of range
 * @example wettedAcres(385.572) // 115.40989678812508
 */
export function wettedAcres(radius: number, sweep: number = 360): number {
  if (!(radius > 0) || !(sweep > 0 && sweep <= 360)) throw new RangeError(`${radius} m over ${sweep} degrees`)
  return (Math.PI * radius ** 2 * sweep) / 360 / M2_PER_ACRE
}

/**
 * Zone that waters a place; what lies beyond the wetted radius counts as in the last one.
 *
 * @param pivot its tower radii and wetted radius, m
 * @param distance of the place from the pivot point, m, 0 or more
 * @returns zone index from 0 (tower number less one)
 * @throws RangeError when the distance is negative or the radii do not rise
 * @example wateringZoneIndex({ towerRadiiM: [50, 100], wettedRadiusM: 110 }, 105) // 1
 */
export function wateringZoneIndex(
  pivot: Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM'>,
  distance: number,
): number {
  return zoneIndexAt(Math.min(distance, pivot.wettedRadiusM), outerRadii(pivot)) ?? 0
}
