/** The retention curve against values from another program, and its invariants. */
import { assert, constantFrom, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moistureOfTension, tensionBand, waterAtTension } from './retention-curve.ts'
import { SOIL_TEXTURES, type SoilTexture, textureLimits } from './soil-texture.ts'

/** m3/m3 at 1, 10, 33, 100 and 1500 kPa: the formula in decimals of forty digits, rounded to five. */
const WATER: Record<SoilTexture, number[]> = {
  sand: [0.21031, 0.04917, 0.04556, 0.04509, 0.045],
  loamy_sand: [0.25881, 0.0707, 0.05998, 0.05772, 0.05702],
  sandy_loam: [0.34131, 0.12087, 0.08448, 0.07227, 0.06565],
  loam: [0.40677, 0.24056, 0.16445, 0.12474, 0.08827],
  silt_loam: [0.43892, 0.32816, 0.23895, 0.17779, 0.10365],
  silt: [0.45088, 0.35191, 0.25672, 0.18474, 0.08966],
  silt_clay_loam: [0.42629, 0.38787, 0.33736, 0.28682, 0.19619],
  silty_clay: [0.35909, 0.35076, 0.33666, 0.31724, 0.26614],
  clay: [0.37838, 0.36521, 0.34659, 0.32424, 0.27034],
}
/** kPa at half of the available water, found by bisection of the same. */
const HALF: Record<SoilTexture, number> = {
  sand: 15.108,
  loamy_sand: 17.181,
  sandy_loam: 69.351,
  loam: 94.084,
  silt_loam: 116.092,
  silt: 124.54,
  silt_clay_loam: 162.358,
  silty_clay: 226.527,
  clay: 212.731,
}

describe('the retention curve', () => {
  it.each(SOIL_TEXTURES)('of %s is that of Carsel and Parrish', (texture) => {
    for (const [i, kPa] of [1, 10, 33, 100, 1500].entries())
      expect(waterAtTension(texture, kPa)).toBeCloseTo(WATER[texture][i] ?? Number.NaN, 5)
    expect(tensionBand(texture, 0.5).refill).toBeCloseTo(HALF[texture], 2)
  })

  it('is full at field capacity and empty at the wilting point, whatever the limits of the soil', () => {
    for (const texture of SOIL_TEXTURES) {
      const limits = textureLimits(texture)
      const { full } = tensionBand(texture, 0.5)
      expect(moistureOfTension(texture, full, limits)).toBeCloseTo(limits.fieldCapacity, 9)
      expect(moistureOfTension(texture, 1500, limits)).toBeCloseTo(limits.wiltingPoint, 9)
    }
  })

  it('only falls with tension, stays a water content, and agrees with its bands', () => {
    const kPa = double({ min: 0, max: 3000, noNaN: true })
    const share = double({ min: 0.01, max: 0.99, noNaN: true })
    assert(
      property(constantFrom(...SOIL_TEXTURES), kPa, kPa, share, (texture, first, second, left) => {
        const limits = textureLimits(texture)
        const water = (tension: number) => moistureOfTension(texture, tension, limits)
        const [wetter, drier] = [Math.min(first, second), Math.max(first, second)]
        expect(water(wetter)).toBeGreaterThanOrEqual(water(drier))
        expect(water(drier)).toBeGreaterThanOrEqual(0)
        expect(water(wetter)).toBeLessThanOrEqual(0.6)
        const { refill } = tensionBand(texture, left)
        const theta = limits.wiltingPoint + left * (limits.fieldCapacity - limits.wiltingPoint)
        expect(water(refill)).toBeCloseTo(theta, 6)
      }),
    )
  })

  it('takes no tension below zero', () => {
    expect(() => waterAtTension('loam', -1)).toThrow('tension -1')
    expect(() => waterAtTension('loam', Number.NaN)).toThrow('tension NaN')
  })
})
