/** Texts of the refill forecast: headline and reason. */
import { ago, day, quantity } from '../kit/formats.ts'
import { FAR_DAYS } from './refill-days.ts'
import type { RefillForecast } from './refill-days.ts'
import { text } from './graph.text.ts'

export interface RefillText {
  headline: string
  reason: string
  /** Whether water is needed now. */
  urgent: boolean
}

/** Readings older than this say nothing about the present. */
const PAST_MS = 3 * 86_400_000

/** Rounded to half days, which is as precise as a straight line is. */
function daysText(days: number): string {
  if (days < 1) return text.refillWithinDay
  const rounded = Math.round(days)
  return rounded === 1 ? text.refillInADay : text.refillInDays(rounded)
}

/** @param at time of the last reading, milliseconds since 1970; null without one */
export function refillText(
  forecast: RefillForecast,
  { at, now, timeZone }: { at: number | null; now: number; timeZone: string },
): RefillText {
  // a season that is over needs no water soon
  const past = at !== null && now - at > PAST_MS ? ` ${day(at, timeZone)}` : ''
  const last = at === null ? '' : ` ${text.lastReading(ago(new Date(at).toISOString(), now, timeZone))}`
  const since = 'since' in forecast ? day(forecast.since * 1000, timeZone) : ''
  switch (forecast.kind) {
    case 'days':
    case 'far': {
      const headline = forecast.kind === 'far' ? text.refillAfterDays(FAR_DAYS) : daysText(forecast.days)
      const rate = quantity(100 * forecast.perDay, '%', 1)
      return {
        headline: past ? text.asOf(headline, past) : headline,
        reason: text.refillForecast(since, rate, last),
        urgent: forecast.kind === 'days' && forecast.days < 1,
      }
    }
    case 'reached': {
      return {
        headline: past ? text.atRefillSince(past) : text.atRefill,
        reason: text.waterUsedUp(last),
        urgent: true,
      }
    }
    case 'steady': {
      return {
        headline: text.noRefillDate,
        reason: text.notDrying(since, last),
        urgent: false,
      }
    }
    case 'short': {
      return {
        headline: text.tooEarlyForRefill,
        reason: text.notDryingForADay(last),
        urgent: false,
      }
    }
    default: {
      return {
        headline: text.noRefillDate,
        reason: text.depthsMissing,
        urgent: false,
      }
    }
  }
}

/** One line of the graph as a sentence, for screen readers. */
export function lineSentence(
  label: string,
  { times, values }: { times: readonly number[]; values: readonly (number | null | undefined)[] },
  { symbol, digits, timeZone }: { symbol: string; digits: number; timeZone: string },
): string {
  const rows = values.flatMap((value, row) => (value == null ? [] : [{ value, time: times[row] ?? 0 }]))
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return text.noReadings(label)
  const low = rows.reduce((a, b) => (b.value < a.value ? b : a))
  const high = rows.reduce((a, b) => (b.value > a.value ? b : a))
  const format = ({ value }: { value: number }) => quantity(value, symbol, digits)
  const on = ({ time }: { time: number }) => day(time * 1000, timeZone)
  return text.seriesDescription(
    label,
    format(first),
    format(last),
    format(low),
    on(low),
    format(high),
    on(high),
  )
}
