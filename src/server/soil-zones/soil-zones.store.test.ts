/** Zones with holes and several parts become one outline with the same area inside. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { insideOutline } from '../../agronomy/pivot/outline.ts'
import type { SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'
import { asOneOutline } from './soil-zones.store.ts'

function square(x: number, y: number, side: number): SoilZonePin[] {
  return [
    [y, x],
    [y, x + side],
    [y + side, x + side],
    [y + side, x],
  ]
}

const polygons: SoilZonePolygon[] = [
  [square(0, 0, 40), square(10, 10, 8), square(25, 22, 9)],
  [square(50, 3, 11)],
  [square(-30, -30, 21), square(-25, -25, 3)],
]

const within = (x: number, y: number, [left, low, side]: [number, number, number]) =>
  x > left && x < left + side && y > low && y < low + side

it('joins rings so that the even-odd rule gives the same area, for any connecting lines', () => {
  const outline = asOneOutline(polygons).map(([y, x]) => ({ x, y }))
  // not on the sides, which have integer coordinates, and not on the connecting lines, where either result is correct
  const coordinate = (part: number) => fc.integer({ min: -40, max: 70 }).map((integer) => integer + part)
  fc.assert(
    fc.property(coordinate(0.37), coordinate(0.613), (x, y) => {
      const expected =
        (within(x, y, [0, 0, 40]) && !within(x, y, [10, 10, 8]) && !within(x, y, [25, 22, 9])) ||
        within(x, y, [50, 3, 11]) ||
        (within(x, y, [-30, -30, 21]) && !within(x, y, [-25, -25, 3]))
      expect(insideOutline({ x, y }, outline)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

it('a plain outline stays as it is, and none stays none', () => {
  expect(asOneOutline([[square(0, 0, 9)]])).toEqual(square(0, 0, 9))
  expect(asOneOutline([])).toEqual([])
})
