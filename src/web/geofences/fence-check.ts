/** What can be said of a drawn outline: its size, what keeps it from being saved, and what its drawer should know. */
import { crossingOf, orderAround, outlineArea, outlinesMeet } from '../../agronomy/pivot/outline.ts'
import type { Outline } from '../../agronomy/pivot/outline.ts'
import { wettingParts } from '../../agronomy/pivot/outline-wetting.ts'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { problems } from '../../contract/errors.ts'
import type { Geofence } from '../../contract/geofences.ts'
import { GEOFENCE_PINS } from '../../contract/limits.ts'
import type { SystemView } from '../../contract/systems.ts'
import { pinsOf } from './fence-draft.ts'

export interface FenceCheck {
  /** Null below three pins and while sides cross. */
  areaM2: number | null
  /** Of that, what the machine does not reach. */
  outsideM2: number
  /** Numbers of the pins between which the two crossing sides run. */
  crossing: { first: [number, number]; second: [number, number] } | null
  /** An order of the pins that does not cross; null when there is none. */
  untied: readonly number[] | null
  /** Saved geofences that share ground with it. */
  overlaps: readonly Geofence[]
  /** Why it cannot be saved; null when it can. */
  obstacle: string | null
}

const NOTHING = { areaM2: null, outsideM2: 0, crossing: null, untied: null, overlaps: [] } as const

function areaOf(parts: readonly Outline[]): number {
  return parts.reduce((sum, part) => sum + outlineArea(part), 0)
}

/** The pins at the ends of a side, counted from 1. */
function endsOf(side: number, count: number): [number, number] {
  return [side + 1, ((side + 1) % count) + 1]
}

function untiedOrder(outline: Outline): readonly number[] | null {
  const order = orderAround(outline)
  return crossingOf(order.flatMap((i) => outline[i] ?? [])) ? null : order
}

export function checkFence(
  pins: readonly LatLng[],
  system: SystemView | undefined,
  others: readonly Geofence[],
): FenceCheck {
  if (!system) return { ...NOTHING, obstacle: problems.system_not_selected.message }
  if (pins.length < GEOFENCE_PINS.min) return { ...NOTHING, obstacle: problems.geofence_pins_few.message }
  const pivot = { lat: system.latitude, lng: system.longitude }
  const outline = pins.map((pin) => toFieldPoint(pivot, pin))
  const sides = crossingOf(outline)
  if (sides) {
    const crossing = { first: endsOf(sides[0], pins.length), second: endsOf(sides[1], pins.length) }
    const obstacle = problems.geofence_crossing.message
    return { ...NOTHING, crossing, untied: untiedOrder(outline), obstacle }
  }
  const onCircle = wettingParts(outline, system.wetted_radius_m)
  const reached = wettingParts(outline, system.wetted_radius_m, system.arc)
  return {
    ...NOTHING,
    areaM2: outlineArea(outline),
    outsideM2: areaOf(reached.outside),
    overlaps: others.filter((other) =>
      outlinesMeet(
        outline,
        pinsOf(other).map((pin) => toFieldPoint(pivot, pin)),
      ),
    ),
    obstacle: areaOf(onCircle.inside) > 0 ? null : problems.geofence_outside.message,
  }
}
