/** The conversions, against the definitions of the units. */
import { expect, it } from 'vitest'
import { inchesToMm, M2_PER_ACRE, MM_PER_INCH, mmToInches } from './units.ts'

it('holds the inch and the acre as defined', () => {
  expect(MM_PER_INCH).toBe(25.4)
  // 4,840 square yards of 0.9144 m.
  expect(M2_PER_ACRE).toBeCloseTo(4840 * 0.9144 ** 2, 9)
})

it('goes to millimetres and back', () => {
  expect(inchesToMm(2)).toBe(50.8)
  expect(mmToInches(inchesToMm(36))).toBeCloseTo(36, 12)
})
