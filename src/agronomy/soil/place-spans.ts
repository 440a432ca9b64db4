/** How far a place's deficit may lie from the others, so that no single probe decides a pass. */

/** From one lack to another, as shares of the root zone's available water. */
export type Span = readonly [least: number, most: number]

/** What one place may say it lacks, while nobody has confirmed it. */
export type PlaceSpans = {
  /** As all cells hear it. */
  readonly heard: Span
  /** As its own cells do; never narrower. */
  readonly own: Span
}

/** A pass of less than this part of a full one is none: what is a part of it would be nothing. */
const LIGHT = 0.25

/** What is heard of a place reaches so far beyond the middle of a light pass, in full passes: below, and above it; */
const REACH = { less: 0.05, more: 0.1 } as const

/** and so much further for each full pass that the middle lacks more than a light one. */
const GROWS = { less: 0.55, more: 0.06 } as const

/** So many median deviations, by which places differ anyway, count against what one of them may say to its own cells. */
const DEVIATIONS = 4

/** Spans are for nine probes: each of more has less weight. */
const PROBES = 9

/** Rounds until the middle stands. */
const ROUNDS = 60

/**
 * Spans about the middle of what places lack. The middle is the mean of what is heard of them (an M-estimate, from the
 * median on), so that a place moves it by its part of the span and by what moves with it. The span is wider above than
 * below, since a wet sensor is believed less than a dry one, and its lower end follows the middle by half only: places
 * beyond an end that hardly moves follow nobody. O(n log n).
 *
 * @param lacks what places lack of the target, weather counted; share of the root zone's available water, shape [n], at least one
 * @param fullPass share of it that a pass at 100 % gives, above 0
 * @param said what their probes say, before anything is taken away: what two of them say may be said
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
 * The number, or the end of the span beyond which it lies.
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
 * The number in the middle, or half-way between the two.
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
