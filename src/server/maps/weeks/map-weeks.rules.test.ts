/** Weeks by their Mondays, and the months they touch. */
import { describe, expect, it } from 'vitest'
import { calendarDay, weekOf } from './map-weeks.rules.ts'

const codeOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

describe('a week', () => {
  it.each([
    ['2026-07-06', 7, '2026-07-12'],
    ['2026-06-29', 6, '2026-07-05'],
    ['2026-06-29', 7, '2026-07-05'],
    ['2025-12-29', 12, '2026-01-04'],
    ['2025-12-29', 1, '2026-01-04'],
    ['2024-02-26', 2, '2024-03-03'],
    ['2024-02-26', 3, '2024-03-03'],
  ])('from %s belongs to month %i', (start, month, end) => {
    expect(weekOf(start, month)).toEqual({ start, end })
  })

  it.each([
    ['2026-07-07', 7, 'map_week_invalid'],
    ['2026-07-05', 7, 'map_week_invalid'],
    ['2026-02-30', 2, 'map_week_invalid'],
    ['', 7, 'map_week_invalid'],
    ['2026-07-06', 6, 'map_week_empty'],
    ['2026-07-06', 8, 'map_week_empty'],
    ['2026-07-06', 0, 'map_month_invalid'],
    ['2026-07-06', 13, 'map_month_invalid'],
    ['2026-07-06', Number.NaN, 'map_month_invalid'],
    ['2026-07-06', 7.5, 'map_month_invalid'],
  ])('from %j in month %d is refused', (start, month, code) => {
    expect(codeOf(() => weekOf(start, month))).toBe(code)
  })
})

it('rejects days that no calendar has', () => {
  for (const day of ['2026-07-06', '2024-02-29', '2000-12-31'])
    expect(calendarDay(day)?.toISOString()).toBe(`${day}T00:00:00.000Z`)
  for (const day of ['2026-02-29', '2026-13-01', '2026-00-10', 'today', '', '2026-07-32'])
    expect(calendarDay(day)).toBeNull()
})
