/** The cell at a place, and table rows of equal neighbouring sectors. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import { CELLS, SECTORS, ZONES, cellIndex } from '#agronomy/prescription/prescription.ts'
import { bytesOf, cellAt, gridOf, sectorRows } from './prescription-cells.ts'

const pivot = { lat: 51.06, lng: -114.15 }
const grid = gridOf({ place: pivot, towerRadiiM: [100, 200], wettedRadiusM: 210, arc: null })
const at = (bearing: number, distance: number) => placeAt(pivot, { bearing, distance })

/** 100 everywhere but one cell. */
function oneCell(sector: number, zone: number, percent: number): Uint8Array {
  const values = new Uint8Array(CELLS).fill(100)
  values[cellIndex(sector, zone)] = percent
  return values
}

describe('cellAt', () => {
  it('assigns the overhang to the last tower, and nothing beyond it', () => {
    expect(cellAt(at(3, 50), grid)).toEqual({ sector: 1, tower: 1 })
    expect(cellAt(at(359, 205), grid)).toEqual({ sector: 179, tower: 2 })
    expect(cellAt(at(10, 211), grid)).toBeNull()
    expect(cellAt(at(10, 50), { ...grid, arc: [90, 180] })).toBeNull()
  })
})

describe('sectorRows', () => {
  it('is one row for a uniform field', () => {
    expect(sectorRows(new Uint8Array(CELLS).fill(80), 2)).toEqual([{ from: 0, to: 360, percents: [80, 80] }])
  })

  it('has a row for each difference', () => {
    expect(sectorRows(oneCell(45, 1, 60), 2)).toEqual([
      { from: 0, to: 90, percents: [100, 100] },
      { from: 90, to: 92, percents: [100, 60] },
      { from: 92, to: 360, percents: [100, 100] },
    ])
  })
})

it('reads the bytes of the wire', () => {
  expect([...bytesOf('AGT/')]).toEqual([0, 100, 255])
  expect(SECTORS * ZONES).toBe(CELLS)
})
