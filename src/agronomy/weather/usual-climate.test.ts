/** The default climate lies within the range of measured years. */
import { expect, it } from 'vitest'
import { usualReferenceEt, usualTemperatures } from './usual-climate.ts'

it('goes straight from the middle of a month to that of the next, across the new year too', () => {
  const { maxC, minC } = usualTemperatures('prairies', 198.2)
  expect([maxC, minC]).toEqual([expect.closeTo(26, 1), expect.closeTo(11, 1)])
  expect(usualTemperatures('corn belt', 1).minC).toBeCloseTo(-9.55, 2)
  expect(usualTemperatures('corn belt', 366).minC).toBeCloseTo(usualTemperatures('corn belt', 1).minC, 1)
})

it('asks for what grass uses in such a country', () => {
  // Alberta: 5 to 7 mm a day at the height of summer, about 2 in early April, next to nothing in January
  expect(usualReferenceEt(49.7, 196)).toBeGreaterThan(5)
  expect(usualReferenceEt(49.7, 196)).toBeLessThan(7)
  expect(usualReferenceEt(49.7, 95)).toBeGreaterThan(1.2)
  expect(usualReferenceEt(49.7, 95)).toBeLessThan(3)
  expect(usualReferenceEt(49.7, 15)).toBeLessThan(0.6)
  // south of the equator January is summer
  expect(usualReferenceEt(-35, 15)).toBeGreaterThan(5)
  expect(usualReferenceEt(-35, 196)).toBeLessThan(3)
})
