/** How far a place's deficit may lie from the others, so that no single probe decides a pass. */

/** Range of deficits, as shares of the root zone's available water. */
export type Span = readonly [least: number, most: number]

/** Allowed deficits of one unconfirmed place. */
export type PlaceSpans = {
  /** For cells nearest to other probes. */
  readonly others: Span
  /** For its own cells; never narrower. */
  readonly own: Span
}

/** Passes lighter than this part of a full one are treated as this, because limits proportional to them would vanish. */
const LIGHT_PASS = 0.25

/** Half-widths of the span about the centre for a light pass, in full passes: below and above; */
const HALF_WIDTH = { less: 0.05, more: 0.1 } as const

/** and their growth for each full pass of deficit beyond a light one. */
const GROWTH = { less: 0.55, more: 0.06 } as const

/** The reach for own cells shrinks by this many median deviations, because places differ anyway. */
const DEVIATIONS = 4

/** Spans are calibrated for nine probes; with more, each has less weight. */
const CALIBRATED_PROBES = 9

/** Iterations until the centre converges. */
const ROUNDS = 60

/**
 * Allowed deficits about the centre, an M-estimate (mean of the deficits clamped to the span, started at the median).
 * The asymmetry and constants are explained in decision 033. O(n log n).
 *
 * @param deficits deficits of places against the target, weather included; share of the root zone's available water,
 *   shape [n], at least one
 * @param fullPass share that a pass at 100 % applies, above 0
 * @param unlimited deficits before any limit: a deficit that two places report is allowed
 * @returns the spans
 * @throws RangeError without a place, or when the pass is not above 0
 * @example placeSpans([0.1, 0.1, 0.1, 0.1], 0.2).own // { 0: 0, 1: 0.2 }
 */
export function placeSpans(
  deficits: readonly number[],
  fullPass: number,
  unlimited: readonly number[] = deficits,
): PlaceSpans {
  if (deficits.length === 0) throw new RangeError('no place')
  if (!(fullPass > 0)) throw new RangeError(`a pass that gives a share of ${fullPass}`)
  const centre = median(deficits)
  const deviation = median(deficits.map((deficit) => Math.abs(deficit - centre)))
  let middle = centre
  for (let round = 0; round < ROUNDS; round += 1) {
    const span = spanAround(middle, fullPass, deficits.length)
    middle = deficits.reduce((sum, deficit) => sum + within(deficit, span), 0) / deficits.length
  }
  const others = spanAround(middle, fullPass, deficits.length)
  const pass = Math.max(LIGHT_PASS * fullPass, Math.min(fullPass, middle))
  const reach = Math.max(0, pass - DEVIATIONS * deviation)
  const sorted = unlimited.toSorted((a, b) => a - b)
  return {
    others,
    own: [
      Math.min(others[0], middle - reach, sorted[1] ?? middle),
      Math.max(others[1], middle + reach, sorted.at(-2) ?? middle),
    ],
  }
}

function spanAround(middle: number, fullPass: number, places: number): Span {
  const weight = Math.max(1, places / CALIBRATED_PROBES)
  const above = Math.max(0, middle - LIGHT_PASS * fullPass)
  return [
    middle - weight * (HALF_WIDTH.less * fullPass + GROWTH.less * above),
    middle + weight * (HALF_WIDTH.more * fullPass + GROWTH.more * above),
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
