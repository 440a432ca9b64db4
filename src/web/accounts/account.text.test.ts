/** Section 8 of the specification and decision 19: the message for each response of a Djoser server. */
import { describe, expect, it } from 'vitest'
import { CallError } from '../kit/call-error.ts'
import { activationOutcome, resetFailure, signupFailure } from './account.text.ts'
import { loginFailure } from './login-attempt.ts'

const answer = (status: number, body: unknown) => new CallError('answer', status, body)
const exists = { email: ['user with this email already exists.'] }

describe('signupFailure', () => {
  const sentences: [string, CallError, string][] = [
    ['409', answer(409, exists), 'An account with this email already exists.'],
    [
      '400, email exists',
      answer(400, { ...exists, password: ['x'] }),
      'An account with this email already exists.',
    ],
    [
      'too similar, as Djoser says it',
      answer(400, { password: ['The password is too similar to the email.'] }),
      'Your password is too similar to your email. Please choose a different password.',
    ],
    [
      'too similar, as the specification says it',
      answer(400, { password: ['too similar to email'] }),
      'Your password is too similar to your email. Please choose a different password.',
    ],
    [
      'another complaint about the password',
      answer(400, { password: ['This password is entirely numeric.'] }),
      'Sign up failed. Please choose a different password. Passwords cannot be numerical-only or contain parts of your email or name.',
    ],
    [
      'other 400',
      answer(400, { email: ['Enter a valid email address.'] }),
      'Invalid signup information. Please check your details.',
    ],
    ['401', answer(401, {}), 'Authentication failed. Please check your credentials.'],
    ['other 4xx', answer(429, { detail: 'Request was throttled.' }), 'An error occurred during signup.'],
    ['5xx', answer(503, null), 'An error occurred during signup.'],
    ['no answer', new CallError('unreachable'), 'An error occurred during signup.'],
  ]
  it.each(sentences)('%s', (_, error, sentence) => {
    expect(signupFailure(error).sentence).toBe(sentence)
  })

  it('tells a lost connection below the specified sentence', () => {
    expect(signupFailure(new CallError('unreachable')).reasons).toEqual([
      'No answer from the server. Check the connection and try again.',
    ])
    expect(signupFailure(answer(503, null)).reasons).toEqual([])
  })

  it('shows the reasons of the server below a refused password', () => {
    const password = ['This password is too common.', 'This password is entirely numeric.']
    expect(signupFailure(answer(400, { password })).reasons).toEqual(password)
  })
})

describe('loginFailure', () => {
  it('shows the detail of the server', () => {
    const detail = 'No active account found with the given credentials'
    expect(loginFailure(answer(401, { detail })).sentence).toBe(detail)
  })

  it('says "Login failed" without one', () => {
    expect(loginFailure(answer(500, null)).sentence).toBe('Login failed')
    expect(loginFailure(new CallError('unreachable')).sentence).toBe('Login failed')
  })
})

describe('resetFailure', () => {
  const sentence = 'Password reset failed. Please try again.'

  it("always shows the specified sentence, with the server's reasons below", () => {
    const new_password = ['This password is too common.', 'This password is entirely numeric.']
    expect(resetFailure(answer(400, { new_password }))).toEqual({ sentence, reasons: new_password })
    const non_field_errors = ["The two password fields didn't match."]
    expect(resetFailure(answer(400, { non_field_errors }))).toEqual({ sentence, reasons: non_field_errors })
    const detail = 'Request was throttled. Expected available in 40 seconds.'
    expect(resetFailure(answer(429, { detail }))).toEqual({ sentence, reasons: [detail] })
    expect(resetFailure(answer(503, null))).toEqual({ sentence, reasons: [] })
  })

  it.each([
    { token: ['Invalid token for given user.'] },
    { uid: ["Invalid user id or user doesn't exist."] },
  ])('says that the link has expired for %j', (body) => {
    expect(resetFailure(answer(400, body)).reasons).toEqual([
      'This link is not valid, was used already, or has expired.',
    ])
  })

  it('says when nobody answered', () => {
    expect(resetFailure(new CallError('unreachable')).reasons).toHaveLength(1)
  })
})

describe('activationOutcome', () => {
  it('distinguishes active, already active, invalid and unknown', () => {
    expect(activationOutcome(null)).toBe('activated')
    expect(activationOutcome(answer(403, { detail: 'Stale token for given user.' }))).toBe('already-active')
    expect(activationOutcome(answer(400, { token: ['Invalid token for given user.'] }))).toBe('not-valid')
    expect(activationOutcome(new CallError('unreachable'))).toBe('unknown')
    expect(activationOutcome(answer(429, { detail: 'Request was throttled.' }))).toBe('unknown')
  })
})
