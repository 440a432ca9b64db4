/** Outlines: self-intersection, the pin order that removes it, area, label point, overlap. */
import { array, assert, double, integer, property, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossingOf, insideOutline, labelPointOf, orderAround, outlineArea, outlinesMeet } from './outline.ts'
import type { Outline } from './outline.ts'
import { fromPolar } from './pivot-geometry.ts'

const at = (...pairs: [number, number][]): Outline => pairs.map(([x, y]) => ({ x, y }))
const square = at([0, 0], [100, 0], [100, 100], [0, 100])
/** A horseshoe open to the north: its centroid lies in the gap. */
const horseshoe = at([0, 0], [90, 0], [90, 90], [80, 90], [80, 10], [10, 10], [10, 90], [0, 90])

/** Star-shaped outlines around a point: corners at rising bearings never cross. */
const stars = array(double({ min: 20, max: 400, noNaN: true }), { minLength: 3, maxLength: 40 }).map(
  (distances) =>
    distances.map((distance, i) => fromPolar({ bearing: (360 * i) / distances.length, distance })),
)

describe('crossingOf', () => {
  it('finds the two sides of a bow tie', () => {
    expect(crossingOf(at([0, 0], [100, 100], [100, 0], [0, 100]))).toEqual([0, 2])
  })

  it('leaves squares and horseshoes alone', () => {
    expect(crossingOf(square)).toBeNull()
    expect(crossingOf(horseshoe)).toBeNull()
  })

  it.each([
    ['a pin on another side', at([0, 0], [100, 0], [100, 100], [50, 0])],
    ['two pins at one place', at([0, 0], [0, 0], [100, 0], [100, 100])],
    ['the same place twice, not in a row', at([0, 0], [100, 0], [50, 50], [100, 100], [0, 100], [50, 50])],
    ['pins on one line', at([0, 0], [50, 0], [100, 0])],
    ['a spike', at([0, 0], [100, 0], [100, 100], [100, 50], [0, 100])],
  ])('takes %s as a crossing', (_, outline) => {
    expect(crossingOf(outline)).not.toBeNull()
  })

  it('finds nothing below three corners', () => {
    expect(crossingOf(at([0, 0], [0, 0]))).toBeNull()
  })

  it('never finds one in a star, and the reverse order changes nothing', () => {
    assert(
      property(stars, (outline) => {
        expect(crossingOf(outline)).toBeNull()
        expect(crossingOf(outline.toReversed())).toBeNull()
      }),
    )
  })
})

describe('orderAround', () => {
  it('untangles a bow tie and keeps the first pin first', () => {
    const tied = at([0, 0], [100, 100], [100, 0], [0, 100])
    const order = orderAround(tied)
    expect(order[0]).toBe(0)
    expect(crossingOf(order.flatMap((i) => tied[i] ?? []))).toBeNull()
  })

  it('untangles every shuffled convex polygon', () => {
    const shuffled = integer({ min: 3, max: 60 }).chain((count) =>
      shuffledSubarray(
        Array.from({ length: count }, (_, i) => i),
        { minLength: count },
      ),
    )
    assert(
      property(shuffled, (order) => {
        const pins = order.map((i) => fromPolar({ bearing: (360 * i) / order.length, distance: 200 }))
        const untied = orderAround(pins).flatMap((i) => pins[i] ?? [])
        expect(untied).toHaveLength(pins.length)
        expect(crossingOf(untied)).toBeNull()
      }),
    )
  })
})

describe('area and label', () => {
  it('agrees with geometry by hand', () => {
    expect(outlineArea(square)).toBe(10_000)
    // two arms of 10 x 90 and a foot of 70 x 10
    expect(outlineArea(horseshoe)).toBe(2 * 900 + 700)
    expect(outlineArea(at([0, 0], [5, 5]))).toBe(0)
  })

  it('puts the label at the centroid, and beside it when that is outside', () => {
    expect(labelPointOf(square)).toEqual({ x: 50, y: 50 })
    const label = labelPointOf(horseshoe)
    expect(insideOutline(label, horseshoe)).toBe(true)
  })

  it('puts the label inside every star', () => {
    assert(
      property(stars, (outline) => {
        expect(insideOutline(labelPointOf(outline), outline)).toBe(true)
      }),
    )
  })

  it('refuses NaN', () => {
    expect(() => outlineArea(at([0, Number.NaN]))).toThrow(RangeError)
    expect(() => labelPointOf([])).toThrow(RangeError)
  })
})

describe('outlinesMeet', () => {
  const moved = (dx: number) => square.map(({ x, y }) => ({ x: x + dx, y }))
  it.each([
    ['crossing', moved(50), true],
    ['touching', moved(100), true],
    ['beside', moved(101), false],
    ['one inside the other', at([40, 40], [60, 40], [50, 60]), true],
    ['around it', at([-500, -500], [500, -500], [0, 900]), true],
    ['a corner of it', at([30, 30], [60, 30], [60, 60]), true],
  ])('%s', (_, outline, meet) => {
    expect(outlinesMeet(square, outline)).toBe(meet)
    expect(outlinesMeet(outline, square)).toBe(meet)
  })

  it('sees that the gap of a horseshoe is free', () => {
    expect(outlinesMeet(horseshoe, at([30, 30], [60, 30], [60, 60]))).toBe(false)
  })
})
