/** Password similarity equals Python's difflib; common passwords are recognised; length counts characters. */
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { passwordComplaints, quickRatio } from './password-rules.ts'

describe('quickRatio', () => {
  // values of Python 3's difflib
  it.each([
    ['abcdefgqzx', 'abcdefghij', 0.7],
    ['thistlewqzx', 'thistlewood', 0.727_272_727_272_727_3],
    ['thistleqzxv', 'thistlewood', 0.636_363_636_363_636_4],
    ['quackenbus77', 'quackenbush', 0.869_565_217_391_304_3],
    ['aabbcc', 'abc', 0.666_666_666_666_666_6],
    ['zoë農夫', 'zoë', 0.75],
    ['banana', 'ananab', 1],
    ['', '', 1],
  ])('of %j and %j is %d', (a, b, ratio) => {
    expect(quickRatio(a, b)).toBeCloseTo(ratio, 15)
  })
})

describe('common passwords', () => {
  it.each([
    'password',
    'PassWord',
    'password123',
    'iloveyou',
    'qwertyuiop',
    '12345678',
    '987654321',
    'aaaaaaaa',
    'abababab',
    'summer2026',
    'tractor1',
    'abc',
  ])('%s is one', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each(['83629471', 'Wq3#z7K!', 'thistleqzxv', 'quackenbush9', 'correct horse battery', 'summer202600'])(
    '%s is none',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})

describe('passwordComplaints', () => {
  const owner = { name: 'Margaret Thistlewood', email: 'zz@farm.test' }

  it('applies the configured length, counted in characters', () => {
    expect(passwordComplaints('Wq3#z7K!xy', owner, 12)).toEqual([
      'This password is too short. It must contain at least 12 characters.',
    ])
    expect(passwordComplaints('🌾🌽🐄🚜🌧🪣🥔🧺', owner, 8)).toEqual([])
  })
})
