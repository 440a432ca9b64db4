/**
 * Days of the calendar, and the instants between which they lie where a system stands. The server's own time zones alone
 * say so: the database's may know another law.
 */
import { timeReader } from './local-time.ts'
import type { Span } from './readings-range.store.ts'

const DAY_MS = 86_400_000

/** Whole days, both ends included, as 2026-07-06. */
export interface DaySpan {
  start: string
  end: string
}

/** The day that is so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days a span has. */
export function dayCount({ start, end }: DaySpan): number {
  return (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
}

/** Each day of a span. */
export function daysOf(span: DaySpan): string[] {
  return Array.from({ length: dayCount(span) }, (_, i) => dayAfter(span.start, i))
}

/** First moments of these days where the zone's clocks are. */
export function momentsOf(days: readonly string[], timeZone: string): Date[] {
  const read = timeReader(timeZone)
  return days.map((day) => new Date(read(day) ?? day))
}

/** From the first moment of the first day up to that of the day after the last one. */
export function boundsOf({ start, end }: DaySpan, timeZone: string): Span {
  const [from = new Date(start), to = new Date(end)] = momentsOf([start, dayAfter(end)], timeZone)
  return { from, to }
}

/** Tells on which day of a zone an instant lies. */
export function dayReader(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => format.format(at)
}
