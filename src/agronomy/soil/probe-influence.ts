/** Limits how far a probe that differs from all others influences cells other than its own. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { rootZoneShare, type ShareLayer } from './available-water.ts'
import { median, type PlaceSpans, placeSpans, within } from './place-spans.ts'
import { nearestProbe } from './soil-zones.ts'

/** A probe, and whether it has read for long enough to be judged beside the others. */
export type JudgedProbe = FieldPoint & {
  readonly layers: readonly ShareLayer[]
  readonly judged: boolean
}

/** A probe as cells of others hear it. */
export type InfluenceLimited<P extends JudgedProbe> = P & {
  /** What its layers say beyond that, share; layers in which there is nothing are left out. */
  readonly own: readonly ShareLayer[]
}

/** What a pass is to do, as shares of the root zone's available water. */
export type PassAhead = {
  readonly rootMm: number
  /** Target, and evapotranspiration less rain until the arm arrives. */
  readonly wanted: number
  /** What a pass at 100 % gives, above 0. */
  readonly full: number
  /** What this pass gives, above 0. */
  readonly given: number
}

/** Which layers of a solved field share a covariance: nugget as a part of the sill, range in m. */
export type LayerCovariances = readonly {
  /** Which of the layers, shape [g]. */
  readonly of: readonly number[]
  readonly fields: readonly { readonly model: { readonly nugget: number; readonly range: number } }[]
}[]

/** So many others at least must know a layer: of two that disagree nobody can say which is wrong. */
const LEAST_OTHERS = 3

/** A probe is heard in full up to this part of what the pass gives from the middle of the others, */
const HEARD_PASS = 0.5

/** or up to so many of their median deviations, where places differ by more; up to three times as far in part. */
const HEARD_DEVIATIONS = 2.5

/** What it says beyond takes so much of itself from what is heard: with more, what the others say in noise is made larger. */
const FADES = 0.5

/**
 * More than this, as a share, is never heard elsewhere, nor added in a probe's own cells: what lies further apart is asked
 * about.
 */
const MOST = 0.35

/**
 * What the cells of others should hear, so that one wrong probe moves little but its own cells. A layer is heard as it
 * is up to k from the median of the others, k = max(half of what the pass gives, 2.5 median deviations), less and less up to
 * 3 k, as the median beyond. The root zone of a place then lies within the span of {@link placeSpans}, its layers moved
 * together. What this takes from it is given back by {@link addOwnDeviation} where the probe is the nearest, as
 * far as {@link clampToOthers} and the wider span let it. O(n^2 log n).
 *
 * @param probes that are believed; layers with a share of null are not known
 * @param pass that is to be given
 * @returns the same probes with the shares that others hear
 * @throws RangeError when the pass is not above 0
 * @example limitInfluence([{ x: 5, y: 5, judged: true, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], { rootMm: 200, wanted: 0.6, full: 0.2, given: 0.2 })[0].own // {}
 */
export function limitInfluence<P extends JudgedProbe>(
  probes: readonly P[],
  pass: PassAhead,
): InfluenceLimited<P>[] {
  if (!(pass.given > 0)) throw new RangeError(`a pass that gives a share of ${pass.given}`)
  const byLayer = limitByLayer(probes, pass)
  const spans = spansOf(byLayer, probes, pass)
  return probes.map((probe, at) => {
    if (!probe.judged) return { ...probe, own: [] }
    const others = probes.filter((other) => other !== probe)
    const layers = lackingWithin(byLayer[at]?.layers ?? [], pass, spans, 'heard')
    const said = lackingWithin(clampToOthers(probe.layers, others, pass.given), pass, spans, 'own')
    const own = said.flatMap((layer, k) => {
      const beyond = (layer.share ?? 0) - (layers[k]?.share ?? layer.share ?? 0)
      return beyond === 0 ? [] : [{ ...layer, share: Math.max(-MOST, Math.min(MOST, beyond)) }]
    })
    return { ...probe, layers, own }
  })
}

/**
 * What probes that are not believed may say of their own cells: as {@link clampToOthers}, and no further than
 * the places of those that are. O(n^2 log n).
 *
 * @param layers of such a probe
 * @param believed probes
 * @param pass that is to be given
 * @returns the layers, shares cut
 * @example clampToTrusted([{ topMm: 0, bottomMm: 200, share: 0.1 }], [], { rootMm: 200, wanted: 0.6, full: 0.2, given: 0.2 })[0].share // 0.1
 */
export function clampToTrusted(
  layers: readonly ShareLayer[],
  believed: readonly JudgedProbe[],
  pass: PassAhead,
): ShareLayer[] {
  const spans = spansOf(limitByLayer(believed, pass), believed, pass)
  return lackingWithin(clampToOthers(layers, believed, pass.given), pass, spans, 'own')
}

function limitByLayer<P extends JudgedProbe>(probes: readonly P[], { given }: PassAhead) {
  return probes.map((probe) => {
    if (!probe.judged) return probe
    const others = probes.filter((other) => other !== probe)
    return {
      ...probe,
      layers: probe.layers.map((layer) => ({ ...layer, share: influenceShare(layer, others, given) })),
    }
  })
}

/** Null where fewer than three others know what their place lacks. */
function spansOf(
  heard: readonly Pick<JudgedProbe, 'layers'>[],
  probes: readonly Pick<JudgedProbe, 'layers'>[],
  pass: PassAhead,
): PlaceSpans | null {
  const lacksOf = (of: readonly Pick<JudgedProbe, 'layers'>[]) =>
    of.flatMap(({ layers }) => lackOf(layers, pass) ?? [])
  const lacks = lacksOf(heard)
  return lacks.length > LEAST_OTHERS ? placeSpans(lacks, pass.full, lacksOf(probes)) : null
}

function lackOf(layers: readonly ShareLayer[], { rootMm, wanted }: PassAhead): number | null {
  const { share } = rootZoneShare(layers, rootMm)
  return share === null ? null : wanted - share
}

/** The layers, all moved by as much as takes what they lack to the end of the span. */
function lackingWithin(
  layers: readonly ShareLayer[],
  pass: PassAhead,
  spans: PlaceSpans | null,
  of: 'heard' | 'own',
): ShareLayer[] {
  const lack = lackOf(layers, pass)
  if (lack === null || spans === null) return [...layers]
  const moved = lack - within(lack, spans[of])
  return layers.map((layer) => (layer.share === null ? layer : { ...layer, share: layer.share + moved }))
}

/**
 * What a probe may say of its own cells while nobody has confirmed it: no layer beyond both the driest (wettest) of the others
 * and what lies one pass from their median, so that its cells get at most what another place gets, or twice what the
 * middle of them does. O(layers x n log n).
 *
 * @param layers of the probe; shares of null are not known
 * @param others that are believed
 * @param passShare share of the root zone's available water that the pass gives
 * @returns the layers, shares cut; as they are where fewer than three others know the depth
 * @example clampToOthers([{ topMm: 0, bottomMm: 200, share: -0.9 }], [0.4, 0.5, 0.6].map((share) => ({ layers: [{ topMm: 0, bottomMm: 200, share }] })), 0.2)[0].share // 0.3
 */
export function clampToOthers(
  layers: readonly ShareLayer[],
  others: readonly Pick<JudgedProbe, 'layers'>[],
  passShare: number,
): ShareLayer[] {
  return layers.map((layer) => {
    const known = sharesAt(others, layer)
    if (layer.share === null || known.length < LEAST_OTHERS) return layer
    const centre = median(known)
    const least = Math.min(...known, centre - passShare)
    const most = Math.max(...known, centre + passShare)
    return { ...layer, share: Math.max(least, Math.min(most, layer.share)) }
  })
}

/** What the others hear of a layer. */
function influenceShare(
  layer: ShareLayer,
  others: readonly Pick<JudgedProbe, 'layers'>[],
  passShare: number,
): number | null {
  const { share } = layer
  const known = sharesAt(others, layer)
  if (share === null || known.length < LEAST_OTHERS) return share
  const centre = median(known)
  const deviation = median(known.map((other) => Math.abs(other - centre)))
  const full = Math.min(MOST, Math.max(HEARD_PASS * passShare, HEARD_DEVIATIONS * deviation))
  const apart = Math.abs(share - centre)
  if (apart <= full) return share
  return centre + Math.sign(share - centre) * Math.max(0, full - FADES * (apart - full))
}

/** What the others say in the middle of a layer. */
function sharesAt(others: readonly Pick<JudgedProbe, 'layers'>[], { topMm, bottomMm }: ShareLayer): number[] {
  return others.flatMap(({ layers }) => shareAt(layers, (topMm + bottomMm) / 2) ?? [])
}

function shareAt(layers: readonly ShareLayer[], depthMm: number): number | null {
  return layers.find(({ topMm, bottomMm }) => topMm <= depthMm && depthMm <= bottomMm)?.share ?? null
}

/**
 * The layers of a place with what its nearest probe says for its own cells, less with distance as the covariance falls.
 * O(n + layers).
 *
 * @param profile of the field that goes through what is heard elsewhere, from top to bottom
 * @param place m about the pivot
 * @param probes from {@link limitInfluence}
 * @param covariances of the layers
 * @returns shares from top to bottom, null where no probe knows a layer
 * @example addOwnDeviation([{ topMm: 0, bottomMm: 100, share: 0.5 }], { x: 0, y: 0 }, [], []) // { 0: { topMm: 0, bottomMm: 100, share: 0.5 } }
 */
export function addOwnDeviation(
  profile: readonly ShareLayer[],
  place: FieldPoint,
  probes: readonly InfluenceLimited<JudgedProbe>[],
  covariances: LayerCovariances,
): ShareLayer[] {
  const said = [...profile]
  const nearest = nearestProbe(place, probes)
  if (nearest === null || nearest.own.length === 0) return said
  const distance = Math.hypot(nearest.x - place.x, nearest.y - place.y)
  for (const { of, fields } of covariances) {
    const model = fields[0]?.model
    if (!model) continue
    const near = (1 - model.nugget) * Math.exp(-distance / model.range)
    for (const at of of) {
      const layer = said[at]
      const own = layer && shareAt(nearest.own, (layer.topMm + layer.bottomMm) / 2)
      if (layer && layer.share !== null && own) said[at] = { ...layer, share: layer.share + near * own }
    }
  }
  return said
}
