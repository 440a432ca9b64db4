/** Reference ET against FAO-56 and other programs, by day and by hour, with a note of what was estimated. */
import { describe, expect, it } from 'vitest'
import { dailyReferenceEt, hargreavesEt, hourlyReferenceEt } from './reference-et.ts'

const LYON = { latitude: 45 + 43 / 60, elevationM: 200, windHeightM: 2 }
const july = { dayOfYear: 196, maxC: 26.6, minC: 14.8 }

describe('a day', () => {
  it('is 5.72 mm of the mean of a month in Example 17 of FAO-56, with the heat that the soil takes up', () => {
    const bangkok = { latitude: 13 + 44 / 60, elevationM: 2, windHeightM: 2 }
    const april = {
      dayOfYear: 105,
      maxC: 34.8,
      minC: 25.6,
      vapourPressureKpa: 2.85,
      windMS: 2,
      sunshineHours: 8.5,
      soilHeatMj: 0.14 * (30.2 - 29.2),
    }
    expect(dailyReferenceEt('short', bangkok, april)).toMatchObject({ mm: expect.closeTo(5.72, 2) })
  })

  it('is 3.88 mm in Example 18 of FAO-56, also from its 9.25 h of sunshine', () => {
    const uccle = { latitude: 50.8, elevationM: 100, windHeightM: 10 }
    const day = {
      dayOfYear: 187,
      maxC: 21.5,
      minC: 12.3,
      humidityMaxPct: 84,
      humidityMinPct: 63,
      windMS: 2.78,
      sunshineHours: 9.25,
    }
    expect(dailyReferenceEt('short', uccle, day)).toEqual({
      mm: expect.closeTo(3.88, 2),
      method: 'penman-monteith',
      estimated: [],
    })
  })

  it('stands on estimates where instruments are missing, and says on which (Example 20)', () => {
    expect(dailyReferenceEt('short', LYON, { ...july, windMS: 2 })).toEqual({
      mm: expect.closeTo(4.56, 1),
      method: 'penman-monteith',
      estimated: ['humidity', 'radiation'],
    })
    const still = dailyReferenceEt('short', LYON, { ...july, dewPointC: 14.8 })
    expect(still).toEqual({
      mm: expect.closeTo(4.56, 1),
      method: 'penman-monteith',
      estimated: ['radiation', 'wind'],
    })
  })

  it('is Hargreaves from temperatures alone: 5.0 mm (Example 20), for the tall crop the estimates', () => {
    expect(dailyReferenceEt('short', LYON, july)).toEqual({
      mm: expect.closeTo(5, 1),
      method: 'hargreaves',
      estimated: ['humidity', 'radiation', 'wind'],
    })
    expect(dailyReferenceEt('tall', LYON, july)).toMatchObject({ method: 'penman-monteith' })
    expect(hargreavesEt(-20, -30, 50, 15)).toBe(0)
  })

  it('has no value without temperatures, and refuses what cannot be', () => {
    expect(dailyReferenceEt('short', LYON, { ...july, maxC: null })).toEqual({ reason: 'no temperature' })
    expect(() => dailyReferenceEt('short', LYON, { ...july, minC: 30 })).toThrow(RangeError)
    expect(() => dailyReferenceEt('short', LYON, { ...july, windMS: Number.NaN })).toThrow(RangeError)
  })
})

describe('hours', () => {
  // Fallon, Nevada, 1 July 2015, 18 to 19 h UTC, with the ET of RefET (Desert Research Institute) in ASCE form
  const fallon = { latitude: 39.4575, longitude: -118.77388, elevationM: 1208.5, windHeightM: 3 }
  const noon = {
    dayOfYear: 182,
    middleUtcHour: 18.5,
    temperatureC: (91.8 - 32) / 1.8,
    vapourPressureKpa: 1.19901,
    radiationMj: 61.16 * 0.041868,
    windMS: 3.33 * 0.44704,
  }

  it('are those of another program', () => {
    expect(hourlyReferenceEt('short', fallon, [noon])[0]).toBeCloseTo(0.60635, 3)
    expect(hourlyReferenceEt('tall', fallon, [noon])[0]).toBeCloseTo(0.7197, 3)
  })

  it('take the sky of the last hour of daylight into the night', () => {
    const night = { ...noon, middleUtcHour: 30.5 - 24, dayOfYear: 183, radiationMj: 0, temperatureC: 15 }
    const dim = { ...noon, radiationMj: 1 }
    const [, afterBright = 0] = hourlyReferenceEt('short', fallon, [noon, night])
    const [, afterDim = 0] = hourlyReferenceEt('short', fallon, [dim, night])
    // clouds keep warmth in: less is lost, more may evaporate
    expect(afterDim).toBeGreaterThan(afterBright)
    const [before = 0] = hourlyReferenceEt('short', fallon, [{ ...night, dayOfYear: 182 }, dim])
    expect(before).toBeGreaterThan(afterBright)
  })

  it('refuse an hour without humidity', () => {
    expect(() => hourlyReferenceEt('short', fallon, [{ ...noon, vapourPressureKpa: null }])).toThrow(
      RangeError,
    )
  })
})
