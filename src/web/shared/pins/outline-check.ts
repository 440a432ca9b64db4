/** Checks a drawn outline: size, area out of reach, and what prevents saving. */
import { crossingOf, orderAround, outlineArea } from '#agronomy/pivot/outline.ts'
import type { Outline } from '#agronomy/pivot/outline.ts'
import { wettingParts } from '#agronomy/pivot/outline-wetting.ts'
import { toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { pivotOf } from '#contract/pivot.ts'
import { OUTLINE_PINS } from '#contract/limits.ts'
import type { SystemView } from '#contract/systems.ts'
import { problemSentence } from '../../kit/call-error.ts'

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
  untied: readonly number[] | null
  /** Why it cannot be saved; null when it can. */
  obstacle: string | null
}

/** Messages for too few pins, crossing sides and an outline outside the field. */
export interface ObstacleTexts {
  few: string
  crossing: string
  outside: string
}

const NOTHING = { areaM2: null, outsideM2: 0, crossing: null, untied: null } as const

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

export function checkOutline(
  pins: readonly LatLng[],
  system: SystemView | undefined,
  texts: ObstacleTexts,
): OutlineCheck {
  if (!system) return { ...NOTHING, obstacle: problemSentence('system_not_selected') }
  if (pins.length < OUTLINE_PINS.min) return { ...NOTHING, obstacle: texts.few }
  const { place, wettedRadiusM, arc } = pivotOf(system)
  const outline = pins.map((pin) => toFieldPoint(place, pin))
  const sides = crossingOf(outline)
  if (sides) {
    const crossing = { first: endsOf(sides[0], pins.length), second: endsOf(sides[1], pins.length) }
    return { ...NOTHING, crossing, untied: untiedOrder(outline), obstacle: texts.crossing }
  }
  const onCircle = wettingParts(outline, wettedRadiusM)
  const reached = wettingParts(outline, wettedRadiusM, arc)
  return {
    ...NOTHING,
    areaM2: outlineArea(outline),
    outsideM2: areaOf(reached.outside),
    obstacle: areaOf(onCircle.inside) > 0 ? null : texts.outside,
  }
}
