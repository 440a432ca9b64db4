/** Radiation against the worked examples of FAO-56, and at the poles and at night. */
import { describe, expect, it } from 'vitest'
import {
  clearSkyRadiation,
  cloudiness,
  daylightHours,
  extraterrestrialRadiation,
  netRadiation,
  radiationFromSunshine,
  radiationFromTemperatures,
  sunHour,
} from './solar-radiation.ts'

describe('the worked examples of FAO-56', () => {
  it('8 and 9: 3 September at 20 degrees south', () => {
    expect(extraterrestrialRadiation(-20, 246)).toBeCloseTo(32.2, 1)
    expect(daylightHours(-20, 246)).toBeCloseTo(11.7, 1)
  })

  it('10: Rio de Janeiro in May with 7.1 h of sun', () => {
    expect(radiationFromSunshine(7.1, -22.9, 135)).toBeCloseTo(14.5, 1)
  })

  it('15: Lyon in July from temperatures, under a clear sky of its own', () => {
    const above = extraterrestrialRadiation(45 + 43 / 60, 196)
    expect(above).toBeCloseTo(40.6, 1)
    expect(radiationFromTemperatures(26.6, 14.8, clearSkyRadiation(above, 200), above)).toBeCloseTo(22.3, 1)
  })

  it('18: net radiation of Uccle, 6 July', () => {
    const clear = clearSkyRadiation(extraterrestrialRadiation(50.8, 187), 100)
    expect(clear).toBeCloseTo(30.9, 1)
    expect(netRadiation(22.07, cloudiness(22.07, clear), 1.409, [21.5, 12.3], 24)).toBeCloseTo(13.28, 1)
  })
})

describe('an hour of sun', () => {
  // Fallon, Nevada, 1 July 2015, 18 to 19 h UTC: Ra of RefET (Desert Research Institute)
  const fallon = {
    latitude: 39.4575,
    longitude: -118.77388,
    elevationM: 1208.5,
    dayOfYear: 182,
    vapourPressureKpa: 1.199,
  }

  it('is that of another program', () => {
    expect(sunHour({ ...fallon, middleUtcHour: 18.5 }).extraterrestrial).toBeCloseTo(4.308, 2)
  })

  it('sums to the day, wherever the day of universal time is cut', () => {
    let sum = 0
    for (let hour = 0; hour < 24; hour += 1) {
      sum += sunHour({ ...fallon, middleUtcHour: hour + 0.5 }).extraterrestrial
    }
    // whole hours whose middle is before sunrise count nothing
    const day = extraterrestrialRadiation(fallon.latitude, 182)
    expect(Math.abs(sum / day - 1)).toBeLessThan(0.005)
  })

  it('says nothing of the sky while the sun is low', () => {
    const night = sunHour({ ...fallon, middleUtcHour: 8.5 })
    expect(night.extraterrestrial).toBe(0)
    expect(night.clearSky).toBe(0)
    expect(night.sunAngle).toBeLessThan(0)
  })
})

it('knows polar night and midnight sun', () => {
  expect(daylightHours(80, 355)).toBe(0)
  expect(daylightHours(80, 172)).toBe(24)
  expect(extraterrestrialRadiation(80, 355)).toBeCloseTo(0, 9)
  expect(radiationFromSunshine(0, 80, 355)).toBeCloseTo(0, 9)
  expect(cloudiness(0, 0)).toBe(1)
})
