/** Request fields, e-mail addresses and uids are accepted and refused as in Djoser, with its messages. */
import { describe, expect, it } from 'vitest'
import { Problem } from '../kit/problem.ts'
import { fieldsOf } from './djoser-fields.ts'
import { isEmailAddress, normalisedEmail } from './email-address.ts'
import { idOfUid, uidOf } from './user-uid.ts'

function errorsOf(body: unknown): unknown {
  try {
    return fieldsOf(body, { name: { maxLength: 4 }, email: { email: true } })
  } catch (error) {
    return error instanceof Problem ? error.details.body : error
  }
}

describe('fieldsOf', () => {
  it('trims text and accepts numbers as text', () => {
    expect(errorsOf({ name: ' 12 ', email: 'a@b.example ', more: 1 })).toEqual({
      name: '12',
      email: 'a@b.example',
    })
    expect(errorsOf({ name: 7, email: 'a@b.example' })).toMatchObject({ name: '7' })
  })

  it('collects the errors of each field', () => {
    expect(errorsOf({ name: 'a\0bcde', email: false })).toEqual({
      name: ['Ensure this field has no more than 4 characters.', 'Null characters are not allowed.'],
      email: ['Enter a valid email address.'],
    })
    expect(errorsOf({ name: '\ud83d', email: 'a@b.example' })).toEqual({
      name: ['Surrogate characters are not allowed: U+D83D.'],
    })
    expect(errorsOf({ name: '🌾🌾🌾🌾', email: 'a@b.example' })).toMatchObject({ name: '🌾🌾🌾🌾' })
  })

  it.each([
    [null, 'No data provided'],
    ['x', 'Invalid data. Expected a dictionary, but got str.'],
    [1, 'Invalid data. Expected a dictionary, but got int.'],
    [1.5, 'Invalid data. Expected a dictionary, but got float.'],
    [true, 'Invalid data. Expected a dictionary, but got bool.'],
  ])('says what %j is', (body, sentence) => {
    expect(errorsOf(body)).toEqual({ non_field_errors: [sentence] })
  })

  it('finds no field on a prototype', () => {
    expect(errorsOf(JSON.parse('{"__proto__": {"name": "x", "email": "a@b.example"}}'))).toEqual({
      name: ['This field is required.'],
      email: ['This field is required.'],
    })
  })
})

describe('e-mail addresses', () => {
  it.each(['a@b.example', "o'neil+x@b-c.example", 'a@localhost', 'a@[127.0.0.1]', 'a@bücher.example'])(
    '%s is one',
    (text) => {
      expect(isEmailAddress(text)).toBe(true)
    },
  )

  it.each([
    'plain',
    '@b.example',
    'a@',
    'a@b',
    'a@-b.example',
    'a@b.example-',
    'a..b@c.example',
    'a@b@c.example',
    'a@[1.2.3]',
    'a@b..example',
    '"a <b@evil.example>"@c.example',
    'a@b.example\r\nBcc: x@y.example',
    `${'a'.repeat(320)}@b.example`,
  ])('%j is none', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('have one canonical form of the domain', () => {
    expect(normalisedEmail('Pat@EXAMPLE.Com')).toBe('Pat@example.com')
  })
})

describe('uid', () => {
  it('is Djoser\u2019s', () => {
    expect(uidOf(1)).toBe('MQ')
    expect(uidOf(999_999_999)).toBe('OTk5OTk5OTk5')
    expect(idOfUid('MQ')).toBe(1)
    expect(idOfUid('MQ==')).toBe(1)
  })

  it.each(['', '!!!', 'YWJj', 'MA', 'LTE', 'OTk5OTk5OTk5OQ', 'MS41', 'MQ'.repeat(50)])(
    '%j is none',
    (uid) => {
      expect(idOfUid(uid)).toBeNull()
    },
  )
})
