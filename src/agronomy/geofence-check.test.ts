/** Outlines that hold and outlines that do not. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOutline, firstCrossing, orderAroundMiddle, outlineArea } from './geofence-check.ts'
import type { FieldPoint } from './pivot-geometry.ts'

const pinsOf = (...pairs: [number, number][]): FieldPoint[] => pairs.map(([x, y]) => ({ x, y }))
const circle = (count: number, radius: number) =>
  pinsOf(
    ...Array.from({ length: count }, (_, k): [number, number] => [
      radius * Math.sin((2 * Math.PI * k) / count),
      radius * Math.cos((2 * Math.PI * k) / count),
    ]),
  )
const square = pinsOf([0, 0], [100, 0], [100, 100], [0, 100])

describe('an outline that holds', () => {
  it('has its pins in the order placed and its area', () => {
    expect(checkOutline(square, 400)).toEqual({ pins: square, areaM2: 10_000 })
    expect(checkOutline([...square].reverse(), 400)).toMatchObject({ areaM2: 10_000 })
  })

  it('loses repeated pins, the last one too', () => {
    const repeated = [...square.flatMap((pin) => [pin, pin]), ...square.slice(0, 1)]
    expect(checkOutline(repeated, 400)).toEqual({ pins: square, areaM2: 10_000 })
  })

  it('may be concave, hold the pivot, hold the whole circle, or have 200 pins', () => {
    const concave = pinsOf([0, 0], [100, 0], [100, 100], [50, 10], [0, 100])
    // Shoelace by hand: the square less a triangle of 100 x 90 / 2.
    expect(checkOutline(concave, 400)).toMatchObject({ areaM2: 5500 })
    expect(checkOutline(circle(12, 5), 400)).toHaveProperty('areaM2')
    expect(checkOutline(circle(12, 900), 400)).toHaveProperty('areaM2')
    expect(checkOutline(circle(200, 100), 400)).toHaveProperty('areaM2')
  })

  it('may lie half outside', () => {
    expect(checkOutline(pinsOf([390, -10], [500, 0], [390, 10]), 400)).toHaveProperty('areaM2')
  })
})

describe('an outline that does not', () => {
  it.each<[string, FieldPoint[], string]>([
    ['two pins', square.slice(0, 2), 'few pins'],
    ['three pins at two places', [...square.slice(0, 2), ...square.slice(0, 1)], 'few pins'],
    ['no pins', [], 'few pins'],
    ['201 pins', circle(201, 100), 'many pins'],
    ['a line', pinsOf([0, 0], [10, 10], [30, 30]), 'flat'],
    ['a line there and back', pinsOf([0, 0], [10, 0.001], [30, 0], [20, 0.002]), 'flat'],
    ['a bow tie', pinsOf([0, 0], [100, 100], [100, 0], [0, 100]), 'crossing'],
    ['a pin on an edge', pinsOf([0, 0], [100, 0], [100, 100], [50, 0], [0, 100]), 'crossing'],
    ['one pin used twice', pinsOf([0, 0], [50, 50], [100, 0], [100, 100], [50, 50], [0, 100]), 'crossing'],
    ['a spike', pinsOf([0, 0], [100, 0], [200, 0], [100, 0], [100, 100]), 'crossing'],
    ['far away', square.map(({ x, y }) => ({ x: x + 1000, y })), 'outside'],
    ['at the rim from outside', pinsOf([400, -10], [410, 0], [400, 10]), 'outside'],
  ])('%s: %s', (_, pins, reason) => {
    expect(checkOutline(pins, 400)).toMatchObject({ reason })
  })

  it('names the edges that cross, the last one too', () => {
    expect(firstCrossing(pinsOf([0, 0], [100, 100], [100, 0], [0, 100]))).toEqual([0, 2])
    expect(firstCrossing(pinsOf([0, 0], [10, 0], [10, 10], [5, -5]))).toEqual([0, 2])
    expect(firstCrossing(pinsOf([0, 0], [5, 0], [5, 5], [10, 0]))).toEqual([0, 3])
    expect(firstCrossing(square)).toBeNull()
  })

  it('is misuse when it is made of no numbers', () => {
    expect(() => checkOutline(pinsOf([0, Number.NaN], [1, 1], [2, 0]), 400)).toThrow(RangeError)
    expect(() => checkOutline(square, 0)).toThrow(RangeError)
  })
})

const coordinate = fc.integer({ min: -300, max: 300 })
const anyPins = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3, maxLength: 9 })

it('pins ordered around their middle keep their pins and cross less', () => {
  const bowTie = pinsOf([0, 0], [100, 100], [100, 0], [0, 100])
  const ordered = orderAroundMiddle(bowTie).map((at) => bowTie[at] ?? { x: 0, y: 0 })
  expect(checkOutline(ordered, 400)).toMatchObject({ areaM2: 10_000 })
  fc.assert(
    fc.property(anyPins, (pins) => {
      expect([...orderAroundMiddle(pins)].sort((a, b) => a - b)).toEqual(pins.map((_, at) => at))
    }),
  )
})

it('turning or mirroring the pins changes neither the verdict nor the area', () => {
  fc.assert(
    fc.property(anyPins, (pins) => {
      const crossing = firstCrossing(pins) === null
      const turned = pins.map(({ x, y }) => ({ x: -y, y: x }))
      expect(firstCrossing(turned) === null).toBe(crossing)
      expect(firstCrossing([...pins].reverse()) === null).toBe(crossing)
      expect(outlineArea(turned)).toBe(outlineArea(pins))
    }),
  )
})
