/** A page preloads exactly what it needs beyond the first script, and the source of every page exists. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPage } from '../../contract/site.ts'
import { build } from '../testing/build.ts'
import { buildManifest, PAGE_SOURCES, preloadsOf } from './pages.ts'

const manifest = buildManifest.parse({
  'index.html': {
    file: 'assets/index.js',
    css: ['assets/index.css'],
    imports: ['_shared.js'],
    isEntry: true,
  },
  'routes.tsx': { file: 'assets/routes.js', imports: ['index.html', '_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_form.js': { file: 'assets/form.js', css: ['assets/form.css'], imports: ['_shared.js', '_form.js'] },
  'accounts/login-page.tsx': { file: 'assets/login.js', imports: ['routes.tsx', '_form.js'] },
})

describe('preloads', () => {
  it('name what a page needs and the first script does not bring', () => {
    expect(preloadsOf(manifest, '/login').split(/\n */)).toEqual([
      '<link rel="preload" as="style" crossorigin href="/assets/form.css">',
      '<link rel="modulepreload" crossorigin href="/assets/routes.js">',
      '<link rel="modulepreload" crossorigin href="/assets/login.js">',
      '<link rel="modulepreload" crossorigin href="/assets/form.js">',
    ])
  })

  it('name the application alone where nothing else is known', () => {
    const application = '<link rel="modulepreload" crossorigin href="/assets/routes.js">'
    expect(preloadsOf(manifest, '/systems')).toBe(application)
    expect(preloadsOf(manifest, '/faq')).toBe(application)
    expect(preloadsOf({}, '/faq')).toBe('')
  })

  it('know the source of the application', () => {
    expect(existsSync(new URL('../../web/routes.tsx', import.meta.url))).toBe(true)
  })

  it.each([...PAGE_SOURCES])('know the source of %s', (path, source) => {
    expect(isPage(path)).toBe(true)
    expect(existsSync(new URL(`../../web/${source}`, import.meta.url))).toBe(true)
  })
})

describe('who finds a hole', () => {
  const ask = async (variables: Record<string, string>) => {
    const built = await build(variables)
    const answer = await built.app.http.inject('/.well-known/security.txt')
    return { built, answer, lines: answer.body.trim().split('\n') }
  }

  it('is told where to say so, by a text that is never out of date', async () => {
    const { built, answer, lines } = await ask({ SECURITY_CONTACT: 'mailto:holes@farm.example' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(lines[0]).toBe('Contact: mailto:holes@farm.example')
    const expires = Date.parse(lines[1]?.replace('Expires: ', '') ?? '')
    const days = (expires - built.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(366)
  })

  it('finds the contact of the brand where no other is named', async () => {
    const { lines } = await ask({ BRAND_CONTACT_URL: 'https://prairie.example/write' })
    expect(lines[0]).toBe('Contact: https://prairie.example/write')
  })
})
