/** Shares of available water of a field, depth by depth: each layer interpolated by itself, at any place. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { availableSpan, type RootZoneWater, rootZoneShare, type ShareLayer } from '../soil/available-water.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'
import { factorLayout } from './layout.ts'
import { solveDepths } from './moisture-field.ts'
import { type MoistureField, predictTogether } from './solved-field.ts'

/** A probe and what each of its sensors says of its own layer, none over another. */
export type ProbeProfile = FieldPoint & {
  /** FC and WP of its sensors, m3/m3. */
  readonly limits: SoilLimits
  readonly layers: readonly ShareLayer[]
}

/** A solved field of several layers. Plain data. */
export type LayeredField = {
  /** From top to bottom, mm. Sensors at other depths cut layers more finely. */
  readonly layers: readonly Pick<ShareLayer, 'topMm' | 'bottomMm'>[]
  /** Layers that the same probes know: one layout, one factorisation, one solve for each layer. */
  readonly groups: readonly {
    /** Which of the layers, shape [g]. */
    readonly of: readonly number[]
    /** Shares of available water, shape [g]. */
    readonly fields: readonly MoistureField[]
  }[]
}

/**
 * Solves the shares of a field. Where probes have sensors at different depths, the soil is cut at every top and bottom
 * that any of them has, and a slice is interpolated through the probes whose sensors speak for it. With the same limits
 * everywhere the result is that of volumetric values: what is assumed of a sensor, m3/m3, is carried over by the mean
 * FC - WP. O(6 n^3 for each set of probes + slices n^2).
 *
 * @param probes placed probes; layers with a share of null are not known
 * @param wettedRadius R, m, above 0
 * @param cutsMm further depths to cut at, mm, so that two fields have the same layers
 * @param withSpread whether the uncertainty will be asked
 * @returns the solved field; without any share one of no groups
 * @throws RangeError when a number is not finite, FC is not above WP or the radius is not above 0
 * @example profileAt(solveLayers([{ x: 5, y: 5, limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 }, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], 400), { x: 0, y: 0 }) // { 0: { topMm: 0, bottomMm: 200, share: 0.4 } }
 */
export function solveLayers(
  probes: readonly ProbeProfile[],
  wettedRadius: number,
  cutsMm: readonly number[] = [],
  withSpread = false,
): LayeredField {
  const layers = slicesOf(probes, cutsMm)
  const known = layers.map((slice) => probes.map((probe) => shareIn(probe, slice)))
  const sets = Map.groupBy(layers.keys(), (layer) =>
    (known[layer] ?? []).map((share) => (share === null ? '0' : '1')).join(''),
  )
  const groups = [...sets.values()].flatMap((of) => {
    const heard = probes.filter((_, i) => known[of[0] ?? 0]?.[i] != null)
    if (heard.length === 0) return []
    const unit = heard.reduce((sum, { limits }) => sum + availableSpan(limits), 0) / heard.length
    const depths = of.map((layer) => (known[layer] ?? []).filter((share) => share !== null))
    return [{ of, fields: solveDepths(factorLayout(heard, wettedRadius), depths, withSpread, unit) }]
  })
  return { layers, groups }
}

function slicesOf(probes: readonly ProbeProfile[], cutsMm: readonly number[]) {
  const ends = probes.flatMap(({ layers }) =>
    layers.flatMap(({ topMm, bottomMm, share }) => (share === null ? [] : [topMm, bottomMm])),
  )
  const cuts = [...new Set([...ends, ...cutsMm])].sort((a, b) => a - b)
  return cuts.slice(1).map((bottomMm, i) => ({ topMm: cuts[i] ?? 0, bottomMm }))
}

function shareIn({ layers }: ProbeProfile, { topMm, bottomMm }: { topMm: number; bottomMm: number }) {
  return layers.find((layer) => layer.topMm <= topMm && layer.bottomMm >= bottomMm)?.share ?? null
}

/**
 * The layers of a place. O(n exponentials for each set of probes).
 *
 * @param field from {@link solveLayers}
 * @param place m about the pivot
 * @returns shares from top to bottom, null where no probe knows a layer
 * @example profileAt({ layers: [{ topMm: 0, bottomMm: 100 }], groups: [] }, { x: 0, y: 0 }) // { 0: { topMm: 0, bottomMm: 100, share: null } }
 */
export function profileAt({ layers, groups }: LayeredField, { x, y }: FieldPoint): ShareLayer[] {
  const profile = layers.map((layer) => ({ ...layer, share: null as number | null }))
  for (const { of, fields } of groups) {
    const shares = predictTogether(fields, x, y)
    of.forEach((layer, k) => {
      const slice = profile[layer]
      if (slice) slice.share = shares[k] ?? null
    })
  }
  return profile
}

/**
 * Root zone of a place. The limits of the place change its water, not its share: see {@link rootZoneShare}.
 *
 * @param field from {@link solveLayers}
 * @param place m about the pivot
 * @param rootDepthMm Zr, mm, above 0
 * @returns share of available water and cover
 * @throws RangeError when the root depth is not above 0
 * @example rootZoneAt({ layers: [], groups: [] }, { x: 0, y: 0 }, 900) // { share: null, cover: 0 }
 */
export function rootZoneAt(field: LayeredField, place: FieldPoint, rootDepthMm: number): RootZoneWater {
  return rootZoneShare(profileAt(field, place), rootDepthMm)
}
