/** A page preloads exactly what it needs besides the entry script, its source exists, and a new build is served. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPage } from '../../contract/site.ts'
import { build } from '../testing/build.ts'
import { readConfig } from './config.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
import { buildManifest, PAGE_SOURCES, preloadsOf, servePages } from './pages.ts'

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
  it('name what a page needs and the entry script does not load', () => {
    expect(preloadsOf(manifest, '/login').split(/\n */)).toEqual([
      '<link rel="preload" as="style" crossorigin href="/assets/form.css">',
      '<link rel="modulepreload" crossorigin href="/assets/routes.js">',
      '<link rel="modulepreload" crossorigin href="/assets/login.js">',
      '<link rel="modulepreload" crossorigin href="/assets/form.js">',
    ])
  })

  it('name only the application for an unknown page', () => {
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

describe('a build that is replaced while the server runs', () => {
  it('is served once it is complete, and the previous one until then', async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'headgate-pages-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    const folder = path.join(parent, 'dist')
    const built = async (at: string, word: string) => {
      await mkdir(path.join(at, 'assets'), { recursive: true })
      const files = {
        'index.html': `<head></head><script src="/assets/${word}.js"></script>`,
        'service-worker.js': `// ${word}`,
        [`assets/${word}.js`]: `'${word}'`,
        'icon-192.png': '',
        'icon-512.png': '',
      }
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(at, name), text)
    }
    await built(folder, 'before')
    const config = readConfig({ DATA_DIR: parent })
    const http = await createHttp(config, createLog(config))
    onTestFinished(() => http.close())
    await servePages(http, config, `${folder}/`)
    const says = async () => {
      const script = /assets\/\w+\.js/.exec((await http.inject('/login')).body)?.[0] ?? ''
      const worker = (await http.inject('/service-worker.js')).body
      return { script, worker, found: (await http.inject(`/${script}`)).statusCode }
    }
    expect(await says()).toEqual({ script: 'assets/before.js', worker: '// before', found: 200 })
    await built(`${folder}.new`, 'after')
    await rename(folder, `${folder}.old`)
    expect(await says()).toMatchObject({ script: 'assets/before.js', worker: '// before' })
    await rename(`${folder}.new`, folder)
    expect(await says()).toEqual({ script: 'assets/after.js', worker: '// after', found: 200 })
  })
})

describe('security.txt', () => {
  const ask = async (variables: Record<string, string>) => {
    const built = await build(variables)
    const answer = await built.app.http.inject('/.well-known/security.txt')
    return { built, answer, lines: answer.body.trim().split('\n') }
  }

  it('names the contact, and does not expire', async () => {
    const { built, answer, lines } = await ask({ SECURITY_CONTACT: 'mailto:holes@farm.example' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(lines[0]).toBe('Contact: mailto:holes@farm.example')
    const expires = Date.parse(lines[1]?.replace('Expires: ', '') ?? '')
    const days = (expires - built.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(366)
  })

  it('names the contact of the brand when no other is configured', async () => {
    const { lines } = await ask({ BRAND_CONTACT_URL: 'https://prairie.example/write' })
    expect(lines[0]).toBe('Contact: https://prairie.example/write')
  })

  it('says where it is, if the public address has TLS, which RFC 9116 requires', async () => {
    const { lines } = await ask({ PUBLIC_URL: 'https://farm.example/' })
    expect(lines).toContain('Canonical: https://farm.example/.well-known/security.txt')
    const plain = await ask({ PUBLIC_URL: 'http://farm.example' })
    expect(plain.lines.filter((line) => line.startsWith('Canonical'))).toEqual([])
  })
})
