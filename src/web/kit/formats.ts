/** Formats of times and numbers, in the language of the page. */
import { isFrench, inLanguage, localeOr } from '../language/language.ts'

/** Units whose symbol differs by language. */
const units: Readonly<Record<string, string>> = {}

export const text = inLanguage('formats', {
  units,
  underOneMinute: 'under 1 min',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => `${count} d`,
  justNow: (when: string) => `just now (${when})`,
  ago: (span: string, when: string) => `${span} ago (${when})`,
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Cached: creating a format takes a hundred times as long as using it, and lists format hundreds of times. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // of the browser's zone, which changes when a traveller's clock does
  if (options.timeZone === undefined) return new Intl.DateTimeFormat(locale, options)
  const key = JSON.stringify([locale, options])
  const format = timeFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  timeFormats.set(key, format)
  return format
}

/** Hour and minute, for example `14:32`, `14 h 32` in French; in the given time zone, else the browser's. */
export function clock(at: string | number, timeZone?: string): string {
  const time = timeFormat(localeOr('en-CA'), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at))
  // no-break spaces within a time
  return time.replaceAll(' ', '\u00A0')
}

/** Hour and minute on the twelve-hour clock, for example `1:33 a.m.`; in the given time zone, else the browser's. */
export function twelveHourClock(at: string | number, timeZone?: string): string {
  // French has no a.m.
  if (isFrench()) return clock(at, timeZone)
  return timeFormat(localeOr('en-CA'), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  }).format(new Date(at))
}

/** Day and month, for example `12 Jul`. */
export function day(at: string | number, timeZone?: string): string {
  return timeFormat(localeOr('en-GB'), { day: 'numeric', month: 'short', timeZone }).format(new Date(at))
}

/** The calendar day in a time zone, for example `2026-07-12`. */
export function isoDay(at: string | number, timeZone: string): string {
  return timeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(at))
}

/** A duration in its largest whole unit, for example `4 min`. */
export function span(ms: number): string {
  if (ms < MINUTE) return text.underOneMinute
  if (ms < HOUR) return text.minutes(Math.floor(ms / MINUTE))
  return ms < DAY ? text.hours(Math.floor(ms / HOUR)) : text.days(Math.floor(ms / DAY))
}

/** A time, with the day unless it is today, for example `22:37` or `12 Jul, 22:37`. */
export function dayAndTime(at: string | number, now: number, timeZone?: string): string {
  const time = clock(at, timeZone)
  return day(at, timeZone) === day(now, timeZone) ? time : `${day(at, timeZone)}, ${time}`
}

/**
 * How long ago something was, and when.
 *
 * @example ago('2026-07-12T20:28:00Z', Date.parse('2026-07-12T20:32:00Z'), 'America/Edmonton') // '4 min ago (14:28)'
 */
export function ago(at: string, now: number, timeZone?: string): string {
  const past = Math.max(0, now - Date.parse(at))
  const when = past < DAY ? clock(at, timeZone) : `${day(at, timeZone)}, ${clock(at, timeZone)}`
  return past < MINUTE ? text.justNow(when) : text.ago(span(past), when)
}

/**
 * A number with its unit, joined by a space that does not break; in English a percent sign stands close.
 *
 * @param digits most decimals shown; trailing zeros are dropped
 */
export function quantity(value: number, unit: string, digits = 2): string {
  return `${number(value, digits)}${unit === '%' && !isFrench() ? '' : '\u00A0'}${unitWord(unit)}`
}

/** A unit as displayed, for example `po` for inches in French. */
export function unitWord(unit: string): string {
  return text.units[unit] ?? unit
}

/** A fixed number of decimals, so that columns align; without thousands separators. */
export function decimals(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return isFrench() ? text.replace('.', ',') : text
}

/** Cached: creating a format takes far longer than using it, and a list formats thousands of numbers. */
const numberFormats = new Map<number, Intl.NumberFormat>()

/**
 * A number in the language of the page.
 *
 * @param digits most decimals shown, at most 6; trailing zeros are dropped
 */
export function number(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits))
  // the first format of a page loads its data, in 20 to 50 ms, which a number without thousands does not need
  if (Math.abs(rounded) < 1000) return isFrench() ? String(rounded).replace('.', ',') : String(rounded)
  const cached = numberFormats.get(digits)
  const format = cached ?? new Intl.NumberFormat(localeOr('en-CA'), { maximumFractionDigits: digits })
  if (!cached) numberFormats.set(digits, format)
  return format.format(value)
}
