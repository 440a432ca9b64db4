/** Typed degrees with point or comma; anything else, or out of range, is refused. */
import { expect, it } from 'vitest'
import { degreesOf } from './degrees-input.tsx'

it.each([
  ['51.5', 90, 51.5],
  [' -114,25 ', 180, -114.25],
  ['91', 90, null],
  ['', 90, null],
  ['north', 90, null],
  ['1e999', 180, null],
] as const)('reads %j as degrees', (text, limit, degrees) => {
  expect(degreesOf(text, limit)).toBe(degrees)
})
