/** Automatic retries run only while the page is visible, and not for old submissions. */
import { expect, it } from 'vitest'
import { retryModeAt } from './use-retry-limit.ts'

const MINUTE = 60_000
const pressed = Date.parse('2026-07-12T22:37:00Z')

it.each([
  ['automatic', 0, false],
  ['automatic', 2 * MINUTE - 1, false],
  ['manual', 2 * MINUTE, false],
  ['manual', 10_000, true],
  ['manual', 12 * 60 * MINUTE - 1, true],
  ['expired', 12 * 60 * MINUTE, false],
  ['expired', 3 * 24 * 60 * MINUTE, true],
])('is %s %i ms after the press, hidden since: %s', (retryMode, age, leftAlone) => {
  expect(retryModeAt(pressed, pressed + age, leftAlone)).toBe(retryMode)
})
