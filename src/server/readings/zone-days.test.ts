/** Calendar days across leap days, and their start at local midnight even when clocks change. */
import { describe, expect, it } from 'vitest'
import { boundsOf, dayAfter, dayCount, dayReader, daysOf, momentsOf } from './zone-days.ts'

describe('calendar days', () => {
  it('continue across months and leap days', () => {
    expect(dayAfter('2024-02-28')).toBe('2024-02-29')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysOf({ start: '2025-12-30', end: '2026-01-02' })).toEqual([
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
    ])
    expect(dayCount({ start: '2026-07-06', end: '2026-07-06' })).toBe(1)
  })

  it('start at local midnight, even when clocks change', () => {
    // Paris: UTC+1 in winter, +2 from 29 March 2026
    expect(boundsOf({ start: '2026-03-29', end: '2026-03-29' }, 'Europe/Paris')).toEqual({
      from: new Date('2026-03-28T23:00:00Z'),
      to: new Date('2026-03-29T22:00:00Z'),
    })
    expect(momentsOf(['2026-07-01'], 'Asia/Kolkata')).toEqual([new Date('2026-06-30T18:30:00Z')])
  })

  it('are found for an instant', () => {
    const paris = dayReader('Europe/Paris')
    expect(paris(new Date('2026-07-05T21:59:59Z'))).toBe('2026-07-05')
    expect(paris(new Date('2026-07-05T22:00:00Z'))).toBe('2026-07-06')
  })
})
