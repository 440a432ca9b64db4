/** The imagery settings: a valid URL with its attribution, and none for anything else. */
import { describe, expect, it } from 'vitest'
import { readImagery } from './imagery.ts'

describe('readImagery', () => {
  it('takes a URL and its attribution', () => {
    const content = JSON.stringify({ url: 'https://i.example/{z}/{x}/{y}', attribution: '© I' })
    expect(readImagery(content)).toEqual({ url: 'https://i.example/{z}/{x}/{y}', attribution: '© I' })
  })

  it.each([null, '', '__IMAGERY__', '[]', '{"url":"javascript:alert(1)"}', '{"url":5}'])(
    'has none for %j',
    (content) => {
      expect(readImagery(content).url).toBeNull()
    },
  )
})
