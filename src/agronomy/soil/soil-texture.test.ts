/** Presets against the table of FAO-56, classes on both sides of each edge. */
import { describe, expect, it } from 'vitest'
import { availableWaterPercent, moistureClass, SOIL_TEXTURES, textureLimits } from './soil-texture.ts'

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

describe('classes', () => {
  const soil = { fieldCapacity: 0.3, wiltingPoint: 0.1 }
  /** Moisture at a per cent of available water. */
  const at = (percent: number) => 0.1 + percent * 0.002

  it.each([
    [70, 39.9, 'very dry'],
    [70, 40, 'dry'],
    [70, 59.9, 'dry'],
    [70, 60, 'on target'],
    [70, 80, 'on target'],
    [70, 80.1, 'wet'],
    [70, 100, 'wet'],
    [70, 100.1, 'very wet'],
    [100, 100, 'on target'],
    [100, 105, 'very wet'],
    [20, -5, 'dry'],
    [20, -11, 'very dry'],
    [20, 31, 'wet'],
    [null, 59, 'dry'],
    [null, 60, 'on target'],
  ] as const)('target %s: %f %% is %s', (target, percent, name) => {
    expect(moistureClass(at(percent), soil, target)).toBe(name)
  })

  it('are refused for a soil that holds nothing', () => {
    expect(() => moistureClass(0.2, { fieldCapacity: 0.1, wiltingPoint: 0.1 })).toThrow(RangeError)
    expect(() => availableWaterPercent(Number.NaN, soil)).toThrow(RangeError)
    expect(() => moistureClass(0.2, soil, Number.NaN)).toThrow(RangeError)
  })
})
