/** What waits for a signal is sent by itself only while somebody looks, and not at all when it is old. */
import { expect, it } from 'vitest'
import { patienceAt } from './use-patience.ts'

const MINUTE = 60_000
const pressed = Date.parse('2026-07-12T22:37:00Z')

it.each([
  ['by-itself', 0, false],
  ['by-itself', 2 * MINUTE - 1, false],
  ['asks', 2 * MINUTE, false],
  ['asks', 10_000, true],
  ['asks', 12 * 60 * MINUTE - 1, true],
  ['over', 12 * 60 * MINUTE, false],
  ['over', 3 * 24 * 60 * MINUTE, true],
])('is %s %i ms after the press, out of sight since: %s', (patience, age, leftAlone) => {
  expect(patienceAt(pressed, pressed + age, leftAlone)).toBe(patience)
})
