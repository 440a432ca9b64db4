/** Simulated weather depends on its seed only, not on the time step. */
import { describe, expect, it } from 'vitest'
import { dailyEtMm, rainOfDay, waterBetween } from './simulated-weather.ts'

const CALGARY = { latitude: 51.06, longitude: -114.15 }
const JULY = Date.parse('2026-07-01T00:00:00Z')
const DAY = 86_400_000

describe('weather', () => {
  it('sums to the same water in days as in quarters of an hour', () => {
    const month = waterBetween(5, CALGARY, JULY, JULY + 30 * DAY)
    const parts = { rainMm: 0, etMm: 0 }
    for (let at = JULY; at < JULY + 30 * DAY; at += DAY / 96) {
      const part = waterBetween(5, CALGARY, at, at + DAY / 96)
      parts.rainMm += part.rainMm
      parts.etMm += part.etMm
    }
    expect(parts.rainMm).toBeCloseTo(month.rainMm, 6)
    expect(parts.etMm).toBeCloseTo(month.etMm, 6)
    expect(month.rainMm).toBeGreaterThan(0)
  })

  it('takes most water in local summer, north and south', () => {
    const january = Date.parse('2026-01-15T12:00:00Z')
    const july = Date.parse('2026-07-19T12:00:00Z')
    expect(dailyEtMm(july, 51)).toBeCloseTo(6.2, 1)
    expect(dailyEtMm(january, 51)).toBeLessThan(1)
    expect(dailyEtMm(january, -33)).toBeGreaterThan(6)
  })

  it('takes as much on every day of a summer that has no end', () => {
    const january = Date.parse('2026-01-15T12:00:00Z')
    expect(dailyEtMm(january, 51, true)).toBeCloseTo(6.2, 9)
    const winter = waterBetween(5, { ...CALGARY, endlessSummer: true }, january, january + 10 * DAY)
    expect(winter.etMm).toBeCloseTo(62, 6)
    const usual = waterBetween(5, CALGARY, january, january + 10 * DAY)
    expect(winter.rainMm).toBeCloseTo(0.4 * usual.rainMm, 9)
  })

  it('takes none at night over the field: 07:00 UTC is midnight at 114 degrees west', () => {
    const night = Date.parse('2026-07-19T06:00:00Z')
    expect(waterBetween(5, CALGARY, night, night + 2 * 3_600_000).etMm).toBe(0)
  })

  it('rains on some days, the same ones for the same seed', () => {
    const days = Array.from({ length: 365 }, (_, i) => 20_600 + i)
    const year = (seed: number) => days.map((day) => rainOfDay(seed, day).mm)
    expect(year(1)).toEqual(year(1))
    expect(year(1)).not.toEqual(year(2))
    const wet = year(1).filter((mm) => mm > 0).length
    expect(wet).toBeGreaterThan(30)
    expect(wet).toBeLessThan(95)
  })
})
