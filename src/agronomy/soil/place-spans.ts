/** How far a place's deficit may lie from the others, so that no single probe decides a pass. */

/** Range of deficits, as shares of the root zone's available water. */
export type Span = readonly [least: number, most: number]

/** Allowed deficits of one unconfirmed place. */
export type PlaceSpans = {
  /** For all cells. */
  readonly heard: Span
  /** For its own cells; never narrower. */
  readonly own: Span
}

/** Passes lighter than this part of a full one are treated as this, because limits proportional to them would vanish. */
const LIGHT = 0.25

/** Half-widths of the span about the centre for a light pass, in full passes: below and above; */
const REACH = { less: 0.05, more: 0.1 } as const

/** and their growth for each full pass of deficit beyond a light one. */
const GROWS = { less: 0.55, more: 0.06 } as const

/** The reach for own cells shrinks by this many median deviations, because places differ anyway. */
const DEVIATIONS = 4

/** Spans are calibrated for nine probes; with more, each has less weight. */
const PROBES = 9

/** Iterations until the centre converges. */
const ROUNDS = 60

/**
 * Spans about the centre of the deficits of all places. The centre is the mean of the deficits clamped to the span (an
 * M-estimate, started at the median), so that one place has limited influence on it. The span is asymmetric because a wrong
 * wet sensor is more dangerous than a dry one, and its lower end follows the centre by about half only. O(n log n).
 *
 * @param lacks deficits of places against the target, weather included; share of the root zone's available water, shape [n], at least one
 * @param fullPass share of it that a pass at 100 % gives, above 0
 * @param said deficits before any limit: a deficit that two places report is allowed
 * @returns the spans
 * @throws RangeError without a place, or when the pass is not above 0
 * @example placeSpans([0.1, 0.1, 0.1, 0.1], 0.2).own // { 0: 0, 1: 0.2 }
 */
export function placeSpans(
  lacks: readonly number[],
  fullPass: number,
  said: readonly number[] = lacks,
): PlaceSpans {
  if (lacks.length === 0) throw new RangeError('no place')
  if (!(fullPass > 0)) throw new RangeError(`a pass that gives a share of ${fullPass}`)
  const centre = median(lacks)
  const deviation = median(lacks.map((lack) => Math.abs(lack - centre)))
  let middle = centre
  for (let round = 0; round < ROUNDS; round += 1) {
    const span = spanAround(middle, fullPass, lacks.length)
    middle = lacks.reduce((sum, lack) => sum + within(lack, span), 0) / lacks.length
  }
  const heard = spanAround(middle, fullPass, lacks.length)
  const pass = Math.max(LIGHT * fullPass, Math.min(fullPass, middle))
  const reach = Math.max(0, pass - DEVIATIONS * deviation)
  const sorted = said.toSorted((a, b) => a - b)
  return {
    heard,
    own: [
      Math.min(heard[0], middle - reach, sorted[1] ?? middle),
      Math.max(heard[1], middle + reach, sorted.at(-2) ?? middle),
    ],
  }
}

function spanAround(middle: number, fullPass: number, places: number): Span {
  const weight = Math.max(1, places / PROBES)
  const above = Math.max(0, middle - LIGHT * fullPass)
  return [
    middle - weight * (REACH.less * fullPass + GROWS.less * above),
    middle + weight * (REACH.more * fullPass + GROWS.more * above),
  ]
}

/**
 * Clamps a number to a span.
 *
 * @param value any number
 * @param span from its least to its most
 * @returns a number of the span
 * @example within(0.3, [0, 0.2]) // 0.2
 */
export function within(value: number, [least, most]: Span): number {
  return Math.max(least, Math.min(most, value))
}

/**
 * The median; of an even count the mean of the middle two.
 *
 * @param values in any order, shape [n]
 * @returns 0 of none
 * @example median([3, 1, 2, 9]) // 2.5
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
