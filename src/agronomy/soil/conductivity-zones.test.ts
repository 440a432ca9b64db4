/** Conductivity is split at natural breaks, deterministically, and a single point is no zone. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classGrid, classOf, naturalBreaks } from './conductivity-zones.ts'

describe('natural breaks', () => {
  it('part clusters in the gaps between them', () => {
    const values = [10, 11, 12, 40, 41, 42, 43, 90, 91]
    const [low = 0, high = 0] = naturalBreaks(values, 3)
    expect(low).toBeGreaterThan(12)
    expect(low).toBeLessThan(40)
    expect(high).toBeGreaterThan(43)
    expect(high).toBeLessThan(90)
  })

  it('rise, never part more often than asked, and do not depend on the order', () => {
    const numbers = fc.array(fc.double({ min: -50, max: 500, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 5 }), (values, count) => {
        const breaks = naturalBreaks(values, count)
        expect(breaks.length).toBeLessThan(count)
        expect(breaks).toEqual([...breaks].sort((a, b) => a - b))
        expect(naturalBreaks(values.toReversed(), count)).toEqual(breaks)
      }),
    )
  })

  it('are none for one value, and refuse nonsense', () => {
    expect(naturalBreaks([5, 5, 5], 3)).toEqual([])
    expect(() => naturalBreaks([], 3)).toThrow(RangeError)
    expect(() => naturalBreaks([1, Number.NaN], 3)).toThrow(RangeError)
    expect(() => naturalBreaks([1, 2], 1)).toThrow(RangeError)
  })
})

describe('the grid of classes', () => {
  // conductive in the east
  const points = Array.from({ length: 400 }, (_, i) => {
    const [x, y] = [-95 + (i % 20) * 10, -95 + Math.floor(i / 20) * 10]
    return { x, y, value: x > 0 ? 60 : 20 }
  })

  it('has the class of the ground below it', () => {
    const { side, cellM, classes } = classGrid(points, 100, [40], 20)
    const at = (x: number, y: number) =>
      classes[Math.floor((y + 100) / cellM) * side + Math.floor((x + 100) / cellM)]
    expect([at(-45, 5), at(-15, 55), at(45, 5), at(15, -55)]).toEqual([0, 0, 1, 1])
    // the corner of the square lies outside the circle
    expect(at(-99, -99)).toBe(-1)
  })

  it('is not speckled by one wrong point', () => {
    const noisy = points.map((point) => (point.x === -45 && point.y === 5 ? { ...point, value: 300 } : point))
    expect(classGrid(noisy, 100, [40], 20).classes).toEqual(classGrid(points, 100, [40], 20).classes)
  })

  it('is unknown where nothing was measured', () => {
    const { classes } = classGrid([{ x: -90, y: 0, value: 1 }], 100, [40], 20)
    expect(classes[10 * 20 + 19]).toBe(-1)
    expect(classOf(39.9, [40])).toBe(0)
    expect(() => classGrid([], 100, [40], 20)).toThrow(RangeError)
  })
})
