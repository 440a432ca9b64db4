/** The outcome of a failed Apply. */
import { describe, expect, it } from 'vitest'
import { CallError } from '../../kit/call-error.ts'
import { outcomeOf } from './use-submission.ts'

describe('a failed submission', () => {
  it("shows the server's sentence, else the specified one", () => {
    const refusal = { message: 'Root Depth must be between 0 and 80 inches.' }
    expect(outcomeOf(new CallError('answer', 400, refusal))).toEqual({ kind: 'refused', ...refusal })
    const otherwise = {
      kind: 'refused',
      message: 'An error occurred during submission. Please try again.',
    }
    expect(outcomeOf(new CallError('answer', 403, {}))).toEqual(otherwise)
    expect(outcomeOf(new Error('x'))).toEqual(otherwise)
  })

  it('is unknown without an answer, with an unreadable one, and from a failing gateway', () => {
    const unanswered = { kind: 'unknown', answered: false }
    expect(outcomeOf(new CallError('unreachable'))).toEqual(unanswered)
    expect(outcomeOf(new CallError('unreadable', 200))).toEqual(unanswered)
    expect(outcomeOf(new CallError('answer', 502, null))).toEqual({ kind: 'unknown', answered: true })
  })

  it('has no outcome when the session ended: nothing was refused', () => {
    expect(outcomeOf(new CallError('session-ended', 401))).toBeNull()
  })

  it("of an overtaken edit carries the other user's settings", () => {
    const current = { settings: null, settings_rev: 4, who: 'Kim', when: '2026-07-12T20:36:00Z' }
    const message = 'Somebody else changed these settings in the meantime.'
    const body = { message, code: 'settings_changed_meanwhile', current }
    expect(outcomeOf(new CallError('answer', 409, body))).toEqual({ kind: 'conflict', message, current })
    expect(outcomeOf(new CallError('answer', 409, { ...body, current: 'x' }))).toEqual({
      kind: 'refused',
      message,
    })
  })
})
