/** Presets against the table of FAO-56, and the water between them. */
import { describe, expect, it } from 'vitest'
import { availableWaterPercent, SOIL_TEXTURES, textureLimits } from './soil-texture.ts'

describe('presets', () => {
  // Midpoints worked out by hand from FAO-56 Table 19.
  it.each([
    ['sand', 0.12, 0.045],
    ['loamy_sand', 0.15, 0.065],
    ['sandy_loam', 0.23, 0.11],
    ['loam', 0.25, 0.12],
    ['silt_loam', 0.29, 0.15],
    ['silt', 0.32, 0.17],
    ['silt_clay_loam', 0.335, 0.205],
    ['silty_clay', 0.36, 0.23],
    ['clay', 0.36, 0.22],
  ] as const)('%s holds %f to %f', (texture, fieldCapacity, wiltingPoint) => {
    expect(textureLimits(texture)).toEqual({ fieldCapacity, wiltingPoint })
  })

  it('are nine', () => {
    expect(new Set(SOIL_TEXTURES).size).toBe(9)
  })
})

describe('available water', () => {
  it.each([
    [0.1, 0],
    [0.2, 50],
    [0.3, 100],
    [0.05, -25],
    [0.4, 150],
  ])('%f m3/m3 between 0.1 and 0.3 is %f %%', (theta, percent) => {
    expect(availableWaterPercent(theta, { fieldCapacity: 0.3, wiltingPoint: 0.1 })).toBeCloseTo(percent, 9)
  })

  it('is refused for a soil that holds nothing', () => {
    expect(() => availableWaterPercent(0.2, { fieldCapacity: 0.1, wiltingPoint: 0.1 })).toThrow(RangeError)
    expect(() => availableWaterPercent(Number.NaN, { fieldCapacity: 0.3, wiltingPoint: 0.1 })).toThrow(
      RangeError,
    )
  })
})
