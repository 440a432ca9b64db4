/** Checks a drawn geofence: the checks of any outline, and overlap with saved geofences. */
import { outlinesMeet } from '../../agronomy/pivot/outline.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { Geofence } from '../../contract/geofences.ts'
import type { SystemView } from '../../contract/systems.ts'
import { checkOutline } from '../shared/pins/outline-check.ts'
import type { OutlineCheck } from '../shared/pins/outline-check.ts'
import { pinsOf } from '../shared/pins/outline-draft.ts'
import { problemMessage } from '../kit/call-error.ts'

export interface FenceCheck extends OutlineCheck {
  /** Saved geofences that overlap it. */
  overlaps: readonly Geofence[]
}

const TEXTS = {
  few: problemMessage('geofence_pins_few'),
  crossing: problemMessage('geofence_crossing'),
  outside: problemMessage('geofence_outside'),
}

export function checkFence(
  pins: readonly LatLng[],
  system: SystemView | undefined,
  others: readonly Geofence[],
): FenceCheck {
  const check = checkOutline(pins, system, TEXTS)
  if (!system || check.areaM2 === null) return { ...check, overlaps: [] }
  const pivot = pivotOf(system)
  const outlineOf = (places: readonly LatLng[]) => places.map((place) => toFieldPoint(pivot.place, place))
  const outline = outlineOf(pins)
  return { ...check, overlaps: others.filter((fence) => outlinesMeet(outline, outlineOf(pinsOf(fence)))) }
}
