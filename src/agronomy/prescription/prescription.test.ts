/** The bytes of uniform and test-pattern prescriptions. */
import { describe, expect, it } from 'vitest'
import {
  cellIndex,
  fallbackPrescription,
  testPatternPrescription,
  uniformPrescription,
} from './prescription.ts'

/** Percentages found in a zone over all 180 sectors. */
const zone = (bytes: Uint8Array, index: number) => [
  ...new Set(Array.from({ length: 180 }, (_, sector) => bytes[sector * 9 + index])),
]

describe('uniform', () => {
  it('fills every cell of nine towers', () => {
    const bytes = uniformPrescription(73, 9)
    expect(bytes).toHaveLength(1620)
    expect([...new Set(bytes)]).toEqual([73])
  })

  it('leaves absent zones at 0', () => {
    const bytes = uniformPrescription(100, 7)
    expect([0, 6, 7, 8].map((index) => zone(bytes, index))).toEqual([[100], [100], [0], [0]])
    expect(fallbackPrescription(7)).toEqual(bytes)
  })
})

describe('test pattern', () => {
  it('opens one zone alone', () => {
    const bytes = testPatternPrescription(3, 5)
    expect(Array.from({ length: 9 }, (_, index) => zone(bytes, index))).toEqual([
      [0],
      [0],
      [100],
      [0],
      [0],
      [0],
      [0],
      [0],
      [0],
    ])
  })

  it.each([0, 6, 1.5, Number.NaN])('is refused for tower %f of 5', (tower) => {
    expect(() => testPatternPrescription(tower, 5)).toThrow(RangeError)
  })
})

it('counts cells sector by sector', () => {
  expect([cellIndex(0, 0), cellIndex(0, 8), cellIndex(1, 0), cellIndex(179, 8)]).toEqual([0, 8, 9, 1619])
})

it('refuses misuse', () => {
  expect(() => uniformPrescription(101, 9)).toThrow(RangeError)
  expect(() => uniformPrescription(-1, 9)).toThrow(RangeError)
  expect(() => uniformPrescription(50.5, 9)).toThrow(RangeError)
  expect(() => uniformPrescription(50, 0)).toThrow(RangeError)
  expect(() => fallbackPrescription(10)).toThrow(RangeError)
  expect(() => cellIndex(180, 0)).toThrow(RangeError)
  expect(() => cellIndex(0, 9)).toThrow(RangeError)
})
