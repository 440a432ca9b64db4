/** Which of several sources of rain counts on a day: the nearest instrument, unless somebody chose otherwise. */
import { RAIN_SOURCES, type RainSource, type WeatherDay } from '#contract/weather.ts'

/** One day of a gauge. */
interface GaugeDay {
  mm: number
  /** Seconds of the day that its readings cover. */
  coveredS: number
}

/** A gauge that was silent longer has not seen a dry day. */
const DRY_COVER = 0.75

/**
 * The rain of a day by its gauges: the mean of those that know it. Rain is known from the first drop, even where a gauge was
 * silent for a while, for that much fell at least; that none fell only of a day most of which a gauge has seen.
 *
 * @param passedS how much of the day is over, s; all of it for one that is
 * @returns mm; null: no gauge knows
 */
export function gaugeRain(said: readonly GaugeDay[], passedS: number, over: boolean): number | null {
  const known = said.filter(({ mm, coveredS }) => mm > 0 || (over && coveredS >= DRY_COVER * passedS))
  if (known.length === 0) return null
  return known.reduce((sum, { mm }) => sum + mm, 0) / known.length
}

/** The rain of a day by source; null for none. */
export type RainAmounts = Record<RainSource, number | null>

/** @returns the source that counts and its amount, and whether a person chose it against the default order */
export function rainOf(
  amounts: RainAmounts,
  choice: RainSource | null,
): { used: RainSource | null; usedMm: number | null; chosen: boolean } {
  const usual = RAIN_SOURCES.find((source) => amounts[source] !== null) ?? null
  const chosen = choice !== null && amounts[choice] !== null && choice !== usual
  const used = chosen ? choice : usual
  return { used, usedMm: used && amounts[used], chosen }
}

/** Sources that measure, and the one that computes; of days ahead even that is a guess. */
export function rainCertainty(used: RainSource, forecast: boolean): NonNullable<WeatherDay['et_certainty']> {
  if (used !== 'model') return 'measured'
  return forecast ? 'guessed' : 'estimated'
}
