/** The policy of pages: pictures of this origin, and of the one that was configured. */
import { expect, it } from 'vitest'
import { pagePolicy } from './http-headers.ts'
import { originsOf } from './pages.ts'

const pictures = (policy: string) => policy.split('; ').find((rule) => rule.startsWith('img-src'))

it('lets no foreign picture in by itself', () => {
  expect(pictures(pagePolicy())).toBe("img-src 'self' data: blob:")
})

it('lets in the configured origin for pictures and for nothing else', () => {
  const policy = pagePolicy({ pictures: ['https://prairie.example'] })
  expect(pictures(policy)).toBe("img-src 'self' data: blob: https://prairie.example")
  expect(policy.split('https://prairie.example')).toHaveLength(2)
})

it('lets in all hosts of tiles that come from several', () => {
  expect(originsOf('https://{s}.tile.example/{z}/{x}/{y}.png')).toEqual(['https://*.tile.example'])
  expect(originsOf('data:image/png;base64,AA==')).toEqual([])
})
