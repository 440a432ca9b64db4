/** Which probes stand alone with what they say, so that one word never decides what a pass leaves. */

import type { FieldPoint } from '../pivot/pivot-geometry.ts'

/** A probe that is believed, and what it says of its root zone. */
export type HeardProbe = FieldPoint & {
  /** Share of available water of the root zone, a layer above field capacity as full. */
  readonly share: number
  /** Has it read for long enough to be judged? On a field's first day nobody knows how its places differ. */
  readonly watched: boolean
  /** Did water come there lately? It explains that soil is wetter than the soil around. */
  readonly watered: boolean
}

/**
 * How a probe stands alone: wetter, or drier, than every neighbour by more than soil explains, or the only one of its
 * field. Null: it does not.
 */
export type Doubt = 'WETTER' | 'DRIER' | 'ONLY'

/** A doubt, with the least and the greatest share that its neighbours say; null where there are none. */
export type DoubtedProbe = { readonly doubt: Doubt; readonly neighbours: readonly [number, number] | null }

/** Neighbours of a probe: so many of the nearest. */
const NEIGHBOURS = 3

/**
 * Shares further apart than this disagree. Nine probes weigh a ninth each: what is closer moves a pass that half fills the
 * soil by less than a tenth.
 */
const APART = 0.35

/**
 * Judges each probe beside its three nearest. WETTER: a share more than 0.35 above all of theirs, without water lately.
 * DRIER: more than 0.35 below all of theirs, none of which is WETTER itself, so that of two probes that disagree only the
 * wet one is doubted. ONLY: there is no other. O(n^2 log n).
 *
 * @param probes that are believed, shape [n]
 * @returns the doubt of each, or null, shape [n]
 * @example probeDoubts([{ x: 0, y: 0, share: 0.9, watched: true, watered: false }, { x: 9, y: 0, share: 0.5, watched: true, watered: false }]).map((each) => each && each.doubt) // { 0: 'WETTER', 1: null }
 */
export function probeDoubts(probes: readonly HeardProbe[]): (DoubtedProbe | null)[] {
  if (probes.length === 1) return [{ doubt: 'ONLY', neighbours: null }]
  const neighbours = probes.map((probe) => nearest(probe, probes))
  const ranges = neighbours.map((near): [number, number] => {
    const shares = near.map(({ share }) => share)
    return [Math.min(...shares), Math.max(...shares)]
  })
  const wetter = new Set(
    probes.filter(
      ({ share, watched, watered }, i) => watched && !watered && share > (ranges[i]?.[1] ?? Infinity) + APART,
    ),
  )
  return probes.map((probe, i) => {
    const range = ranges[i] ?? null
    if (wetter.has(probe)) return { doubt: 'WETTER', neighbours: range }
    const dry = probe.watched && probe.share < (range?.[0] ?? -Infinity) - APART
    const drier = dry && !neighbours[i]?.some((each) => wetter.has(each))
    return drier ? { doubt: 'DRIER', neighbours: range } : null
  })
}

function nearest(probe: HeardProbe, probes: readonly HeardProbe[]): HeardProbe[] {
  return probes
    .filter((other) => other !== probe)
    .map((other) => ({ other, distance: Math.hypot(other.x - probe.x, other.y - probe.y) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEIGHBOURS)
    .map(({ other }) => other)
}
