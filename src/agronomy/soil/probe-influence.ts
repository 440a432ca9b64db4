/** Limits how far a probe that differs from all others influences cells other than its own. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { rootZoneShare, type ShareLayer } from './available-water.ts'
import { median, type PlaceSpans, placeSpans, within } from './place-spans.ts'
import { nearestProbe } from './soil-zones.ts'

/** A probe, and whether it has reported long enough to be compared with the others. */
export type JudgedProbe = FieldPoint & {
  readonly layers: readonly ShareLayer[]
  readonly judged: boolean
}

/** A probe with the values that influence cells other than its own. */
export type InfluenceLimited<P extends JudgedProbe> = P & {
  /** The remainder of its layers, share, used in its own cells only; layers without a remainder are omitted. */
  readonly own: readonly ShareLayer[]
}

/** The planned pass, as shares of available water in the root zone. */
export type PlannedPass = {
  readonly rootMm: number
  /** Target, and evapotranspiration less rain until the arm arrives. */
  readonly target: number
  /** Applied by a pass at 100 %, above 0. */
  readonly fullPass: number
  /** Applied by this pass, above 0. */
  readonly applied: number
}

/** Layers of a solved field with a common covariance: nugget as a share of the sill, range in m. */
export type LayerCovariances = readonly {
  /** Shape [g]. */
  readonly layerIndices: readonly number[]
  readonly fields: readonly { readonly model: { readonly nugget: number; readonly range: number } }[]
}[]

/** At least this many other probes must have a value: with two that disagree, either may be wrong. */
const MIN_OTHERS = 3

/** A probe has full influence within this part of the applied depth from the median of the others, */
const FULL_INFLUENCE_PASS = 0.5

/** or within this many median deviations of the others, if that is more; partial influence up to three times as far. */
const FULL_INFLUENCE_DEVIATIONS = 2.5

/** Slope at which influence falls beyond that; a steeper one would amplify the noise of the others. */
const FADE_SLOPE = 0.5

/** The largest deviation, as a share, that influences other cells or is added in a probe's own; beyond it users are asked. */
const MAX_DEVIATION = 0.35

/**
 * Limits the values by which a probe influences other cells, per layer by Hampel's weight function and per root zone
 * by {@link placeSpans} (decisions 027 and 033). {@link addOwnDeviation} adds the remainder near the probe. O(n^2 log
 * n).
 *
 * @param probes trusted probes; a share of null is unknown
 * @returns the same probes with limited shares
 * @throws RangeError when the applied depth is not above 0
 * @example limitInfluence([{ x: 5, y: 5, judged: true, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], { rootMm: 200, target: 0.6, fullPass: 0.2, applied: 0.2 })[0].own // {}
 */
export function limitInfluence<P extends JudgedProbe>(
  probes: readonly P[],
  pass: PlannedPass,
): InfluenceLimited<P>[] {
  if (!(pass.applied > 0)) throw new RangeError(`a pass that gives a share of ${pass.applied}`)
  const byLayer = limitByLayer(probes, pass)
  const spans = spansOf(byLayer, probes, pass)
  return probes.map((probe, at) => {
    if (!probe.judged) return { ...probe, own: [] }
    const others = probes.filter((other) => other !== probe)
    const layers = shiftIntoSpan(byLayer[at]?.layers ?? [], pass, spans, 'others')
    const ownLayers = shiftIntoSpan(clampToOthers(probe.layers, others, pass.applied), pass, spans, 'own')
    const own = ownLayers.flatMap((layer, k) => {
      const remainder = (layer.share ?? 0) - (layers[k]?.share ?? layer.share ?? 0)
      return remainder === 0
        ? []
        : [{ ...layer, share: Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, remainder)) }]
    })
    return { ...probe, layers, own }
  })
}

/**
 * Limits the values of suspect probes in their own cells, as {@link clampToOthers} and within the spans of the trusted
 * probes. O(n^2 log n).
 *
 * @param layers of such a probe
 * @param believed probes
 * @returns the layers with limited shares
 * @example clampToTrusted([{ topMm: 0, bottomMm: 200, share: 0.1 }], [], { rootMm: 200, target: 0.6, fullPass: 0.2, applied: 0.2 })[0].share // 0.1
 */
export function clampToTrusted(
  layers: readonly ShareLayer[],
  believed: readonly JudgedProbe[],
  pass: PlannedPass,
): ShareLayer[] {
  const spans = spansOf(limitByLayer(believed, pass), believed, pass)
  return shiftIntoSpan(clampToOthers(layers, believed, pass.applied), pass, spans, 'own')
}

function limitByLayer<P extends JudgedProbe>(probes: readonly P[], { applied }: PlannedPass) {
  return probes.map((probe) => {
    if (!probe.judged) return probe
    const others = probes.filter((other) => other !== probe)
    return {
      ...probe,
      layers: probe.layers.map((layer) => ({ ...layer, share: influenceShare(layer, others, applied) })),
    }
  })
}

/** Null where fewer than four probes have a known deficit. */
function spansOf(
  limited: readonly Pick<JudgedProbe, 'layers'>[],
  probes: readonly Pick<JudgedProbe, 'layers'>[],
  pass: PlannedPass,
): PlaceSpans | null {
  const deficitsOf = (subset: readonly Pick<JudgedProbe, 'layers'>[]) =>
    subset.flatMap(({ layers }) => rootZoneDeficit(layers, pass) ?? [])
  const deficits = deficitsOf(limited)
  return deficits.length > MIN_OTHERS ? placeSpans(deficits, pass.fullPass, deficitsOf(probes)) : null
}

function rootZoneDeficit(layers: readonly ShareLayer[], { rootMm, target }: PlannedPass): number | null {
  const { share } = rootZoneShare(layers, rootMm)
  return share === null ? null : target - share
}

/** Shifts all layers equally so that their deficit lies within the span. */
function shiftIntoSpan(
  layers: readonly ShareLayer[],
  pass: PlannedPass,
  spans: PlaceSpans | null,
  scope: keyof PlaceSpans,
): ShareLayer[] {
  const deficit = rootZoneDeficit(layers, pass)
  if (deficit === null || spans === null) return [...layers]
  const shift = deficit - within(deficit, spans[scope])
  return layers.map((layer) => (layer.share === null ? layer : { ...layer, share: layer.share + shift }))
}

/**
 * Limits an unconfirmed probe in its own cells: no layer further than both the extreme of the others and one pass from
 * their median (decision 033). O(layers x n log n).
 *
 * @param layers of the probe; shares of null are unknown
 * @param others trusted probes
 * @param passShare share of available water that the pass applies
 * @returns the layers with limited shares; unchanged where fewer than three others know the depth
 * @example clampToOthers([{ topMm: 0, bottomMm: 200, share: -0.9 }], [0.4, 0.5, 0.6].map((share) => ({ layers: [{ topMm: 0, bottomMm: 200, share }] })), 0.2)[0].share // 0.3
 */
export function clampToOthers(
  layers: readonly ShareLayer[],
  others: readonly Pick<JudgedProbe, 'layers'>[],
  passShare: number,
): ShareLayer[] {
  return layers.map((layer) => {
    const otherShares = sharesAt(others, layer)
    if (layer.share === null || otherShares.length < MIN_OTHERS) return layer
    const centre = median(otherShares)
    const least = Math.min(...otherShares, centre - passShare)
    const most = Math.max(...otherShares, centre + passShare)
    return { ...layer, share: Math.max(least, Math.min(most, layer.share)) }
  })
}

/** The limited share of a layer. */
function influenceShare(
  layer: ShareLayer,
  others: readonly Pick<JudgedProbe, 'layers'>[],
  passShare: number,
): number | null {
  const { share } = layer
  const otherShares = sharesAt(others, layer)
  if (share === null || otherShares.length < MIN_OTHERS) return share
  const centre = median(otherShares)
  const deviation = median(otherShares.map((otherShare) => Math.abs(otherShare - centre)))
  const full = Math.min(
    MAX_DEVIATION,
    Math.max(FULL_INFLUENCE_PASS * passShare, FULL_INFLUENCE_DEVIATIONS * deviation),
  )
  const distance = Math.abs(share - centre)
  if (distance <= full) return share
  return centre + Math.sign(share - centre) * Math.max(0, full - FADE_SLOPE * (distance - full))
}

/** Shares of the others at the middle of a layer. */
function sharesAt(others: readonly Pick<JudgedProbe, 'layers'>[], { topMm, bottomMm }: ShareLayer): number[] {
  return others.flatMap(({ layers }) => shareAt(layers, (topMm + bottomMm) / 2) ?? [])
}

function shareAt(layers: readonly ShareLayer[], depthMm: number): number | null {
  return layers.find(({ topMm, bottomMm }) => topMm <= depthMm && depthMm <= bottomMm)?.share ?? null
}

/**
 * Adds the remainder of the nearest probe to the layers of a place, decreasing with distance like the covariance. O(n
 * + layers).
 *
 * @param profile of the field interpolated from the limited values, from top to bottom
 * @param place m about the pivot
 * @param probes from {@link limitInfluence}
 * @returns shares from top to bottom, null where no probe has a value
 * @example addOwnDeviation([{ topMm: 0, bottomMm: 100, share: 0.5 }], { x: 0, y: 0 }, [], []) // { 0: { topMm: 0, bottomMm: 100, share: 0.5 } }
 */
export function addOwnDeviation(
  profile: readonly ShareLayer[],
  place: FieldPoint,
  probes: readonly InfluenceLimited<JudgedProbe>[],
  covariances: LayerCovariances,
): ShareLayer[] {
  const layers = [...profile]
  const nearest = nearestProbe(place, probes)
  if (nearest === null || nearest.own.length === 0) return layers
  const distance = Math.hypot(nearest.x - place.x, nearest.y - place.y)
  for (const { layerIndices, fields } of covariances) {
    const model = fields[0]?.model
    if (!model) continue
    const correlation = (1 - model.nugget) * Math.exp(-distance / model.range)
    for (const index of layerIndices) {
      const layer = layers[index]
      const own = layer && shareAt(nearest.own, (layer.topMm + layer.bottomMm) / 2)
      if (layer && layer.share !== null && own)
        layers[index] = { ...layer, share: layer.share + correlation * own }
    }
  }
  return layers
}
