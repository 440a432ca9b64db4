/** Moisture classes at their boundaries, and a legend that agrees with single values. */
import { describe, expect, it } from 'vitest'
import { classBounds, classIndex, classRanges, MOISTURE_CLASSES, moistureClass } from './moisture-class.ts'

describe('classes', () => {
  // Target 70: 0.5 M = 35, 0.85 M = 59.5, half-way from M to field capacity = 85.
  it.each([
    [70, 34.9, 'very dry'],
    [70, 35, 'dry'],
    [70, 59.4, 'dry'],
    [70, 59.5, 'on target'],
    [70, 85, 'on target'],
    [70, 85.1, 'wet'],
    [70, 100, 'wet'],
    [70, 100.1, 'very wet'],
    [100, 49.9, 'very dry'],
    [100, 85, 'on target'],
    [100, 100, 'on target'],
    [100, 100.1, 'very wet'],
    [20, 9.9, 'very dry'],
    [20, -300, 'very dry'],
    [20, 60, 'on target'],
    [20, 61, 'wet'],
    [null, 59, 'dry'],
    [null, 60, 'on target'],
  ] as const)('target %s: %f %% is %s', (target, percent, name) => {
    expect(moistureClass(percent / 100, target)).toBe(name)
  })

  it('have no wet where the target is field capacity', () => {
    expect(classRanges(100).map(({ name }) => name)).toEqual(['very dry', 'dry', 'on target', 'very wet'])
    expect(Array.from({ length: 400 }, (_, k) => moistureClass(k / 200, 100))).not.toContain('wet')
  })

  it('are refused for what is no share and no target', () => {
    expect(() => moistureClass(Number.NaN, 70)).toThrow(RangeError)
    expect(() => moistureClass(0.5, Number.NaN)).toThrow(RangeError)
    expect(() => classBounds(101)).toThrow(RangeError)
  })
})

describe('ranges of the classes', () => {
  it.each([null, 70])('are those of the decision for a target of %s', (target) => {
    expect(classRanges(target).map(({ to }) => to)).toEqual([
      expect.closeTo(0.35, 9),
      expect.closeTo(0.595, 9),
      expect.closeTo(0.85, 9),
      1,
      Infinity,
    ])
  })

  it.each([20, 33, 55, 70, 90, 99, 100])(
    'hold the class of every value between their ends under %s',
    (target) => {
      for (const { name, from, to } of classRanges(target)) {
        const middle = (Math.max(from, -1) + Math.min(to, 2)) / 2
        expect(moistureClass(middle, target)).toBe(name)
        expect(MOISTURE_CLASSES[classIndex(middle, classBounds(target))]).toBe(name)
      }
    },
  )
})
