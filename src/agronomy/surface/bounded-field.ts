/** Shares of a field in which no probe that differs from all others speaks for more than its own cells. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import type { ShareLayer } from '../soil/available-water.ts'
import { nearestProbe } from '../soil/soil-zones.ts'
import { type LayeredField, profileAt, type ProbeProfile, solveLayers } from './layered-field.ts'

/** A probe, and whether it has read for long enough to be judged beside the others. */
export type JudgedProfile = ProbeProfile & { readonly judged: boolean }

/** A solved field with what each probe says for its own cells alone. Plain data. */
export type BoundedField = LayeredField & {
  readonly probes: readonly (FieldPoint & {
    /** What its layers say beyond what is heard elsewhere, share; layers in which there is nothing are left out. */
    readonly own: readonly ShareLayer[]
  })[]
}

/** So many others at least must know a layer: of two that disagree nobody can say which is wrong. */
const LEAST_OTHERS = 3

/** A probe is heard in full up to this part of what one pass brings from the middle of the others, */
const HEARD_PASS = 0.5

/** or up to so many of their median deviations, where places differ by more; up to twice as far in part. */
const HEARD_DEVIATIONS = 2.5

/**
 * More than this, as a share, is never heard elsewhere, nor added in a probe's own cells: what lies further apart is asked
 * about ({@link probeDoubts}).
 */
const MOST = 0.35

/**
 * Solves the shares of a field so that one wrong probe moves little but its own cells. A layer is heard elsewhere as it
 * is up to k from the median of the others, k = max(half a pass, 2.5 median deviations), less and less up to 2 k, as the
 * median beyond. What this takes from it is given back where the probe is the nearest. O(n^2 log n) beside
 * {@link solveLayers}.
 *
 * @param probes placed probes; layers with a share of null are not known
 * @param wettedRadius R, m, above 0
 * @param passShare share of the root zone's available water that one pass at 100 % brings, above 0
 * @param cutsMm further depths to cut at, mm
 * @returns the solved field; where no probe stands apart, that of {@link solveLayers}
 * @throws RangeError as {@link solveLayers}, or when the pass is not above 0
 * @example solveBounded([{ x: 5, y: 5, judged: true, limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 }, layers: [{ topMm: 0, bottomMm: 200, share: 0.4 }] }], 400, 0.2).probes[0].own // {}
 */
export function solveBounded(
  probes: readonly JudgedProfile[],
  wettedRadius: number,
  passShare: number,
  cutsMm: readonly number[] = [],
): BoundedField {
  if (!(passShare > 0)) throw new RangeError(`a pass that brings a share of ${passShare}`)
  const heard = probes.map((probe) =>
    probe.judged ? probe.layers.map((layer) => heardShare(layer, probe, probes, passShare)) : null,
  )
  const elsewhere = probes.map((probe, i) => ({
    ...probe,
    layers: probe.layers.map((layer, k) => ({ ...layer, share: heard[i]?.[k] ?? layer.share })),
  }))
  return {
    ...solveLayers(elsewhere, wettedRadius, cutsMm),
    probes: probes.map(({ x, y, layers }, i) => ({
      x,
      y,
      own: layers.flatMap((layer, k) => {
        const beyond = (layer.share ?? 0) - (heard[i]?.[k] ?? layer.share ?? 0)
        return beyond === 0 ? [] : [{ ...layer, share: Math.max(-MOST, Math.min(MOST, beyond)) }]
      }),
    })),
  }
}

/** What the others hear of a layer. */
function heardShare(
  { topMm, bottomMm, share }: ShareLayer,
  probe: JudgedProfile,
  probes: readonly JudgedProfile[],
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
 * The layers of a place: of the field, and what its nearest probe says for its own cells, less with distance as the
 * field's covariance falls. O(n exponentials for each set of probes).
 *
 * @param field from {@link solveBounded}
 * @param place m about the pivot
 * @returns shares from top to bottom, null where no probe knows a layer
 * @example boundedProfileAt({ layers: [{ topMm: 0, bottomMm: 100 }], groups: [], probes: [] }, { x: 0, y: 0 }) // { 0: { topMm: 0, bottomMm: 100, share: null } }
 */
export function boundedProfileAt(field: BoundedField, place: FieldPoint): ShareLayer[] {
  const profile = profileAt(field, place)
  const nearest = nearestProbe(place, field.probes)
  if (nearest === null || nearest.own.length === 0) return profile
  const distance = Math.hypot(nearest.x - place.x, nearest.y - place.y)
  for (const { of, fields } of field.groups) {
    const model = fields[0]?.model
    if (!model) continue
    const near = (1 - model.nugget) * Math.exp(-distance / model.range)
    for (const at of of) {
      const layer = profile[at]
      const own = layer && shareAt(nearest.own, (layer.topMm + layer.bottomMm) / 2)
      if (layer && layer.share !== null && own) profile[at] = { ...layer, share: layer.share + near * own }
    }
  }
  return profile
}
