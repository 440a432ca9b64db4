/** Days as people and calls write them, and the instants between which they lie in a time zone. */
import type { ProblemCode } from '../../contract/errors.ts'
import { Problem } from '../kit/problem.ts'
import { timeReader } from '../readings/import-time.ts'
import type { Span } from '../readings/readings-range.store.ts'

const DAY_MS = 86_400_000
/** What lies outside is a slip of the hand. */
const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/** Days of the calendar as 2026-07-06; both are in the range. */
export interface DayRange {
  start: string
  end: string
}

/**
 * A day of the calendar as 2026-07-06.
 *
 * @param text 06-07-2026 or 2026-07-06
 * @throws Problem('date_invalid') for 31-02-2026 and the like
 */
export function calendarDay(text: string, field: string): string {
  const iso = /^\d{2}-\d{2}-\d{4}$/.test(text) ? text.split('-').toReversed().join('-') : text
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
  // the parser moves 31 February into March
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== iso || iso < FIRST || iso > LAST)
    throw new Problem('date_invalid', { field })
  return iso
}

/** @throws Problem('end_before_start') */
export function dayRange(
  { start, end }: { start: string; end: string },
  fields = { start: 'start_date', end: 'end_date' },
): DayRange {
  const range = { start: calendarDay(start, fields.start), end: calendarDay(end, fields.end) }
  if (range.end < range.start) refuse('end_before_start', fields.end)
  return range
}

function refuse(code: ProblemCode, field: string): never {
  throw new Problem(code, { field })
}

/** How many days a range has. */
export function daysIn({ start, end }: DayRange): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
}

/** The day that is so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** First moments of these days where the zone's clocks are. */
export function momentsOf(days: readonly string[], timeZone: string): Date[] {
  const read = timeReader(timeZone)
  return days.map((day) => new Date(read(day) ?? day))
}

/** From the first moment of the first day up to that of the day after the last one. */
export function spanOf({ start, end }: DayRange, timeZone: string): Span {
  const [from = new Date(start), to = new Date(end)] = momentsOf([start, dayAfter(end)], timeZone)
  return { from, to }
}

/** Each day of a range. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: daysIn(range) }, (_, i) => dayAfter(range.start, i))
}
