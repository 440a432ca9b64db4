/** Which source of a day's rain counts: the nearest instrument, unless somebody chose another. */
import { RAIN_SOURCES, type RainSource, type WeatherDay } from '#contract/weather.ts'

/** One day of a gauge. */
interface GaugeDay {
  mm: number
  /** Seconds of the day that its readings cover. */
  coveredS: number
}

/** A gauge that was silent for longer does not prove a dry day. */
const DRY_COVER = 0.75

/**
 * The rain of a day from its gauges: the mean of those that know it. Rain is known from the first drop, even if a gauge was
 * silent for a while, because at least that much fell; a dry day only if a gauge has seen most of it.
 *
 * @param passedS how much of the day is over, s; the whole length for a past day
 * @returns mm; null: no gauge knows
 */
export function gaugeRain(days: readonly GaugeDay[], passedS: number, over: boolean): number | null {
  const usable = days.filter(({ mm, coveredS }) => mm > 0 || (over && coveredS >= DRY_COVER * passedS))
  if (usable.length === 0) return null
  return usable.reduce((sum, { mm }) => sum + mm, 0) / usable.length
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

/** Instruments measure, the model estimates; for future days even that is a guess. */
export function rainCertainty(used: RainSource, forecast: boolean): NonNullable<WeatherDay['et_certainty']> {
  if (used !== 'model') return 'measured'
  return forecast ? 'guessed' : 'estimated'
}
