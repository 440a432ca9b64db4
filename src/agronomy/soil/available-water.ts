/** Share of available water of a sensor, a layer or a root zone: its position between wilting point and field capacity. */

import { isValidMoisture } from './root-zone.ts'
import type { SoilLimits } from './soil-texture.ts'

/** One layer of the soil at one place, mm below the surface, and the share of available water in it. */
export type ShareLayer = {
  readonly topMm: number
  readonly bottomMm: number
  /** s: 0 is the wilting point, 1 field capacity; below 0 and above 1 are kept; null where nothing is known. */
  readonly share: number | null
}

/** What a root zone holds. */
export type RootZoneWater = {
  /** s of the layers that are known, weighted by their overlap with the root zone; null when none is. */
  readonly share: number | null
  /** Part of the root zone whose water is known, 0 to 1. */
  readonly cover: number
}

/** Below this coverage a root zone is mostly extrapolated, and pages show a notice. */
export const LEAST_COVER = 0.6

/**
 * Share of available water: s = (theta - WP) / (FC - WP), neither cut at 0 nor at 1.
 *
 * @param theta volumetric water content, m3/m3; null when missing
 * @param limits FC and WP of the very sensor, m3/m3, FC above WP
 * @returns s, or null where theta is missing or outside of what soil can hold
 * @throws RangeError when FC is not above WP
 * @example availableShare(0.15, { fieldCapacity: 0.2, wiltingPoint: 0.1 }) // 0.5
 */
export function availableShare(theta: number | null, limits: SoilLimits): number | null {
  const span = availableSpan(limits)
  return isValidMoisture(theta) ? (theta - limits.wiltingPoint) / span : null
}

/**
 * Water content of a share in a soil: theta = WP + s (FC - WP).
 *
 * @param share s
 * @param limits FC and WP of the place, m3/m3, FC above WP
 * @returns volumetric water content, m3/m3
 * @throws RangeError when FC is not above WP
 * @example moistureOfShare(0.5, { fieldCapacity: 0.2, wiltingPoint: 0.1 }) // 0.15
 */
export function moistureOfShare(share: number, limits: SoilLimits): number {
  return limits.wiltingPoint + share * availableSpan(limits)
}

/**
 * What soil holds between its limits: FC - WP.
 *
 * @param limits FC and WP, m3/m3
 * @returns m3/m3, above 0
 * @throws RangeError when FC is not above WP
 * @example availableSpan({ fieldCapacity: 0.2, wiltingPoint: 0.1 }) // 0.1
 */
export function availableSpan({ fieldCapacity, wiltingPoint }: SoilLimits): number {
  const span = fieldCapacity - wiltingPoint
  if (!(span > 0 && span < Infinity)) {
    throw new RangeError(`field capacity ${fieldCapacity} is not above wilting point ${wiltingPoint}`)
  }
  return span
}

/**
 * Root-zone share s = sum(s_i o_i) / sum(o_i), cover = sum(o_i) / Zr, o_i the overlap of layer i with [0, Zr]; one
 * field capacity and wilting point per place. O(n).
 *
 * @param layers of the place, not overlapping
 * @param rootDepthMm Zr, mm, above 0
 * @returns share and cover
 * @throws RangeError when the root depth is not above 0
 * @example rootZoneShare([{ topMm: 0, bottomMm: 100, share: 0.2 }, { topMm: 100, bottomMm: 400, share: 0.5 }], 200) // { share: 0.35, cover: 1 }
 */
export function rootZoneShare(layers: readonly ShareLayer[], rootDepthMm: number): RootZoneWater {
  if (!(rootDepthMm > 0)) throw new RangeError(`root depth ${rootDepthMm} mm`)
  let water = 0
  let coveredMm = 0
  for (const { topMm, bottomMm, share } of layers) {
    const overlap = Math.min(bottomMm, rootDepthMm) - Math.max(topMm, 0)
    if (share === null || !(overlap > 0)) continue
    water += share * overlap
    coveredMm += overlap
  }
  return { share: coveredMm > 0 ? water / coveredMm : null, cover: coveredMm / rootDepthMm }
}
