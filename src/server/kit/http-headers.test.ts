/** The content security policy of pages: images of this origin and the configured ones. */
import { expect, it } from 'vitest'
import { pagePolicy } from './http-headers.ts'
import { originsOf } from './pages.ts'

const pictures = (policy: string) => policy.split('; ').find((rule) => rule.startsWith('img-src'))

it('allows no foreign images by default', () => {
  expect(pictures(pagePolicy())).toBe("img-src 'self' data: blob:")
})

it('allows the configured origin for images and for nothing else', () => {
  const policy = pagePolicy({ pictures: ['https://prairie.example'] })
  expect(pictures(policy)).toBe("img-src 'self' data: blob: https://prairie.example")
  expect(policy.split('https://prairie.example')).toHaveLength(2)
})

it('allows all hosts of tiles that come from several', () => {
  expect(originsOf('https://{s}.tile.example/{z}/{x}/{y}.png')).toEqual(['https://*.tile.example'])
  expect(originsOf('data:image/png;base64,AA==')).toEqual([])
})
