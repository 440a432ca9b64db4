/** A centre pivot: where it stands, how far it reaches, which part it sweeps, how much water it throws, how fast it goes. */

import type { Arc, LatLng } from './pivot-geometry.ts'
import { zoneIndexAt } from './pivot-zones.ts'

/** The machine that everything is about, carried whole from where it is stored to where it is drawn. */
export type Pivot = {
  /** Of the pivot point. */
  readonly place: LatLng
  /** Cumulative distance of each tower from the pivot point, m, rising, shape [1..9]. */
  readonly towerRadiiM: readonly number[]
  /** R, the last tower's radius plus overhang, m. */
  readonly wettedRadiusM: number
  /** The part circle that the arm sweeps, or null. */
  readonly arc: Arc
  /** Q, US gallons per minute; null where not known. */
  readonly flowGpm: number | null
  /** v100, speed of the last tower at timer 100 %, m/min; null where not known. */
  readonly speed100MMin: number | null
}

/**
 * Outer radius of each zone: those of the towers, but R for the last one, to which the overhang belongs.
 *
 * @param pivot its tower radii and wetted radius, m
 * @returns outer radii, m, shape of the tower radii
 * @example outerRadii({ towerRadiiM: [50, 100], wettedRadiusM: 110 }) // [50, 110]
 */
export function outerRadii(pivot: Pick<Pivot, 'towerRadiiM' | 'wettedRadiusM'>): number[] {
  return [...pivot.towerRadiiM.slice(0, -1), pivot.wettedRadiusM]
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
