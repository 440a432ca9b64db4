/** Numbers typed with a decimal comma: valid ones and ambiguous ones. */
import { expect, it } from 'vitest'
import { typedNumber } from './typed-number.ts'

it.each([
  ['0,75', '0.75'],
  ['0.75', '0.75'],
  [' 12 ', '12'],
  ['1 234,5', '1234.5'],
  ['1\u202F234\u00A0567', '1234567'],
  ['−3,5', '-3.5'],
  ['', ''],
  // incomplete
  ['0,', '0.'],
] as const)('reads %j', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})

it.each(['1.234,5', '1,234.5', '0,7,5', '1 23', '3 po', '1e3', 'x'])('refuses %j', (text) => {
  expect(typedNumber(text)).toBeNull()
})
