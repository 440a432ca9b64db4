/** Axis ticks: round, few, inside the axis, and on local days across clock changes. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeText, timeTicks, waterAxis } from './graph-ticks.ts'

const ZONE = 'America/New_York'
const labels = (start: string, end: string, zone = ZONE) =>
  timeTicks({ start, end }, zone, 8).map(({ label }) => label)

describe('the axis of soil water', () => {
  it('has round ticks around the data, and never magnifies noise', () => {
    const { low, high, ticks } = waterAxis({ low: 0.1571, high: 0.25 })
    expect([low, high]).toEqual([0.14, 0.26])
    expect(ticks.map(({ label }) => label)).toEqual(['14', '16', '18', '20', '22', '24', '26'])
    expect(waterAxis({ low: 0.2, high: 0.2 }).high - waterAxis({ low: 0.2, high: 0.2 }).low).toBeGreaterThan(
      0.08,
    )
  })

  it('includes every range within 0 and 60 %, with at most eight ticks', () => {
    const water = fc.double({ min: 0, max: 0.6, noNaN: true })
    fc.assert(
      fc.property(water, water, (a, b) => {
        const reach = { low: Math.min(a, b), high: Math.max(a, b) }
        const { low, high, ticks } = waterAxis(reach)
        expect(low).toBeLessThanOrEqual(reach.low + 1e-12)
        expect(high).toBeGreaterThanOrEqual(reach.high - 1e-12)
        expect([low >= 0, high <= 0.6 + 1e-12, ticks.length >= 3, ticks.length <= 9]).toEqual([
          true,
          true,
          true,
          true,
        ])
      }),
    )
  })
})

describe('the time axis', () => {
  it('shows hours of a day, days of a week, then days and months', () => {
    expect(labels('2026-07-06', '2026-07-06')).toEqual([
      '6 Jul',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ])
    expect(labels('2026-07-06', '2026-07-09')).toEqual([
      '6 Jul',
      '12:00',
      '7 Jul',
      '12:00',
      '8 Jul',
      '12:00',
      '9 Jul',
      '12:00',
    ])
    expect(labels('2026-07-06', '2026-07-12').join()).toBe('Mon 6,Tue 7,Wed 8,Thu 9,Fri 10,Sat 11,Sun 12')
    expect(labels('2026-06-28', '2026-07-20')).toEqual([
      '28 Jun',
      '2 Jul',
      '6 Jul',
      '10 Jul',
      '14 Jul',
      '18 Jul',
    ])
    expect(labels('2025-11-15', '2026-06-30')).toEqual(['Dec', 'Jan 2026', 'Feb', 'Mar', 'Apr', 'May', 'Jun'])
    expect(labels('2024-01-01', '2026-12-31')).toEqual([
      'Jan 2024',
      'Jul',
      'Jan 2025',
      'Jul',
      'Jan 2026',
      'Jul',
    ])
  })

  it('follows local time across clock changes', () => {
    // New York, 2025: clocks went forward by an hour on 9 March at two, and back on 2 November
    const at = (start: string, end: string) =>
      timeTicks({ start, end }, ZONE, 8).map((tick) => new Date(tick.at).toISOString().slice(0, 16))
    expect(at('2025-03-08', '2025-03-10')).toEqual([
      '2025-03-08T05:00',
      '2025-03-08T17:00',
      '2025-03-09T05:00',
      '2025-03-09T16:00',
      '2025-03-10T04:00',
      '2025-03-10T16:00',
    ])
    expect(at('2025-11-02', '2025-11-02')).toHaveLength(8)
    expect(at('2025-11-02', '2025-11-02').slice(0, 2)).toEqual(['2025-11-02T04:00', '2025-11-02T08:00'])
  })

  it('increases, and has few ticks, for any range', () => {
    const start = Date.UTC(2020, 0, 1)
    fc.assert(
      fc.property(fc.nat(2500), fc.nat(1097), (from, length) => {
        const day = (n: number) => new Date(start + n * 86_400_000).toISOString().slice(0, 10)
        const ticks = timeTicks({ start: day(from), end: day(from + length) }, ZONE, 8)
        expect(ticks.length).toBeLessThanOrEqual(9)
        ticks.forEach((tick, i) => expect(tick.at).toBeGreaterThan(ticks[i - 1]?.at ?? 0))
      }),
      { numRuns: 60 },
    )
  })
})

it('formats a range in words', () => {
  expect(rangeText({ start: '2026-07-06', end: '2026-07-12' })).toBe('6 to 12 Jul 2026')
  expect(rangeText({ start: '2026-06-28', end: '2026-07-04' })).toBe('28 Jun to 4 Jul 2026')
  expect(rangeText({ start: '2025-12-28', end: '2026-01-04' })).toBe('28 Dec 2025 to 4 Jan 2026')
  expect(rangeText({ start: '2026-07-06', end: '2026-07-06' })).toBe('6 Jul 2026')
})
