/** Hours are aggregated to local days, and nothing is invented if an hour or an instrument is missing. */
import { describe, expect, it } from 'vitest'
import { dayReader } from '../readings/zone-days.ts'
import { daysOfHours, storedDay, type WeatherHour } from './weather.rules.ts'

const HOUR_MS = 3_600_000
const place = { latitude: 49.7, elevationM: 910, windHeightM: 10 }
const edmonton = dayReader('America/Edmonton')

/** Hours that end from one after `from` on, each 15 deg C and 1 mm by default. */
function hours(
  from: string,
  count: number,
  change: (i: number) => Partial<WeatherHour> = () => ({}),
): WeatherHour[] {
  return Array.from({ length: count }, (_, i) => ({
    at: new Date(Date.parse(from) + (i + 1) * HOUR_MS),
    temperatureC: 15,
    dewPointC: 8,
    humidityPct: null,
    sourceEtMm: null,
    windMS: 3,
    radiationWM2: 250,
    rainMm: 1,
    rainChancePct: 10,
    ...change(i),
  }))
}
const later = new Date('2026-08-01T00:00:00Z')

describe('a day', () => {
  it('ends with the hour of local midnight', () => {
    // midnight of summer in Alberta is 06:00Z; the hour that ends then belongs to the day before
    const found = daysOfHours(
      hours('2026-07-01T06:00:00Z', 48, (i) => ({
        rainMm: i === 23 ? 7 : 0,
        temperatureC: i === 24 ? 30 : 15,
      })),
      edmonton,
      place,
      later,
    )
    expect(found.map(({ day, rainMm, maxC }) => [day, rainMm, maxC])).toEqual([
      ['2026-07-01', 7, 15],
      ['2026-07-02', 0, 30],
    ])
  })

  it('has the reference ET of its means: wind from 10 m, radiation from watts', () => {
    const [day] = daysOfHours(
      hours('2026-07-01T06:00:00Z', 24, (i) => ({ temperatureC: i < 12 ? 12 : 26, dewPointC: 8 })),
      edmonton,
      place,
      later,
    )
    // FAO-56 Eq. 6 by another program: 21.6 MJ, u2 = 2.24 m/s, J = 182
    expect(day).toMatchObject({ etMethod: 'penman-monteith', maxC: 26, minC: 12 })
    expect(day?.referenceEtMm).toBeCloseTo(5.16, 2)
  })

  it('is complete or missing, also when clocks change', () => {
    expect(daysOfHours(hours('2026-07-01T06:00:00Z', 22), edmonton, place, later)).toEqual([])
    // in Chicago 8 March 2026 has 23 hours, 1 November 25
    const chicago = dayReader('America/Chicago')
    expect(daysOfHours(hours('2026-03-08T06:00:00Z', 23), chicago, place, later)).toMatchObject([
      { day: '2026-03-08', rainMm: 23 },
    ])
    expect(daysOfHours(hours('2026-11-01T05:00:00Z', 25), chicago, place, later)).toMatchObject([
      { day: '2026-11-01', rainMm: 25 },
    ])
  })

  it('has no sum if an hour is unknown', () => {
    const without = (name: string) =>
      daysOfHours(
        hours('2026-07-01T06:00:00Z', 24, (i) => (i === 5 ? { [name]: null } : {})),
        edmonton,
        place,
        later,
      )[0]
    expect(without('rainMm')).toMatchObject({ rainMm: null, maxC: 15 })
    expect(without('temperatureC')).toMatchObject({
      rainMm: 24,
      maxC: null,
      referenceEtMm: null,
      etMethod: null,
    })
    // a missing dew point is estimated, so the ET is known
    expect(without('dewPointC')).toMatchObject({ etMethod: 'penman-monteith' })
  })

  it('is a forecast unless its last hour was over when it was fetched', () => {
    const day = hours('2026-07-01T06:00:00Z', 24)
    const at = (fetched: string) => daysOfHours(day, edmonton, place, new Date(fetched))[0]?.forecast
    expect([at('2026-07-02T05:59:00Z'), at('2026-07-02T06:00:00Z')]).toEqual([true, false])
  })
})

describe('a station’s day', () => {
  const day = { day: '2026-07-06', maxC: 21.5, minC: 12.3, windMS: 2.78, radiationMj: 22.07, rainMm: 0.3 }
  const uccle = { latitude: 50.8, elevationM: 100, windHeightM: 10 }

  it('has the reference ET of Example 18 of FAO-56, with wind at 2 m and the minimum humidity', () => {
    // 6 July: J 187; 3.88 mm, u2 = 2.08 m/s
    const stored = storedDay({ ...day, humidityMaxPct: 84, humidityMinPct: 63 }, uccle)
    expect(stored).toMatchObject({ leastHumidityPct: 63, rainMm: 0.3, etEstimated: [], forecast: false })
    expect(stored.referenceEtMm).toBeCloseTo(3.88, 2)
    expect(stored.windMS).toBeCloseTo(2.08, 2)
  })

  it('reports what was not measured, and has no humidity then', () => {
    const bare = { ...day, windMS: null, radiationMj: null }
    expect(storedDay(bare, uccle)).toMatchObject({
      etMethod: 'hargreaves',
      etEstimated: ['humidity', 'radiation', 'wind'],
      leastHumidityPct: null,
      windMS: null,
    })
    expect(storedDay({ ...bare, maxC: null }, uccle)).toMatchObject({ referenceEtMm: null, etMethod: null })
  })
})
