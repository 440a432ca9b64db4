/** The branding of the page: given, absent, still the placeholder, or malicious. */
import { expect, it } from 'vitest'
import { readBrand } from './brand.ts'

it('reads what the server wrote', () => {
  const content = {
    product: 'AquaArc',
    company: 'Prairie Water',
    aboutUrl: 'https://prairie.example/about',
    contactUrl: 'mailto:hello@prairie.example',
    socialUrl: 'https://social.example/prairie',
    province: 'Manitoba',
    logoUrl: 'https://prairie.example/logo.svg',
  }
  expect(readBrand(JSON.stringify(content))).toEqual(content)
})

it.each([null, undefined, '', '__BRAND__', '[]', '{"product":""}'])('is neutral for %j', (content) => {
  expect(readBrand(content)).toMatchObject({ product: 'Headgate', province: 'Alberta' })
})

it('refuses script URLs', () => {
  expect(readBrand('{"aboutUrl":"javascript:alert(1)"}').aboutUrl).toMatch(/^https:/)
  expect(readBrand('{"logoUrl":"data:text/html,<script>alert(1)</script>"}').logoUrl).toBeNull()
})
