/** A surface through prescription cells, against planes in bearing and distance. */
import { describe, expect, it } from 'vitest'
import { toPolar } from '../pivot/pivot-geometry.ts'
import { cellCentre } from './grid.ts'
import { polarGrid } from './polar-cells.ts'

const RADII = [60, 120, 180]
const MIDDLES = [0, 1, 2].map((k) => Math.sqrt(((60 * k) ** 2 + (60 * (k + 1)) ** 2) / 2))
const grid = { size: 41, wettedRadius: 180, arc: null }
/** Values of cells that follow from their middles. */
const cellsOf = (value: (bearing: number, distance: number) => number) => ({
  outerRadii: RADII,
  values: Array.from({ length: 540 }, (_, cell) =>
    value(2 * Math.floor(cell / 3) + 1, MIDDLES[cell % 3] ?? 0),
  ),
})
const places = Array.from({ length: grid.size ** 2 }, (_, cell) => ({
  cell,
  ...toPolar(cellCentre(Math.floor(cell / grid.size), cell % grid.size, grid.size, grid.wettedRadius)),
}))

describe('a grid of cells', () => {
  it('is linear in distance between middles, and level before the first and after the last', () => {
    const values = polarGrid(
      cellsOf((_, distance) => distance),
      grid,
    )
    for (const { cell, distance } of places.filter((place) => place.distance <= 180)) {
      const clamped = Math.max(MIDDLES[0] ?? 0, Math.min(MIDDLES[2] ?? 0, distance))
      expect(values[cell]).toBeCloseTo(clamped, 3)
    }
  })

  it('is linear in bearing, across north as well', () => {
    // up from north to south, and down again
    const values = polarGrid(
      cellsOf((bearing) => Math.abs(180 - bearing)),
      grid,
    )
    for (const { cell, bearing, distance } of places.filter((place) => place.distance <= 180)) {
      const straight = bearing > 1 && bearing < 359 && Math.abs(bearing - 180) > 1
      expect(values[cell]).toBeCloseTo(
        straight ? Math.abs(180 - bearing) : bearing > 90 && bearing < 270 ? 1 : 179,
        straight ? 3 : -1,
      )
      expect(distance).toBeLessThanOrEqual(180)
    }
  })

  it('has nothing outside the wetted part', () => {
    const values = polarGrid(
      cellsOf(() => 0.5),
      { ...grid, arc: [0, 90] },
    )
    for (const { cell, bearing, distance } of places)
      expect(Number.isNaN(values[cell])).toBe(distance > 180 || (bearing > 90 && bearing < 360))
  })

  it('refuses values of other zones', () => {
    expect(() => polarGrid({ outerRadii: RADII, values: [1] }, grid)).toThrow(RangeError)
    expect(() => polarGrid({ outerRadii: [], values: [] }, grid)).toThrow(RangeError)
  })
})
