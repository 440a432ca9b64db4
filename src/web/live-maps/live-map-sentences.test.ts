/** The two specified sentences of a list that does not come. */
import { expect, it } from 'vitest'
import { CallError } from '../kit/call-error.ts'
import { fetchFailure } from './live-map-sentences.ts'

it('tells a failed fetch from an answer without a list', () => {
  const unfetched = 'Sorry, we cannot fetch your systems at this time. Please try again later.'
  expect(fetchFailure(new CallError('unreachable'))).toBe(unfetched)
  expect(fetchFailure(new CallError('answer', 500, { message: 'x' }))).toBe(unfetched)
  expect(fetchFailure(new CallError('unreadable', 200, { systems: 'none' }))).toBe(
    'Invalid response received. Please try again later.',
  )
})
