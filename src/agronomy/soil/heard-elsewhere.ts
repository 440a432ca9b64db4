/** How far a probe is heard beyond its own cells: what sets it apart from all others is not. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import type { ShareLayer } from './available-water.ts'
import { nearestProbe } from './soil-zones.ts'

/** A probe, and whether it has read for long enough to be judged beside the others. */
export type JudgedProbe = FieldPoint & {
  readonly layers: readonly ShareLayer[]
  readonly judged: boolean
}

/** A probe as cells of others hear it. */
export type HeardElsewhere<P extends JudgedProbe> = P & {
  /** What its layers say beyond that, share; layers in which there is nothing are left out. */
  readonly own: readonly ShareLayer[]
}

/** Which layers of a solved field share a covariance: nugget as a part of the sill, range in m. */
export type LayerCovariances = readonly {
  /** Which of the layers, shape [g]. */
  readonly of: readonly number[]
  readonly fields: readonly { readonly model: { readonly nugget: number; readonly range: number } }[]
}[]

/** So many others at least must know a layer: of two that disagree nobody can say which is wrong. */
const LEAST_OTHERS = 3

/** A probe is heard in full up to this part of what one pass brings from the middle of the others, */
const HEARD_PASS = 0.5

/** or up to so many of their median deviations, where places differ by more; up to twice as far in part. */
const HEARD_DEVIATIONS = 2.5

/**
 * More than this, as a share, is never heard elsewhere, nor added in a probe's own cells: what lies further apart is asked
 * about.
 */
const MOST = 0.35

/**
 * What the cells of others should hear, so that one wrong probe moves little but its own cells. A layer is heard as it
 * is up to k from the median of the others, k = max(half a pass, 2.5 median deviations), less and less up to 2 k, as the
 * median beyond. What this takes from it is given back by {@link withOwnWord} where the probe is the nearest. O(n^2 log n).
 *
 * @param probes that are believed; layers with a share of null are not known
 * @param passShare share of the root zone's available water that one pass at 100 % brings, above 0
 * @returns the same probes with the shares that others hear
 * @throws RangeError when the pass is not above 0
 * @example heardElsewhere([{ x: 5, y: 5, judged: true, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], 0.2)[0].own // {}
 */
export function heardElsewhere<P extends JudgedProbe>(
  probes: readonly P[],
  passShare: number,
): HeardElsewhere<P>[] {
  if (!(passShare > 0)) throw new RangeError(`a pass that brings a share of ${passShare}`)
  return probes.map((probe) => {
    if (!probe.judged) return { ...probe, own: [] }
    const layers = probe.layers.map((layer) => ({
      ...layer,
      share: heardShare(layer, probe, probes, passShare),
    }))
    const own = probe.layers.flatMap((layer, k) => {
      const beyond = (layer.share ?? 0) - (layers[k]?.share ?? layer.share ?? 0)
      return beyond === 0 ? [] : [{ ...layer, share: Math.max(-MOST, Math.min(MOST, beyond)) }]
    })
    return { ...probe, layers, own }
  })
}

/** What the others hear of a layer. */
function heardShare(
  { topMm, bottomMm, share }: ShareLayer,
  probe: JudgedProbe,
  probes: readonly JudgedProbe[],
  passShare: number,
): number | null {
  const middle = (topMm + bottomMm) / 2
  const others = probes.flatMap((other) => (other === probe ? [] : (shareAt(other.layers, middle) ?? [])))
  if (share === null || others.length < LEAST_OTHERS) return share
  const centre = median(others)
  const deviation = median(others.map((other) => Math.abs(other - centre)))
  const full = Math.min(MOST, Math.max(HEARD_PASS * passShare, HEARD_DEVIATIONS * deviation))
  const apart = Math.abs(share - centre)
  if (apart <= full) return share
  return centre + Math.sign(share - centre) * Math.max(0, 2 * full - apart)
}

function shareAt(layers: readonly ShareLayer[], depthMm: number): number | null {
  return layers.find(({ topMm, bottomMm }) => topMm <= depthMm && depthMm <= bottomMm)?.share ?? null
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/**
 * The layers of a place with what its nearest probe says for its own cells, less with distance as the covariance falls.
 * O(n + layers).
 *
 * @param profile of the field that goes through what is heard elsewhere, from top to bottom
 * @param place m about the pivot
 * @param probes from {@link heardElsewhere}
 * @param covariances of the layers
 * @returns shares from top to bottom, null where no probe knows a layer
 * @example withOwnWord([{ topMm: 0, bottomMm: 100, share: 0.5 }], { x: 0, y: 0 }, [], []) // { 0: { topMm: 0, bottomMm: 100, share: 0.5 } }
 */
export function withOwnWord(
  profile: readonly ShareLayer[],
  place: FieldPoint,
  probes: readonly HeardElsewhere<JudgedProbe>[],
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
