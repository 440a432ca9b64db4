/** The carousel's index wraps at both ends (section 4 of the specification). */
import { expect, it } from 'vitest'
import { wrappedIndex } from './carousel.tsx'

it.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 1, 0],
  [3, -1, 2],
  [0, -1, 3],
])('of four pictures, from %i by %i to %i', (index, step, expected) => {
  expect(wrappedIndex(index, step, 4)).toBe(expected)
})
