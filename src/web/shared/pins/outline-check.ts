/** Checks a drawn outline: size, area out of reach, and what prevents saving. */
import { crossingOf, orderAround, outlineArea } from '#agronomy/pivot/outline.ts'
import type { Outline } from '#agronomy/pivot/outline.ts'
import { wettingParts } from '#agronomy/pivot/outline-wetting.ts'
import { toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { pivotOf } from '#contract/pivot.ts'
import { OUTLINE_PINS } from '#contract/limits.ts'
import type { SystemView } from '#contract/systems.ts'
import { problemMessage } from '../../kit/call-error.ts'

/** Smaller areas outside come from approximating the circle, not from the drawing. */
export const NOTABLE_OUTSIDE_M2 = 20

export interface OutlineCheck {
  /** Null below three pins and while sides cross. */
  areaM2: number | null
  /** The part out of the machine's reach. */
  outsideM2: number
  /** Numbers of the pins at the ends of the two crossing sides. */
  crossing: { first: [number, number]; second: [number, number] } | null
  /** An order of the pins without crossings, or null. */
  uncrossed: readonly number[] | null
  /** Why it cannot be saved; null when it can. */
  saveError: string | null
}

/** Messages for too few pins, crossing sides and an outline outside the field. */
export interface OutlineErrorTexts {
  few: string
  crossing: string
  outside: string
}

const NOTHING = { areaM2: null, outsideM2: 0, crossing: null, uncrossed: null } as const

function areaOf(parts: readonly Outline[]): number {
  return parts.reduce((sum, part) => sum + outlineArea(part), 0)
}

/** The pins at the ends of a side, counted from 1. */
function endsOf(side: number, count: number): [number, number] {
  return [side + 1, ((side + 1) % count) + 1]
}

function uncrossedOrder(outline: Outline): readonly number[] | null {
  const order = orderAround(outline)
  return crossingOf(order.flatMap((i) => outline[i] ?? [])) ? null : order
}

export function checkOutline(
  pins: readonly LatLng[],
  system: SystemView | undefined,
  texts: OutlineErrorTexts,
): OutlineCheck {
  if (!system) return { ...NOTHING, saveError: problemMessage('system_not_selected') }
  if (pins.length < OUTLINE_PINS.min) return { ...NOTHING, saveError: texts.few }
  const { place, wettedRadiusM, arc } = pivotOf(system)
  const outline = pins.map((pin) => toFieldPoint(place, pin))
  const sides = crossingOf(outline)
  if (sides) {
    const crossing = { first: endsOf(sides[0], pins.length), second: endsOf(sides[1], pins.length) }
    return { ...NOTHING, crossing, uncrossed: uncrossedOrder(outline), saveError: texts.crossing }
  }
  const onCircle = wettingParts(outline, wettedRadiusM)
  const reachable = wettingParts(outline, wettedRadiusM, arc)
  return {
    ...NOTHING,
    areaM2: outlineArea(outline),
    outsideM2: areaOf(reachable.outside),
    saveError: areaOf(onCircle.inside) > 0 ? null : texts.outside,
  }
}
