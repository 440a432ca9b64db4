/** Crop stages, coefficients and growing degrees against FAO-56's figures and hand calculations. */
import { describe, expect, it } from 'vitest'
import {
  climateAdjustment,
  basalCoefficient,
  basalInClimate,
  growingDegrees,
  growthFraction,
  stagesInDegrees,
} from './crop-season.ts'
import { CROP_KEYS } from './crop-keys.ts'
import { cropOf, stagesByDegrees } from './crops.ts'

const corn = { initial: 0.15, mid: 1.15, end: 0.5, stages: [30, 40, 50, 30] as const }

describe('the curve', () => {
  it('is level, rises, is level, falls and stays', () => {
    const at = (day: number) => basalCoefficient(corn, day)
    expect([0, 30, 31, 70, 71, 120, 135, 150, 400].map(at)).toEqual(
      [0.15, 0.15, 0.175, 1.15, 1.15, 1.15, 0.825, 0.5, 0.5].map((value) => expect.closeTo(value, 12)),
    )
    expect(at(-10)).toBe(0.15)
  })

  it('lets roots grow up to mid season and never back', () => {
    expect([0, 50, 70, 140].map((day) => growthFraction(corn, day))).toEqual([0, 0.5, 1, 1])
    expect(growthFraction({ ...corn, stages: [0, 0, 50, 30] }, 1)).toBe(1)
  })

  it('accepts stages of zero days', () => {
    expect(basalCoefficient({ ...corn, stages: [0, 0, 10, 0] }, 5)).toBe(1.15)
    expect(basalCoefficient({ ...corn, stages: [0, 0, 10, 0] }, 11)).toBe(0.5)
  })
})

describe('climate', () => {
  it('moves 1.20 to 1.07 at Taipei and 1.30 at Mocha (FAO-56 Example 28)', () => {
    expect(basalInClimate(1.2, 1.3, 75, 2)).toBeCloseTo(1.07, 2)
    expect(basalInClimate(1.2, 4.6, 44, 2)).toBeCloseTo(1.3, 2)
    expect(basalInClimate(0.25, 4.6, 44, 2)).toBe(0.25)
  })

  it('is clamped to the range in which the formula was fitted', () => {
    expect(climateAdjustment(20, 45, 3)).toBeCloseTo(0.16, 12)
    expect(climateAdjustment(2, 5, 3)).toBeCloseTo(0.1, 12)
  })
})

describe('growing degrees', () => {
  it('clamp both temperatures to the limits', () => {
    const corn = { baseC: 10, upperC: 30 }
    expect(growingDegrees(25, 15, corn)).toBe(10)
    expect(growingDegrees(8, 2, corn)).toBe(0)
    expect(growingDegrees(40, 32, corn)).toBe(20)
    expect(() => growingDegrees(20, 10, { baseC: 10, upperC: 10 })).toThrow(RangeError)
  })

  it('convert days to degrees by a typical season', () => {
    expect(stagesInDegrees([1, 2, 1, 0], [10, 11, 12, 13])).toEqual([10, 23, 13, 0])
    expect(() => stagesInDegrees([1, 1, 1, 1], [])).toThrow(RangeError)
  })
})

describe('the crops', () => {
  it.each(CROP_KEYS)('%s is possible', (key) => {
    const { basal, stageDays, heightMaxM, rootMinM, rootMaxM, depletionFraction, degrees } = cropOf(key)
    const season = stageDays.reduce((sum, days) => sum + days, 0)
    expect(season).toBeGreaterThanOrEqual(75)
    expect(season).toBeLessThanOrEqual(200)
    expect(basal.mid).toBeGreaterThan(basal.initial)
    expect(basal.mid).toBeLessThanOrEqual(1.2)
    expect(rootMaxM).toBeGreaterThanOrEqual(rootMinM)
    expect(heightMaxM).toBeGreaterThan(0)
    expect(depletionFraction).toBeGreaterThanOrEqual(0.3)
    expect(depletionFraction).toBeLessThanOrEqual(0.65)
    expect(degrees.upperC).toBeGreaterThan(degrees.baseC)
  })

  it('have the figures of the tables', () => {
    expect(cropOf('corn-grain')).toMatchObject({
      // dried in the field
      basal: { initial: 0.15, mid: 1.15, end: 0.15 },
      stageDays: [30, 40, 50, 50],
      heightMaxM: 2,
      rootMaxM: 1,
      depletionFraction: 0.55,
      from: 'planting',
    })
    expect(cropOf('potatoes')).toMatchObject({
      basal: { initial: 0.15, mid: 1.1, end: 0.65 },
      stageDays: [25, 30, 45, 30],
      rootMaxM: 0.4,
      depletionFraction: 0.35,
    })
    expect(cropOf('alfalfa-hay').from).toBe('green-up')
    // note 10 of Table 12: the greater of the range of oil crops is that of dense, irrigated stands
    expect((['canola', 'safflower', 'sunflowers'] as const).map((key) => cropOf(key).basal.mid)).toEqual([
      1.1, 1.1, 1.1,
    ])
    // note 13: the greater of the range of wheat is that of grain cut by hand
    expect((['spring-wheat', 'durum', 'winter-wheat'] as const).map((key) => cropOf(key).basal.end)).toEqual([
      0.15, 0.15, 0.15,
    ])
  })

  it('need the degrees that seed companies and extension give', () => {
    // 86/50: 2,500 to 2,800 degree days of Fahrenheit to black layer, which falls into the last stage
    const [first, growing, full, last] = stagesByDegrees('corn-grain')
    expect(first + growing + full).toBeLessThan(2800 / 1.8)
    expect(first + growing + full + last).toBeGreaterThan(2500 / 1.8)
    // DD60: 2,200 to 2,600 to the cut of cotton
    const cotton = stagesByDegrees('cotton').reduce((sum, length) => sum + length, 0)
    expect(cotton).toBeGreaterThan(2200 / 1.8)
    expect(cotton).toBeLessThan(2650 / 1.8)
  })

  it.each(CROP_KEYS)('%s has degrees in every stage that has days', (key) => {
    expect(stagesByDegrees(key).map((degrees) => degrees > 0)).toEqual(
      cropOf(key).stageDays.map((days) => days > 0),
    )
  })
})
