/** Section 5 of the specification: validation of the account forms before anything is sent. */
import { describe, expect, it } from 'vitest'
import { errorsByField, newPasswordForm, signupForm } from './account-forms.ts'
import { fieldErrors } from './login-attempt.ts'
import { passwordStrength } from './password-meter.tsx'

const good = {
  name: 'Pat Grower',
  email: 'pat@example.com',
  password: 'six123',
  re_password: 'six123',
  terms: true,
}

describe('Sign In', () => {
  const refused = [
    ['', 'long-enough', 'email'],
    ['pat', 'long-enough', 'email'],
    ['pat@example', 'long-enough', 'email'],
    ['pat@example.com', '', 'password'],
    ['pat@example.com', '12345', 'password'],
  ] as const
  it.each(refused)('refuses %j with %j because of the %s', (email, password, field) => {
    expect(Object.keys(fieldErrors(email, password))).toEqual([field])
  })

  it('takes six characters', () => {
    expect(fieldErrors('pat@example.com', '123456')).toEqual({})
  })
})

describe('signupForm', () => {
  it('takes a complete form', () => {
    expect(signupForm.safeParse(good).success).toBe(true)
  })

  it.each(['name', 'email', 'password', 're_password'] as const)('needs %s', (field) => {
    const parsed = signupForm.safeParse({ ...good, [field]: '' })
    expect(parsed.error && errorsByField(parsed.error)).toHaveProperty(field)
  })

  it('needs the confirmation to be the same and the terms to be accepted', () => {
    expect(signupForm.safeParse({ ...good, re_password: 'six124' }).success).toBe(false)
    expect(signupForm.safeParse({ ...good, terms: false }).success).toBe(false)
  })
})

describe('newPasswordForm', () => {
  const parse = (new_password: string, re_new_password: string) =>
    newPasswordForm.safeParse({ new_password, re_new_password })

  it('needs both fields, six characters, and the same twice', () => {
    expect(parse('123456', '123456').success).toBe(true)
    for (const [first, second, field] of [
      ['', '123456', 'new_password'],
      ['123456', '', 're_new_password'],
      ['12345', '12345', 'new_password'],
      ['123456', '123457', 're_new_password'],
    ] as const) {
      const { error } = parse(first, second)
      expect(error && errorsByField(error)).toHaveProperty(field)
    }
  })
})

describe('passwordStrength', () => {
  const tiers = [
    [0, 'Weak'],
    [5, 'Weak'],
    [6, 'Moderate'],
    [11, 'Moderate'],
    [12, 'Strong'],
  ] as const
  it.each(tiers)('%i characters are %s', (length, strength) => {
    expect(passwordStrength('x'.repeat(length))).toBe(strength)
  })
})
