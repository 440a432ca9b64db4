/** Weeks as historic maps know them: Monday to Sunday, part of every month that they touch. */
import { Problem } from '../kit/problem.ts'
import type { DaySpan } from './map-inputs.ts'

const DAY = 86_400_000

/** A calendar day at 00:00Z, or null for one that no calendar has. */
export function calendarDay(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Days from the first to the last, both counted. */
export function dayCount({ start, end }: DaySpan): number {
  return Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY) + 1
}

/**
 * The week that begins on a day.
 *
 * @param month 1 to 12
 * @throws Problem('map_month_invalid'), Problem('map_week_invalid') for anything but a Monday, Problem('map_week_empty')
 * for a week that does not touch the month
 */
export function weekOf(startDate: string, month: number): DaySpan {
  if (!Number.isInteger(month) || month < 1 || month > 12)
    throw new Problem('map_month_invalid', { field: 'month' })
  const monday = calendarDay(startDate)
  if (monday?.getUTCDay() !== 1) throw new Problem('map_week_invalid', { field: 'start_date' })
  const span = { start: startDate, end: dayAfter(startDate, 6) }
  const touches = Object.values(span).some((day) => Number(day.slice(5, 7)) === month)
  if (!touches) throw new Problem('map_week_empty')
  return span
}
