/** The two specified messages for a list that fails to load. */
import { expect, it } from 'vitest'
import { CallError } from '../kit/call-error.ts'
import { asOfWords, fetchFailure } from './live-map.text.ts'

it('distinguishes a failed fetch from an answer without a list', () => {
  const unfetched = 'Sorry, we cannot fetch your systems at this time. Please try again later.'
  expect(fetchFailure(new CallError('unreachable'))).toBe(unfetched)
  expect(fetchFailure(new CallError('answer', 500, { message: 'x' }))).toBe(unfetched)
  expect(fetchFailure(new CallError('unreadable', 200, { systems: 'none' }))).toBe(
    'Invalid response received. Please try again later.',
  )
})

it("gives the time of a map in the field's time zone", () => {
  const now = Date.parse('2026-07-12T20:36:00Z')
  expect(asOfWords('2026-07-12T20:32:00Z', now, 'America/Edmonton')).toBe('As of 4 min ago (14:32)')
  expect(asOfWords('2026-07-11T20:32:00Z', now, 'America/Edmonton')).toBe('As of 1 d ago (11 Jul, 14:32)')
})
