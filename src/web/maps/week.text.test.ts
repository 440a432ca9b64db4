/** Texts of months and weeks. */
import { expect, it } from 'vitest'
import { MONTHS, weekText, yearOf } from './week.text.ts'

it('offers January to December', () => {
  expect(MONTHS).toHaveLength(12)
  expect([MONTHS[0], MONTHS[11]]).toEqual([
    { value: '1', label: 'January' },
    { value: '12', label: 'December' },
  ])
})

it('formats a week with its end, also across a new year, in any browser time zone', () => {
  expect(weekText({ start: '2026-07-06', end: '2026-07-12' })).toBe('6 Jul 2026 to 12 Jul 2026')
  expect(weekText({ start: '2025-12-29', end: '2026-01-04' })).toBe('29 Dec 2025 to 4 Jan 2026')
})

it('opens a season at its week', () => {
  expect(yearOf('2026-07-06')).toEqual({ from: '2026-01-01', to: '2026-12-31', at: '2026-07-06' })
})
