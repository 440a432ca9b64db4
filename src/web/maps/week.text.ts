/** Months and weeks as this screen writes them. */
import type { MapWeek } from '../../contract/maps.ts'

/** January to December, by their numbers. */
export const MONTHS = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, i, 1)),
}))

/** A week with its end, for example `6 Jul 2026 to 12 Jul 2026`; its days belong to the zone of the system. */
export function weekText({ start, end }: Pick<MapWeek, 'start' | 'end'>): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${day.format(Date.parse(start))} to ${day.format(Date.parse(end))}`
}

/** The year around a week, for a season that opens at it. */
export function yearOf(start: string): { from: string; to: string; at: string } {
  const year = start.slice(0, 4)
  return { from: `${year}-01-01`, to: `${year}-12-31`, at: start }
}
