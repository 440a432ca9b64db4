/** Shares of available water of a field at any place, each soil layer interpolated separately. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { availableSpan, type RootZoneWater, rootZoneShare, type ShareLayer } from '../soil/available-water.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'
import { factorLayout } from './layout.ts'
import { solveDepths } from './moisture-field.ts'
import { at } from '../kriging/vectors.ts'
import { type MoistureField, predictTogether } from './solved-field.ts'

/** A probe with the share of each sensor's layer, not overlapping. */
export type ProbeProfile = FieldPoint & {
  /** FC and WP of its sensors, m3/m3. */
  readonly limits: SoilLimits
  readonly layers: readonly ShareLayer[]
}

/** A solved field of several layers. Plain data. */
export type LayeredField = {
  /** From top to bottom, mm. Sensors at other depths cut layers more finely. */
  readonly layers: readonly Pick<ShareLayer, 'topMm' | 'bottomMm'>[]
  /** Layers covered by the same probes: one layout and factorisation, one solve for each layer. */
  readonly groups: readonly {
    /** Which of the layers, shape [g]. */
    readonly layerIndices: readonly number[]
    /** Shares of available water, shape [g]. */
    readonly fields: readonly MoistureField[]
  }[]
}

/**
 * Solves the shares of a field, each slice between sensor tops and bottoms through the probes that cover it (decision
 * 016). O(6 n^3 per set of probes + slices n^2).
 *
 * @param probes placed probes; layers with a share of null are not known
 * @param wettedRadius R, m, above 0
 * @param cutsMm further depths to cut at, mm
 * @param withSpread whether the uncertainty is needed
 * @returns the solved field; no groups without any share
 * @throws RangeError when a number is not finite, FC is not above WP or the radius is not above 0
 * @example profileAt(solveLayers([{ x: 5, y: 5, limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 }, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], 400), { x: 0, y: 0 }) // { 0: { topMm: 0, bottomMm: 200, share: 0.4 } }
 */
export function solveLayers(
  probes: readonly ProbeProfile[],
  wettedRadius: number,
  cutsMm: readonly number[] = [],
  withSpread = false,
): LayeredField {
  const { layers, groups } = cutLayers(probes, cutsMm)
  return {
    layers,
    groups: groups.map(({ layerIndices, probes: members, depths, unit }) => ({
      layerIndices,
      fields: solveDepths(factorLayout(members, wettedRadius), depths, withSpread, unit),
    })),
  }
}

/** The soil of a field cut into layers, with the shares of each. */
export type CutLayers<P extends ProbeProfile = ProbeProfile> = {
  /** From top to bottom, mm. */
  readonly layers: readonly Pick<ShareLayer, 'topMm' | 'bottomMm'>[]
  /** Layers covered by the same probes. */
  readonly groups: readonly {
    /** Which of the layers, shape [g]. */
    readonly layerIndices: readonly number[]
    /** Probes that cover them, shape [n], at least one. */
    readonly probes: readonly P[]
    /** Shares of available water, shape [g][n]. */
    readonly depths: readonly (readonly number[])[]
    /** Mean FC - WP of these probes: m3/m3 that a share of 1 stands for. */
    readonly unit: number
  }[]
}

/**
 * Cuts the soil at every top and bottom of any sensor's layer, and groups the slices covered by the same probes.
 * O(slices n).
 *
 * @param probes placed probes; shares of null are unknown
 * @param cutsMm further depths to cut at, mm
 * @returns layers and groups, not solved yet
 * @throws RangeError when FC is not above WP
 * @example cutLayers([{ x: 5, y: 5, limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 }, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }]).groups[0].depths // { 0: { 0: 0.4 } }
 */
export function cutLayers<P extends ProbeProfile>(
  probes: readonly P[],
  cutsMm: readonly number[] = [],
): CutLayers<P> {
  const layers = slicesOf(probes, cutsMm)
  const shares = layers.map((slice) => probes.map((probe) => shareIn(probe, slice)))
  const sets = Map.groupBy(layers.keys(), (layer) =>
    (shares[layer] ?? []).map((share) => (share === null ? '0' : '1')).join(''),
  )
  const groups = [...sets.values()].flatMap((layerIndices) => {
    const members = probes.filter((_, i) => shares[layerIndices[0] ?? 0]?.[i] != null)
    if (members.length === 0) return []
    const unit = members.reduce((sum, { limits }) => sum + availableSpan(limits), 0) / members.length
    const depths = layerIndices.map((layer) => (shares[layer] ?? []).filter((share) => share !== null))
    return [{ layerIndices, probes: members, depths, unit }]
  })
  return { layers, groups }
}

/**
 * Weighted sum of fields of one layout as one field, such as the root zone of its depths; kriging is linear. O(fields
 * n).
 *
 * @param fields from one call of solveDepths, 1 or more
 * @returns their sum, without its spread
 * @throws RangeError without a field, or when one is not of the layout of the first
 * @example predictMoisture(weightedField(solveDepths(factorLayout([{ x: 5, y: 5 }], 400), [[0.2], [0.5]]), [0.5, 0.5]), 0, 0) // 0.35
 */
export function weightedField(fields: readonly MoistureField[], weights: readonly number[]): MoistureField {
  const [first] = fields
  if (first === undefined) throw new RangeError('no field')
  if (fields.some((field) => field.x !== first.x)) throw new RangeError('fields of several layouts')
  const sumOf = (pick: (field: MoistureField) => Float64Array | undefined, length: number) => {
    const sum = new Float64Array(length)
    fields.forEach((field, k) => {
      const part = pick(field)
      for (let i = 0; i < length; i += 1) sum[i] = at(sum, i) + (weights[k] ?? 0) * (part?.[i] ?? 0)
    })
    return sum
  }
  const places = first.x.length
  return {
    ...first,
    value: sumOf(({ value }) => value, places),
    trend: sumOf(({ trend }) => trend, first.trend.length),
    ranges: first.ranges.map(({ range }, r) => ({
      range,
      weights: sumOf(({ ranges }) => ranges[r]?.weights, places),
    })),
    spread: null,
  }
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
  for (const { layerIndices, fields } of groups) {
    const shares = predictTogether(fields, x, y)
    layerIndices.forEach((layer, k) => {
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
