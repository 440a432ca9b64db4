/** Every class of the texture triangle is found by a soil in its centre, and its boundaries match the handbook. */
import { describe, expect, it } from 'vitest'
import { presetOfClass, TEXTURE_CLASSES, textureClass } from './texture-triangle.ts'

// parts of sand, silt and clay well inside each class, read off the printed triangle
const MIDDLES: [number, number, number, (typeof TEXTURE_CLASSES)[number]][] = [
  [92, 5, 3, 'sand'],
  [82, 12, 6, 'loamy sand'],
  [65, 25, 10, 'sandy loam'],
  [40, 40, 20, 'loam'],
  [20, 65, 15, 'silt loam'],
  [7, 88, 5, 'silt'],
  [60, 13, 27, 'sandy clay loam'],
  [33, 33, 34, 'clay loam'],
  [10, 56, 34, 'silty clay loam'],
  [52, 6, 42, 'sandy clay'],
  [7, 47, 46, 'silty clay'],
  [20, 20, 60, 'clay'],
]

describe('the texture triangle', () => {
  it.each(MIDDLES)('%d % sand, %d % silt, %d % clay is %s', (sand, silt, clay, named) => {
    expect(textureClass(sand, silt, clay)).toBe(named)
  })

  it('has every class once among these', () => {
    expect(new Set(MIDDLES.map(([, , , named]) => named))).toEqual(new Set(TEXTURE_CLASSES))
  })

  // corners of the printed lines: 40 % clay, 27 % clay, 52 % sand, 50 % silt, 20 % clay
  it.each([
    [30, 30, 40, 'clay'],
    [30, 31, 39, 'clay loam'],
    [30, 43, 27, 'clay loam'],
    [30, 44, 26, 'loam'],
    [52, 40, 8, 'loam'],
    [53, 39, 8, 'sandy loam'],
    [40, 50, 10, 'silt loam'],
    [60, 20, 20, 'sandy clay loam'],
    [60, 21, 19, 'sandy loam'],
    [8, 80, 12, 'silt loam'],
  ] as const)('%d/%d/%d lies on the side of %s', (sand, silt, clay, named) => {
    expect(textureClass(sand, silt, clay)).toBe(named)
  })

  it.each([
    [-9, -9, -9],
    [50, 50, 50],
    [Number.NaN, 50, 50],
    [10, 20, 30],
  ])('%d/%d/%d is no soil', (sand, silt, clay) => {
    expect(textureClass(sand, silt, clay)).toBeNull()
  })

  it('gives each class the preset of its own name, or reports the one used instead', () => {
    const exact = TEXTURE_CLASSES.filter((named) => presetOfClass(named).exact)
    expect(exact).toHaveLength(9)
    expect(presetOfClass('clay loam')).toEqual({ texture: 'silt_clay_loam', exact: false })
  })
})
