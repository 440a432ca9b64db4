/** A page preloads exactly what it needs beyond the first script, and the source of every page exists. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPage } from '../../contract/site.ts'
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
