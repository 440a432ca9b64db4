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
  '_shared.js': { file: 'assets/shared.js' },
  '_form.js': { file: 'assets/form.js', css: ['assets/form.css'], imports: ['_shared.js', '_form.js'] },
  'accounts/login-page.tsx': { file: 'assets/login.js', imports: ['index.html', '_form.js'] },
})

describe('preloads', () => {
  it('name what a page needs and the first script does not bring', () => {
    expect(preloadsOf(manifest, '/login').split(/\n */)).toEqual([
      '<link rel="preload" as="style" crossorigin href="/assets/form.css">',
      '<link rel="modulepreload" crossorigin href="/assets/login.js">',
      '<link rel="modulepreload" crossorigin href="/assets/form.js">',
    ])
  })

  it('name nothing where nothing is known', () => {
    expect(preloadsOf(manifest, '/systems')).toBe('')
    expect(preloadsOf(manifest, '/faq')).toBe('')
  })

  it.each([...PAGE_SOURCES])('know the source of %s', (path, source) => {
    expect(isPage(path)).toBe(true)
    expect(existsSync(new URL(`../../web/${source}`, import.meta.url))).toBe(true)
  })
})
