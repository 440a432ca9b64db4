/** The forecast of refill as a headline and its reason. */
import { ago, day, quantity } from '../kit/formats.ts'
import { FAR_DAYS } from './refill-days.ts'
import type { RefillForecast } from './refill-days.ts'

export interface RefillWords {
  headline: string
  reason: string
  /** Whether it asks for water now. */
  urgent: boolean
}

/** Readings older than this say nothing of now. */
const PAST_MS = 3 * 86_400_000

/** Half a day more or less is what a straight line knows. */
function daysText(days: number): string {
  if (days < 1) return 'Less than a day to refill'
  const rounded = Math.round(days)
  return rounded === 1 ? 'About 1 day to refill' : `About ${rounded} days to refill`
}

/** @param at time of the last reading, milliseconds since 1970; null without one */
export function refillWords(
  forecast: RefillForecast,
  { at, now, timeZone }: { at: number | null; now: number; timeZone: string },
): RefillWords {
  // a season that is over is not about to need water
  const past = at !== null && now - at > PAST_MS ? ` ${day(at, timeZone)}` : ''
  const last = at === null ? '' : ` Last reading ${ago(new Date(at).toISOString(), now, timeZone)}.`
  const since = 'since' in forecast ? day(forecast.since * 1000, timeZone) : ''
  switch (forecast.kind) {
    case 'days':
    case 'far': {
      const headline =
        forecast.kind === 'far' ? `More than ${FAR_DAYS} days to refill` : daysText(forecast.days)
      const rate = quantity(100 * forecast.perDay, '%', 1)
      return {
        headline: past ? `${headline} from${past}` : headline,
        reason: `If the root zone goes on drying as since ${since}, by ${rate} of volume a day.${last}`,
        urgent: forecast.kind === 'days' && forecast.days < 1,
      }
    }
    case 'reached': {
      return {
        headline: past ? `At the refill line or below on${past}` : 'At the refill line or below',
        reason: `The crop has used the water between the full and the refill line.${last}`,
        urgent: true,
      }
    }
    case 'steady': {
      return {
        headline: 'No days to refill to tell',
        reason: `The root zone has not been drying since ${since}.${last}`,
        urgent: false,
      }
    }
    case 'short': {
      return {
        headline: 'No days to refill to tell yet',
        reason: `The root zone has not been drying for a whole day.${last}`,
        urgent: false,
      }
    }
    default: {
      return {
        headline: 'No days to refill to tell',
        reason: 'Not all depths of the root zone report at the end of these days.',
        urgent: false,
      }
    }
  }
}

/** One line of the graph in a sentence, for those who do not see it. */
export function lineSentence(
  label: string,
  { times, values }: { times: readonly number[]; values: readonly (number | null | undefined)[] },
  { symbol, digits, timeZone }: { symbol: string; digits: number; timeZone: string },
): string {
  const rows = values.flatMap((value, row) => (value == null ? [] : [{ value, time: times[row] ?? 0 }]))
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return `${label}: no readings.`
  const low = rows.reduce((a, b) => (b.value < a.value ? b : a))
  const high = rows.reduce((a, b) => (b.value > a.value ? b : a))
  const said = ({ value }: { value: number }) => quantity(value, symbol, digits)
  const on = ({ time }: { time: number }) => day(time * 1000, timeZone)
  return `${label}: ${said(first)} at the start, ${said(last)} at the end; lowest ${said(low)} on ${on(low)}, highest ${said(high)} on ${on(high)}.`
}
