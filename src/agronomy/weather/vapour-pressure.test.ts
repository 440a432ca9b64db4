/** Vapour pressure, pressure and wind are those of the worked examples of FAO-56. */
import { describe, expect, it } from 'vitest'
import {
  actualVapourPressure,
  airPressure,
  leastHumidity,
  psychrometricConstant,
  saturationVapourPressure,
  vapourPressureSlope,
  windAtTwoMetres,
} from './vapour-pressure.ts'

describe('the worked examples of FAO-56', () => {
  it('2: at 1,800 m', () => {
    expect(airPressure(1800)).toBeCloseTo(81.8, 1)
    expect(psychrometricConstant(1800)).toBeCloseTo(0.054, 3)
  })

  it('3: at 24.5 and 15 deg C', () => {
    expect(saturationVapourPressure(24.5)).toBeCloseTo(3.075, 3)
    expect(saturationVapourPressure(15)).toBeCloseTo(1.705, 3)
  })

  it('5: from both relative humidities', () => {
    expect(actualVapourPressure({ humidityMaxPct: 82, humidityMinPct: 54 }, 25, 18)).toBeCloseTo(1.7, 2)
  })

  it('14: wind of 3.2 m/s at 10 m', () => {
    expect(windAtTwoMetres(3.2, 10)).toBeCloseTo(2.4, 1)
    // the factor that weather services' 10 m winds are multiplied by
    expect(windAtTwoMetres(1, 10)).toBeCloseTo(0.748, 3)
  })

  it('17: slope at 30.2 deg C', () => {
    expect(vapourPressureSlope(30.2)).toBeCloseTo(0.246, 3)
  })
})

describe('what is known of humidity', () => {
  const all = { vapourPressureKpa: 1.1, dewPointC: 10, humidityMaxPct: 80, humidityMinPct: 40 }

  it('counts in the order of what is measured best', () => {
    expect(actualVapourPressure(all, 30, 15)).toBe(1.1)
    // e(10) = 1.228 kPa by Table 2.3 of FAO-56
    expect(actualVapourPressure({ ...all, vapourPressureKpa: null }, 30, 15)).toBeCloseTo(1.228, 3)
    // e(15) x 80 % and e(30) x 40 %: 1.705 x 0.8 = 1.364, 4.243 x 0.4 = 1.697
    expect(actualVapourPressure({ humidityMaxPct: 80 }, 30, 15)).toBeCloseTo(1.364, 3)
    expect(actualVapourPressure({ humidityMinPct: 40 }, 30, 15)).toBeCloseTo(1.697, 3)
    expect(actualVapourPressure({}, 30, 15)).toBeNull()
  })

  it('gives the least humidity of a day, measured, from the dew point, or from the night', () => {
    expect(leastHumidity(all, 30, 15)).toBe(40)
    // 1.228 / 4.243
    expect(leastHumidity({ dewPointC: 10 }, 30, 15)).toBeCloseTo(28.9, 1)
    expect(leastHumidity({}, 30, 15)).toBeCloseTo(100 * (1.705 / 4.243), 1)
    expect(leastHumidity({ dewPointC: 40 }, 30, 15)).toBe(100)
  })

  it('needs a wind sensor above the grass', () => {
    expect(() => windAtTwoMetres(2, 0)).toThrow(RangeError)
  })
})
