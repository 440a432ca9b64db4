/** Shares of available water of a field at any place, each soil layer interpolated separately. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { availableSpan, type RootZoneWater, rootZoneShare, type ShareLayer } from '../soil/available-water.ts'
import type { SoilLimits } from '../soil/soil-texture.ts'
import { factorLayout } from './layout.ts'
import { solveDepths } from './moisture-field.ts'
import { at } from '../kriging/vectors.ts'
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
  const { layers, groups } = cutLayers(probes, cutsMm)
  return {
    layers,
    groups: groups.map(({ of, probes: heard, depths, unit }) => ({
      of,
      fields: solveDepths(factorLayout(heard, wettedRadius), depths, withSpread, unit),
    })),
  }
}

/** The soil of a field cut into layers, and what is known of each. */
export type CutLayers<P extends ProbeProfile = ProbeProfile> = {
  /** From top to bottom, mm. */
  readonly layers: readonly Pick<ShareLayer, 'topMm' | 'bottomMm'>[]
  /** Layers that the same probes know. */
  readonly groups: readonly {
    /** Which of the layers, shape [g]. */
    readonly of: readonly number[]
    /** Who knows them, shape [n], at least one. */
    readonly probes: readonly P[]
    /** Shares of available water, shape [g][n]. */
    readonly depths: readonly (readonly number[])[]
    /** Mean FC - WP of these probes: m3/m3 that a share of 1 stands for. */
    readonly unit: number
  }[]
}

/**
 * Cuts the soil at every top and bottom that any probe has, and gathers the layers that the same probes know. O(slices n).
 *
 * @param probes placed probes; layers with a share of null are not known
 * @param cutsMm further depths to cut at, mm
 * @returns layers and groups, before anything is solved
 * @throws RangeError when FC is not above WP
 * @example cutLayers([{ x: 5, y: 5, limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 }, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }]).groups[0].depths // { 0: { 0: 0.4 } }
 */
export function cutLayers<P extends ProbeProfile>(
  probes: readonly P[],
  cutsMm: readonly number[] = [],
): CutLayers<P> {
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
    return [{ of, probes: heard, depths, unit }]
  })
  return { layers, groups }
}

/**
 * The weighted sum of fields of one layout as one field, such as the root zone of its depths: kriging is linear, so that
 * one field is drawn instead of several. O(fields n).
 *
 * @param fields from one call of solveDepths, 1 or more
 * @param weights of the fields, in their order
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
