/** How the pegman goes from where it stands to where I am: seen at once when near, walked when further. */
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'

/** Metres that a move must exceed before the pegman follows. */
export const WALK_ABOVE_M = 10
export const WALK_STEPS = 30
export const WALK_MS = 1000

/** The last known point after a new fix: the fix itself when it lies further away than the threshold. */
export function knownAfter(known: LatLng | null, fix: LatLng): LatLng {
  if (!known) return fix
  return bearingAndDistance(known, fix).distance > WALK_ABOVE_M ? fix : known
}

/** Which of the steps is shown so long after the start, 0 to 30: by the time that has passed, not by frames. */
export function walkStep(passedMs: number): number {
  return Math.min(WALK_STEPS, Math.max(0, Math.floor((passedMs / WALK_MS) * WALK_STEPS)))
}

/** Where the pegman is at a step between two points. */
export function walkPlace(from: LatLng, to: LatLng, step: number): LatLng {
  if (step >= WALK_STEPS) return to
  const share = step / WALK_STEPS
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}
