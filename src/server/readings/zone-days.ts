/**
 * Calendar days and their boundaries in a system's time zone. Only the server's time zone data is used: the
 * database's may be another edition.
 */
import { timeReader } from './local-time.ts'
import type { Span } from './readings-range.store.ts'

const DAY_MS = 86_400_000

/** Whole days, both ends included, as 2026-07-06. */
export interface DaySpan {
  start: string
  end: string
}

/** The day this many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Number of days in a period. */
export function dayCount({ start, end }: DaySpan): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
}

/** Each day of a period. */
export function daysOf(span: DaySpan): string[] {
  return Array.from({ length: dayCount(span) }, (_, i) => dayAfter(span.start, i))
}

/** The first instants of these days in the time zone. */
export function momentsOf(days: readonly string[], timeZone: string): Date[] {
  const readTime = timeReader(timeZone)
  return days.map((day) => new Date(readTime(day) ?? day))
}

/** From the first instant of the first day to that of the day after the last. */
export function boundsOf({ start, end }: DaySpan, timeZone: string): Span {
  const [from = new Date(start), to = new Date(end)] = momentsOf([start, dayAfter(end)], timeZone)
  return { from, to }
}

/** Returns a function from an instant to its day in a time zone. */
export function dayReader(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => format.format(at)
}
