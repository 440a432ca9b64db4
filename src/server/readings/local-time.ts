/** Parses times in files: absolute ones as they are, others in a time zone. */
import type { DateOrder } from './date-order.ts'
import { ABBREVIATED } from './loggers/head-clock.ts'

const ABSOLUTE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/
const CLOCK = String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?([ap](?:\.?\s?m\.?)?)?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}$`, 'i')
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${CLOCK}$`, 'i')
const MONTH_NAMED = new RegExp(String.raw`^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4}|\d{2})${CLOCK}$`, 'i')
const MONTH_FIRST = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4}),?${CLOCK}$`, 'i')
/** 20260706, followed by 0400 or 040000. */
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?$/
/** Seconds or milliseconds since 1970, from 2001 to 2286. */
const EPOCH = /^\d{10}(\d{3})?$/
/** A time with its zone: `10:00 MDT`, `10:00 +0000`, `10:00 GMT-0600 (Mountain Daylight Time)`, `T100000Z`. */
const ZONED =
  /^(.*(?::\d{2}|T\d{4})(?:\d{2})?(?:\.\d+)?(?:\s?[ap]\.?\s?m\.?)?)(?:\s?(Z|[A-Z]{3,4})|\s(?:(?:UTC|GMT)\s?)?([+-]\d{1,2}(?::?(?:00|15|30|45))?))(?:\s?\([^()]{1,60}\))?$/i
/** Longer text is not a time; the limit bounds the regular expressions. */
const LONGEST = 100
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Zones change their offset on quarters of an hour. */
const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** @returns an instant as ISO 8601 in UTC, or null when the text is not a time */
export type TimeReader = (text: string) => string | null

/**
 * A date alone means midnight. An ambiguous local time means its first occurrence; a skipped one is moved
 * forward by the gap.
 *
 * @param order for dates that do not begin with a four-digit year; without it these are refused. A two-digit year is in this
 * century
 * @throws RangeError if the zone is unknown
 */
export function timeReader(timeZone: string, order?: DateOrder): TimeReader {
  const offsetAt = zoneOffsets(timeZone)
  return (text) => {
    const wall = wallClock(text, order)
    if (wall === null) return null
    const { ms: wallMs } = wall
    if (wall.absolute) return new Date(wallMs).toISOString()
    // the offset of the day before applies until a change; it gives the first of two occurrences
    const early = wallMs - offsetAt(wallMs - DAY_MS)
    const fits = early + offsetAt(early) === wallMs
    const late = wallMs - offsetAt(early)
    return new Date(fits || late + offsetAt(late) !== wallMs ? early : late).toISOString()
  }
}

/**
 * Parses the text of a time before its clock is known.
 *
 * @returns milliseconds since 1970, of UTC if it is `absolute`, else as if it were UTC
 */
export function wallClock(text: string, order?: DateOrder): { ms: number; absolute: boolean } | null {
  if (ABSOLUTE.test(text)) {
    const clock = text
      .slice(11)
      .replace(/\s?(?:UTC|GMT)$/, 'Z')
      .replace(' ', '')
    const ms = Date.parse(`${text.slice(0, 10)}T${clock}`)
    return Number.isNaN(ms) ? null : { ms, absolute: true }
  }
  if (EPOCH.test(text)) return { ms: Number(text) * (text.length === 10 ? 1000 : 1), absolute: true }
  const ms = shownTime(text, order)
  return ms === null ? zonedClock(text, order) : { ms, absolute: false }
}

function zonedClock(text: string, order: DateOrder | undefined): { ms: number; absolute: true } | null {
  const [, clock, name, offset] = text.length > LONGEST ? [] : (ZONED.exec(text) ?? [])
  const ms = clock === undefined ? null : shownTime(clock.replace(WEEKDAY, ''), order)
  const hours = name === undefined ? offsetHours(offset) : name === 'Z' ? 0 : ABBREVIATED[name]
  return ms === null || hours === undefined ? null : { ms: ms - hours * HOUR_MS, absolute: true }
}

/** @example offsetHours('-0630') // -6.5 */
function offsetHours(text: string | undefined): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text ?? '') ?? []
  const total = Number(hours) + Number(minutes) / 60
  return sign === undefined || total > 14 ? undefined : sign === '-' ? -total : total
}

type Parts = readonly (string | undefined)[]

/** Year, month and day, then the parts of the clock. */
function partsOf(text: string, order: DateOrder | undefined): Parts | null {
  const [, ...yearFirst] = YEAR_FIRST.exec(text) ?? []
  if (yearFirst.length > 0) return yearFirst
  const [, day, name = '', year, ...clock] = MONTH_NAMED.exec(text) ?? []
  if (day !== undefined)
    return [
      year?.length === 2 ? `20${year}` : year,
      String(MONTHS.indexOf(name.toLowerCase()) + 1),
      day,
      ...clock,
    ]
  const [, month = '', dayBehind, yearBehind, ...clockBehind] = MONTH_FIRST.exec(text) ?? []
  if (dayBehind !== undefined)
    return [yearBehind, String(MONTHS.indexOf(month.toLowerCase()) + 1), dayBehind, ...clockBehind]
  const [, ...compact] = COMPACT.exec(text) ?? []
  if (compact.length > 0) return compact
  const [, first, second, third, ...rest] = YEAR_LAST.exec(text) ?? []
  if (first === undefined || order === undefined) return null
  if (order === 'YMD') return third?.length === 2 ? [`20${first}`, second, third, ...rest] : null
  const full = third?.length === 2 ? `20${third}` : third
  return order === 'DMY' ? [full, second, first, ...rest] : [full, first, second, ...rest]
}

/** Milliseconds of a local time as if it were UTC; null for 31 February and the like. */
function shownTime(text: string, order: DateOrder | undefined): number | null {
  const parts = partsOf(text, order)
  if (!parts) return null
  const half = parts[6]?.toLowerCase()
  const [year = 0, month = 0, day = 0, face = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0))
  if (half && (face < 1 || face > 12)) return null
  const hour = half ? (face % 12) + (half.startsWith('p') ? 12 : 0) : face
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  // 24:00, as some loggers write midnight
  const over = !half && hour === 24 && minute === 0 && second === 0 ? DAY_MS : 0
  const dated = new Date(moment.getTime() - over)
  const same = dated.getUTCMonth() === month - 1 && dated.getUTCDate() === day
  return same && (hour < 24 || over > 0) && minute < 60 && second < 60 ? moment.getTime() : null
}

/** @returns the time zone's offset from UTC at an instant, milliseconds */
export function zoneOffsets(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const offsets = new Map<number, number>()
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS
    const found = offsets.get(quarter)
    if (found !== undefined) return found
    const parts = Object.fromEntries(
      format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter
    // bounds the cache for files of many years
    if (offsets.size >= OFFSETS_KEPT) offsets.clear()
    offsets.set(quarter, offset)
    return offset
  }
}

const OFFSETS_KEPT = 20_000
