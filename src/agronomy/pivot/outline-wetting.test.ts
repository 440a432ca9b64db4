/** A wetted circle or arc splits any outline into inside and outside with no area lost or counted twice. */
import { array, assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineArea } from './outline.ts'
import type { Outline } from './outline.ts'
import { wettedOutline, wettingParts } from './outline-wetting.ts'
import { fromPolar } from './pivot-geometry.ts'
import type { Arc } from './pivot.ts'

const areaOf = (parts: readonly Outline[]) => parts.reduce((sum, part) => sum + outlineArea(part), 0)
const box = (west: number, south: number, east: number, north: number): Outline => [
  { x: west, y: south },
  { x: west, y: north },
  { x: east, y: north },
  { x: east, y: south },
]

describe('wettedOutline', () => {
  it('encloses nearly the area of the circle, and the share of an arc', () => {
    const circle = Math.PI * 250 ** 2
    expect(outlineArea(wettedOutline(250))).toBeCloseTo(circle, -3)
    expect(outlineArea(wettedOutline(250, [90, 180]))).toBeCloseTo(circle / 4, -3)
    expect(outlineArea(wettedOutline(250, [300, 210]))).toBeCloseTo((circle * 3) / 4, -3)
  })

  it('refuses an invalid radius', () => {
    expect(() => wettedOutline(0)).toThrow(RangeError)
    expect(() => wettedOutline(Infinity)).toThrow(RangeError)
  })
})

describe('wettingParts', () => {
  it('keeps a small geofence whole', () => {
    const parts = wettingParts(box(-10, -10, 10, 10), 100)
    expect(areaOf(parts.inside)).toBeCloseTo(400, 9)
    expect(parts.outside).toEqual([])
  })

  it('finds nothing inside if the geofence is elsewhere', () => {
    const parts = wettingParts(box(200, 0, 210, 10), 100)
    expect(parts.inside).toEqual([])
    expect(areaOf(parts.outside)).toBeCloseTo(100, 6)
  })

  it('cuts a box around the machine to the circle', () => {
    const parts = wettingParts(box(-200, -200, 200, 200), 100)
    expect(areaOf(parts.inside)).toBeCloseTo(Math.PI * 100 ** 2, -2)
    expect(areaOf(parts.inside) + areaOf(parts.outside)).toBeCloseTo(160_000, 6)
  })

  const arcs: [string, Arc, number][] = [
    ['a quarter', [0, 90], 1 / 4],
    ['a half', [90, 270], 1 / 2],
    ['three quarters over north', [270, 180], 3 / 4],
    ['ends in one direction', [45, 45], 1],
  ]
  it.each(arcs)('cuts a box around the machine to %s', (_, arc, share) => {
    const parts = wettingParts(box(-200, -200, 200, 200), 100, arc)
    expect(areaOf(parts.inside)).toBeCloseTo(Math.PI * 100 ** 2 * share, -2)
    expect(areaOf(parts.inside) + areaOf(parts.outside)).toBeCloseTo(160_000, 6)
  })

  it('splits any arc without losing or duplicating area', () => {
    const outlines = array(double({ min: 10, max: 300, noNaN: true }), { minLength: 3, maxLength: 12 }).map(
      (distances) =>
        distances.map((distance, i) => fromPolar({ bearing: (-360 * i) / distances.length, distance })),
    )
    const bearing = integer({ min: 0, max: 359 })
    assert(
      property(outlines, bearing, bearing, (outline, start, end) => {
        const { inside, outside } = wettingParts(outline, 150, start === end ? null : [start, end])
        expect(areaOf(inside) + areaOf(outside)).toBeCloseTo(outlineArea(outline), 3)
      }),
    )
  })
})
