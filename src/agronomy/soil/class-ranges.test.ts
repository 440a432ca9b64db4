/** The legend's ranges say the same as the classes that agronomy gives to single values. */
import { describe, expect, it } from 'vitest'
import { moistureClass, SOIL_TEXTURES, textureLimits } from './soil-texture.ts'
import { classRanges } from './class-ranges.ts'

describe('ranges of the classes', () => {
  it('are those of the decision for loam and a target of 70 %', () => {
    // WP 0.12, FC 0.25: 0.12 + 0.13 x {40, 60, 80, 100} %
    expect(classRanges({ wiltingPoint: 0.12, fieldCapacity: 0.25 }, 70).map(({ to }) => to)).toEqual([
      expect.closeTo(0.172, 9),
      expect.closeTo(0.198, 9),
      expect.closeTo(0.224, 9),
      0.25,
      Infinity,
    ])
  })

  it('hold the class of every value between their ends', () => {
    for (const texture of SOIL_TEXTURES)
      for (const target of [20, 55, 70, 90, 95, 100])
        for (const { name, from, to } of classRanges(textureLimits(texture), target)) {
          const [low, high] = [Math.max(from, 0), Math.min(to, 0.6)]
          expect(moistureClass((low + high) / 2, textureLimits(texture), target)).toBe(name)
        }
  })
})
