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

/** The planned pass, as shares of the root zone's available water. */
export type PassAhead = {
  readonly rootMm: number
  /** Target, and evapotranspiration less rain until the arm arrives. */
  readonly wanted: number
  /** Applied by a pass at 100 %, above 0. */
  readonly full: number
  /** Applied by this pass, above 0. */
  readonly given: number
}

/** Which layers of a solved field share a covariance: nugget as a part of the sill, range in m. */
export type LayerCovariances = readonly {
  /** Which of the layers, shape [g]. */
  readonly of: readonly number[]
  readonly fields: readonly { readonly model: { readonly nugget: number; readonly range: number } }[]
}[]

/** At least this many other probes must have a value: with two that disagree, either may be wrong. */
const LEAST_OTHERS = 3

/** A probe has full influence within this part of the applied depth from the median of the others, */
const HEARD_PASS = 0.5

/** or within this many median deviations of the others, if that is more; partial influence up to three times as far. */
const HEARD_DEVIATIONS = 2.5

/** Slope at which influence falls beyond that; a steeper one would amplify the noise of the others. */
const FADES = 0.5

/**
 * The largest deviation, as a share, that influences other cells or is added in a probe's own cells; beyond it people are
 * asked.
 */
const MOST = 0.35

/**
 * Limits the values with which a probe influences other cells, so that one wrong probe changes little but its own cells
 * (Hampel's weight function). A layer keeps its value within k of the median of the others, k = max(half of the applied depth,
 * 2.5 median deviations), approaches the median up to 3 k, and equals it beyond. The root zone of a place is then limited to
 * the span of {@link placeSpans} by shifting its layers together. {@link addOwnDeviation} adds the difference back where the
 * probe is the nearest, as far as {@link clampToOthers} and the wider span allow. O(n^2 log n).
 *
 * @param probes trusted probes; a share of null is unknown
 * @param pass that is to be given
 * @returns the same probes with limited shares
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
 * Limits the values of suspect probes in their own cells: as {@link clampToOthers}, and within the spans of the trusted
 * probes. O(n^2 log n).
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

/** Null where fewer than four probes have a known deficit. */
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

/** Shifts all layers equally so that their deficit lies within the span. */
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
 * Limits an unconfirmed probe in its own cells: no layer drier (wetter) than both the driest (wettest) of the others and one
 * pass from their median, so that its cells get at most what another place gets, or twice the median. O(layers x n log n).
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

/** The limited share of a layer. */
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

/** Shares of the others at the middle of a layer. */
function sharesAt(others: readonly Pick<JudgedProbe, 'layers'>[], { topMm, bottomMm }: ShareLayer): number[] {
  return others.flatMap(({ layers }) => shareAt(layers, (topMm + bottomMm) / 2) ?? [])
}

function shareAt(layers: readonly ShareLayer[], depthMm: number): number | null {
  return layers.find(({ topMm, bottomMm }) => topMm <= depthMm && depthMm <= bottomMm)?.share ?? null
}

/**
 * Adds the remainder of the nearest probe to the layers of a place, decreasing with distance like the covariance.
 * O(n + layers).
 *
 * @param profile of the field interpolated from the limited values, from top to bottom
 * @param place m about the pivot
 * @param probes from {@link limitInfluence}
 * @param covariances of the layers
 * @returns shares from top to bottom, null where no probe has a value
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
