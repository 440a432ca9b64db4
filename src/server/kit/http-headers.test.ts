import { expect, it } from 'vitest'
import { pagePolicy } from './http-headers.ts'

/** The sources that a directive allows. */
const allowed = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1)

it('lets a page reach its own origin alone', () => {
  expect(allowed(pagePolicy(), 'img-src')).toEqual(["'self'", 'data:', 'blob:'])
  expect(allowed(pagePolicy(), 'connect-src')).toEqual(["'self'"])
  expect(allowed(pagePolicy(), 'worker-src')).toEqual(["'self'"])
})

it('lets maps be fetched and shown from their origin, a logo only shown', () => {
  const policy = pagePolicy({ pictures: ['https://logo.example'], maps: ['https://imagery.example'] })
  expect(allowed(policy, 'connect-src')).toEqual(["'self'", 'https://imagery.example'])
  expect(allowed(policy, 'img-src')).toEqual(
    expect.arrayContaining(['https://logo.example', 'https://imagery.example']),
  )
})
