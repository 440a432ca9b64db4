import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['15m', 900_000],
  ['12h', 43_200_000],
  ['14d', 1_209_600_000],
])('reads %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

it.each(['', '15', 'm', '1.5h', '-3d', '15M', '99999999999s'])('refuses %j', (text) => {
  expect(parseDuration(text)).toBeNull()
})
