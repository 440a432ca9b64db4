/** Hours become days where the system stands, nothing is made up where an hour is missing, and the gauge comes first. */
import { describe, expect, it } from 'vitest'
import { dayReader } from '../readings/zone-days.ts'
import { daysOfHours, rainOf } from './weather.rules.ts'

const HOUR_MS = 3_600_000
const place = { latitude: 49.7, elevationM: 910 }
const edmonton = dayReader('America/Edmonton')

/** Hours that end from one past `from` on, each 15 deg C and 1 mm unless said otherwise. */
function hours(
  from: string,
  count: number,
  change: (i: number) => Record<string, number | null> = () => ({}),
) {
  return Array.from({ length: count }, (_, i) => ({
    at: new Date(Date.parse(from) + (i + 1) * HOUR_MS),
    temperatureC: 15,
    dewPointC: 8,
    windMS: 3,
    radiationWM2: 250,
    rainMm: 1,
    rainChancePct: 10,
    ...change(i),
  }))
}
const later = new Date('2026-08-01T00:00:00Z')

describe('a day', () => {
  it('ends with the hour of midnight, where the system stands', () => {
    // midnight of summer in Alberta is 06:00Z; the hour that ends there is yesterday's
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

  it('is whole or not there, also when clocks change', () => {
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

  it('does not add up what is not known', () => {
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
    // a missing dew point is estimated, so that the ET is there
    expect(without('dewPointC')).toMatchObject({ etMethod: 'penman-monteith' })
  })

  it('is a forecast until its last hour was over when it was fetched', () => {
    const day = hours('2026-07-01T06:00:00Z', 24)
    const at = (fetched: string) => daysOfHours(day, edmonton, place, new Date(fetched))[0]?.forecast
    expect([at('2026-07-02T05:59:00Z'), at('2026-07-02T06:00:00Z')]).toEqual([true, false])
  })
})

describe('rain', () => {
  it('is the gauge’s, else the model’s, else not known', () => {
    expect(rainOf(27, 6, null)).toEqual({
      used_mm: 27,
      used: 'gauge',
      chosen: false,
      gauge_mm: 27,
      model_mm: 6,
    })
    expect(rainOf(null, 6, null)).toMatchObject({ used_mm: 6, used: 'model' })
    expect(rainOf(0, 6, null)).toMatchObject({ used_mm: 0, used: 'gauge' })
    expect(rainOf(null, null, null)).toMatchObject({ used_mm: null, used: null })
  })

  it('is what somebody chose, where there is any', () => {
    expect(rainOf(27, 6, 'model')).toMatchObject({ used_mm: 6, used: 'model', chosen: true })
    expect(rainOf(27, 6, 'gauge')).toMatchObject({ used: 'gauge', chosen: false })
    expect(rainOf(27, null, 'model')).toMatchObject({ used_mm: 27, used: 'gauge', chosen: false })
  })
})
