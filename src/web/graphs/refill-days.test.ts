/** Days to refill for lines with a known answer. */
import { describe, expect, it } from 'vitest'
import { refillForecast } from './refill-days.ts'

const DAY = 86_400
const HOUR = 3600

/** Readings every hour over some days. */
function line(days: number, theta: (day: number) => number | null) {
  const times = Array.from({ length: days * 24 + 1 }, (_, i) => 1_780_000_000 + i * HOUR)
  return { times, values: times.map((time) => theta((time - 1_780_000_000) / DAY)) }
}

describe('days to refill', () => {
  it('follow the straight line of steady drying', () => {
    // 0.24 after five days, falling by 0.01 a day: 0.20 in four days
    const forecast = refillForecast(
      line(5, (day) => 0.29 - 0.01 * day),
      0.3,
      0.2,
    )
    expect(forecast).toMatchObject({ kind: 'days', since: 1_780_000_000 })
    expect('days' in forecast && forecast.days).toBeCloseTo(4, 6)
    expect('perDay' in forecast && forecast.perDay).toBeCloseTo(0.01, 8)
  })

  it('use only the drying since the last water', () => {
    // rain on day 4 lifts it to 0.28; since then 0.02 a day
    const forecast = refillForecast(
      line(7, (day) => (day < 4 ? 0.26 - 0.01 * day : 0.28 - 0.02 * (day - 4))),
      0.3,
      0.2,
    )
    // 0.22 at the end: one day
    expect('days' in forecast && forecast.days).toBeCloseTo(1, 6)
    expect('since' in forecast && forecast.since).toBe(1_780_000_000 + 4 * DAY)
  })

  it('ignore drainage above field capacity once there is a day below it', () => {
    const forecast = refillForecast(
      line(5, (day) => (day < 2 ? 0.36 - 0.03 * day : 0.3 - 0.01 * (day - 2))),
      0.3,
      0.2,
    )
    // 0.27 at the end, falling by 0.01 a day
    expect('days' in forecast && forecast.days).toBeCloseTo(7, 1)
  })

  it('tolerate daily cycles', () => {
    const wave = (day: number) => 0.29 - 0.01 * day + 0.001 * Math.sin(2 * Math.PI * day)
    const forecast = refillForecast(line(6, wave), 0.3, 0.2)
    expect('days' in forecast && forecast.days).toBeGreaterThan(2.5)
    expect('days' in forecast && forecast.days).toBeLessThan(3.5)
  })

  it('are not given where they are not known', () => {
    expect(
      refillForecast(
        line(5, () => null),
        0.3,
        0.2,
      ),
    ).toEqual({ kind: 'none' })
    expect(refillForecast({ times: [], values: [] }, 0.3, 0.2)).toEqual({ kind: 'none' })
    expect(
      refillForecast(
        line(5, (day) => 0.21 - 0.01 * day),
        0.3,
        0.2,
      ),
    ).toEqual({ kind: 'reached' })
    const wetter = line(5, (day) => 0.21 + 0.01 * day)
    expect(refillForecast(wetter, 0.3, 0.2)).toEqual({ kind: 'short' })
    const still = line(5, () => 0.25)
    expect(refillForecast(still, 0.3, 0.2)).toMatchObject({ kind: 'steady' })
    const rained = line(5, (day) => (day < 4.5 ? 0.25 - 0.005 * day : 0.29))
    expect(refillForecast(rained, 0.3, 0.2)).toEqual({ kind: 'short' })
  })

  it('are `steady` if the fall is within sensor drift, and `far` beyond what a forecast can tell', () => {
    expect(
      refillForecast(
        line(5, (day) => 0.25 - 0.0001 * day),
        0.3,
        0.2,
      ),
    ).toMatchObject({ kind: 'steady' })
    // 0.05 above refill, 0.0007 a day: 71 days
    expect(
      refillForecast(
        line(5, (day) => 0.2535 - 0.0007 * day),
        0.3,
        0.2,
      ),
    ).toMatchObject({ kind: 'far' })
  })
})
