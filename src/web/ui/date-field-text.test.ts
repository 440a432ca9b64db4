/** Typed days: separators, invalid days, and independence of the time zone. */
import { describe, expect, it } from 'vitest'
import { dayFromText, textOfDay } from './date-field-text.ts'

describe('a typed day', () => {
  it.each([
    ['06/07/2026', '2026-07-06'],
    ['6/7/2026', '2026-07-06'],
    [' 6.7.2026 ', '2026-07-06'],
    ['06-07-2026', '2026-07-06'],
    ['6 7 2026', '2026-07-06'],
    ['06072026', '2026-07-06'],
    ['29/02/2028', '2028-02-29'],
    ['31/12/2026', '2026-12-31'],
  ])('%s is %s', (text, day) => {
    expect(dayFromText(text)).toBe(day)
  })

  it.each([
    '',
    '6',
    '6/7',
    '6/7/26',
    '31/02/2026',
    '29/02/2026',
    '00/07/2026',
    '07/13/2026',
    '2026-07-06',
    'x',
  ])('%j is not a date', (text) => {
    expect(dayFromText(text)).toBeNull()
  })

  it('is formatted with the day first, and parsed back unchanged', () => {
    expect(textOfDay('2026-07-06')).toBe('06/07/2026')
    expect(dayFromText(textOfDay('2026-11-01'))).toBe('2026-11-01')
  })
})
