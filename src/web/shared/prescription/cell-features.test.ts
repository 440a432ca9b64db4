/** Cell features: equal cells merge, across north and within a part circle; 0 % forces every cell touched. */
import { describe, expect, it } from 'vitest'
import { bearingAndDistance, placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import { CELLS, ZONES, cellIndex } from '#agronomy/prescription/prescription.ts'
import { gridOf } from './prescription-cells.ts'
import { areaOfCells, cellFeatures, forcedCells } from './cell-features.ts'

const pivot = { lat: 51.06, lng: -114.15 }
const grid = gridOf({ place: pivot, towerRadiiM: [100, 200], wettedRadiusM: 210, arc: null })
const at = (bearing: number, distance: number) => placeAt(pivot, { bearing, distance })

/** 100 everywhere but one cell. */
function oneCell(sector: number, zone: number, percent: number): Uint8Array {
  const values = new Uint8Array(CELLS).fill(100)
  values[cellIndex(sector, zone)] = percent
  return values
}

describe('cellFeatures', () => {
  it('draws a uniform field as one shape per ring', () => {
    expect(cellFeatures(new Uint8Array(CELLS).fill(100), grid).features).toHaveLength(2)
  })

  it('draws nothing without values, and no line at north where a ring closes', () => {
    expect(cellFeatures(new Uint8Array(), grid).features).toEqual([])
    const [inner, outer] = cellFeatures(new Uint8Array(CELLS), grid).features
    expect([inner?.geometry.coordinates.length, outer?.geometry.coordinates.length]).toEqual([1, 2])
  })

  it('merges cells on both sides of north', () => {
    const values = Uint8Array.from({ length: CELLS }, (_, index) => {
      const sector = Math.floor(index / ZONES)
      return sector < 10 || sector >= 170 ? 1 : 0
    })
    expect(cellFeatures(values, grid, (value) => value === 1).features).toHaveLength(2)
  })

  it('ends a uniform field at the ends of a part circle', () => {
    const [first] = cellFeatures(new Uint8Array(CELLS).fill(100), { ...grid, arc: [300, 60] }).features
    const bearings = (first?.geometry.coordinates[0] ?? [])
      .map(([lng = 0, lat = 0]) => bearingAndDistance(pivot, { lat, lng }))
      .filter(({ distance }) => distance > 1)
      .map(({ bearing }) => bearing)
    expect(bearings.every((bearing) => bearing > 299.9 || bearing < 60.1)).toBe(true)
    // both ends and every 2 degrees between them, and the first again to close the ring
    expect(bearings).toHaveLength(62)
  })

  it('draws a single cell at its place', () => {
    const [feature] = cellFeatures(oneCell(45, 1, 60), grid, (value) => value === 60).features
    const corners = (feature?.geometry.coordinates[0] ?? []).map(([lng = 0, lat = 0]) =>
      bearingAndDistance(pivot, { lat, lng }),
    )
    expect(Math.min(...corners.map(({ distance }) => distance))).toBeCloseTo(100, 3)
    expect(Math.max(...corners.map(({ distance }) => distance))).toBeCloseTo(210, 3)
    expect(Math.min(...corners.map(({ bearing }) => bearing))).toBeCloseTo(90, 3)
    expect(Math.max(...corners.map(({ bearing }) => bearing))).toBeCloseTo(92, 3)
  })

  it('leaves out sectors beyond a part circle', () => {
    const values = Uint8Array.from({ length: CELLS }, (_, index) => Math.floor(index / ZONES) % 2)
    // every sector differs from its neighbours: 45 of them in a quarter, in two rings
    expect(cellFeatures(values, { ...grid, arc: [0, 90] }).features).toHaveLength(90)
  })
})

describe('forcedCells', () => {
  const corners = [at(45, 900), at(135, 900), at(225, 900), at(315, 900)]
  it('takes the whole circle for an outline around it', () => {
    expect(areaOfCells(forcedCells(corners, grid, 50), grid)).toBeCloseTo(Math.PI * 210 ** 2, 3)
  })

  it('takes every touched cell at 0 %, otherwise cells covered by half or more', () => {
    const sliver = [at(90.9, 120), at(91.1, 120), at(91.1, 180), at(90.9, 180)]
    const count = (percent: number | null) =>
      forcedCells(sliver, grid, percent).filter((cell) => cell === 1).length
    expect([count(0), count(60), count(null)]).toEqual([1, 0, 0])
  })
})
