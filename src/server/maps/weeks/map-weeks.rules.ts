/** Weeks of historic maps: Monday to Sunday, listed in every month they touch. */
import { Problem } from '../../kit/problem.ts'
import { dayAfter, type DaySpan } from '../../readings/zone-days.ts'

/** A calendar day at 00:00Z, or null for an invalid one. */
export function calendarDay(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
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

/** The week that contains a day. */
export function weekAround(day: string): DaySpan {
  // Sunday is day 0
  const start = dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  return { start, end: dayAfter(start, 6) }
}

/** Every week that touches a month in any of these years; newest first. */
export function weeksTouching(month: number, years: readonly number[]): DaySpan[] {
  return years
    .toSorted((a, b) => b - a)
    .flatMap((year) => {
      const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
      const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
      const weeks: DaySpan[] = []
      for (let { start } = weekAround(first); start <= last; start = dayAfter(start, 7))
        weeks.unshift({ start, end: dayAfter(start, 6) })
      return weeks
    })
}
