/** The viridis ramp against independent entries of the published table, and its limits. */
import { describe, expect, it } from 'vitest'
import { hexColour, moistureColourLimits, moistureRamp, rampIndex } from './colour-ramp.ts'
import { SOIL_TEXTURES, textureLimits } from '../soil/soil-texture.ts'

describe('the ramp', () => {
  // Entry of viridis in the published table of 256, dark to light.
  it.each([
    [0, '440154'],
    [8, '470d60'],
    [64, '3b528b'],
    [128, '21918c'],
    [146, '1fa187'],
    [192, '5ec962'],
    [246, 'e7e419'],
    [255, 'fde725'],
  ])('is viridis reversed: entry %i is %s', (entry, published) => {
    const colour = moistureRamp(256)[255 - entry] ?? [0, 0, 0]
    const channels = [0, 2, 4].map((offset) => Number.parseInt(published.slice(offset, offset + 2), 16))
    colour.forEach((channel, i) => expect(Math.abs(channel - (channels[i] ?? 0))).toBeLessThanOrEqual(1))
  })

  it('darkens steadily as the soil gets wetter', () => {
    const light = moistureRamp(128).map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    expect(light.every((value, i) => i === 0 || value <= (light[i - 1] ?? 0))).toBe(true)
    expect(light).toHaveLength(128)
  })

  it('is written for style sheets with leading zeros', () => {
    expect(hexColour([0, 9, 255])).toBe('#0009ff')
  })
})

describe('the colour of a value', () => {
  const limits = { low: 0.1, high: 0.3 }

  it.each([
    [-Infinity, 0],
    [0.05, 0],
    [0.1, 0],
    [0.149, 0],
    [0.151, 1],
    [0.299, 3],
    [0.3, 3],
    [0.6, 3],
  ])('%f is number %i of four', (value, index) => {
    expect(rampIndex(value, limits, 4)).toBe(index)
  })

  it('is refused for invalid values', () => {
    expect(() => rampIndex(Number.NaN, limits, 4)).toThrow(RangeError)
    expect(() => rampIndex(0.2, { low: 0.3, high: 0.3 }, 4)).toThrow(RangeError)
    expect(() => moistureRamp(257)).toThrow(RangeError)
    expect(() => moistureRamp(1)).toThrow(RangeError)
  })
})

describe('limits', () => {
  it.each([
    ['sand', 0, 0.17],
    ['loam', 0.07, 0.3],
    ['clay', 0.17, 0.41],
    // Wilting point 0.205 - 0.05 = 0.155 and field capacity 0.335 + 0.05 = 0.385, halves up.
    ['silt_clay_loam', 0.16, 0.39],
  ] as const)('of %s are %f to %f', (texture, low, high) => {
    expect(moistureColourLimits(textureLimits(texture))).toEqual({ low, high })
  })

  it('include every soil within valid moisture', () => {
    for (const texture of SOIL_TEXTURES) {
      const { low, high } = moistureColourLimits(textureLimits(texture))
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeGreaterThan(low)
    }
    expect(moistureColourLimits({ fieldCapacity: 0.59, wiltingPoint: 0.2 }).high).toBe(0.6)
    expect(() => moistureColourLimits({ fieldCapacity: 0.2, wiltingPoint: 0.2 })).toThrow(RangeError)
  })
})
