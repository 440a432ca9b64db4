/** Which of several sources of rain counts on a day: the nearest instrument, unless somebody chose otherwise. */
import { RAIN_SOURCES, type RainSource, type WeatherDay } from '#contract/weather.ts'

/** What each source says of a day; null: nothing. */
export type RainAmounts = Record<RainSource, number | null>

/** @returns the source that counts and its amount, and whether somebody chose it against the order */
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
