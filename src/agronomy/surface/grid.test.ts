/** Grid cells: their centres, and which lie on wetted ground. */
import { describe, expect, it } from 'vitest'
import { cellCentre, wettedCells } from './grid.ts'

describe('centres', () => {
  it('run from the north-west to the south-east', () => {
    expect(cellCentre(0, 0, 4, 100)).toEqual({ x: -75, y: 75 })
    expect(cellCentre(3, 3, 4, 100)).toEqual({ x: 75, y: -75 })
  })

  it('are the pivot itself where the number of cells is odd', () => {
    expect(cellCentre(1, 1, 3, 100).x).toBeCloseTo(0, 12)
    expect(cellCentre(1, 1, 3, 100).y).toBeCloseTo(0, 12)
  })
})

describe('wetted cells', () => {
  it('are those of the circle', () => {
    // area of the circle over that of its square: pi / 4
    expect(wettedCells({ size: 200, wettedRadius: 50, arc: null }).length / 200 ** 2).toBeCloseTo(
      Math.PI / 4,
      2,
    )
    expect([...wettedCells({ size: 1, wettedRadius: 50, arc: null })]).toEqual([0])
  })

  it('are those of the part circle', () => {
    expect([...wettedCells({ size: 2, wettedRadius: 9, arc: [180, 360] })]).toEqual([0, 2])
  })

  it('refuse misuse', () => {
    expect(() => wettedCells({ size: 0, wettedRadius: 9, arc: null })).toThrow(RangeError)
    expect(() => wettedCells({ size: 4097, wettedRadius: 9, arc: null })).toThrow(RangeError)
    expect(() => wettedCells({ size: 1.5, wettedRadius: 9, arc: null })).toThrow(RangeError)
    expect(() => wettedCells({ size: 9, wettedRadius: Number.NaN, arc: null })).toThrow(RangeError)
  })
})
