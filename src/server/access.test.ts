/**
 * Every route of the product: who may call it, and the headers of every answer. Planted faults found: a route without its
 * guard, one missing from the API reference, a missing header, algorithms not pinned, a refresh token accepted as access
 * token, and auth calls that a page of another site may post to.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { graphPaths, graphPictures } from '../contract/graphs.ts'
import { readConfig } from './kit/config.ts'
import { createHttp } from './kit/http-server.ts'
import { createLog } from './kit/log.ts'
import { servePages } from './kit/pages.ts'
import { signedIn } from './testing/accounts.ts'
import { type Answer, build } from './testing/build.ts'
import { connectedSystem, signedUpUser } from './testing/factories.ts'
import { forgeries } from './testing/forgeries.ts'
import { readingAt, storeReadings } from './testing/graph-readings.ts'
import { documentedRoutes, type Route, routedCalls } from './testing/routes.ts'
import { provesRow } from './testing/reliability.ts'

const SECRET = 'a-secret-of-this-test-and-of-nothing-else'

/** Calls without a login; all others need one. */
const OPEN = new Set([
  'POST /api/ingest/readings',
  'POST /api/ingest/lorawan',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'POST /auth/users',
  'POST /auth/users/activation',
  'POST /auth/users/resend_activation',
  'POST /auth/users/reset_password',
  'POST /auth/users/reset_password_confirm',
  'POST /auth/jwt/create',
  'POST /auth/jwt/refresh',
  'POST /auth/jwt/verify',
])
/** Not in the API reference: the reference itself, and the files of pages. */
const HIDDEN =
  /^(GET|HEAD) (\/api\/(openapi\.json|docs\b.*)|\/assets\/.*|\*|\/(robots\.txt|\.well-known\/security\.txt|service-worker\.js|manifest\.webmanifest|icon-\d+\.png))$/

/** Calls that accept the cookie because they only read: they refuse by the caller's identity, not by the requesting page. */
const BY_COOKIE = new Set(['POST /dates'])

const nameOf = ({ method, path }: Route) => `${method} ${path.replace(/\/$/, '')}`

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
}

/** Without the server's name, and not cacheable. */
function expectHeaders(name: string, { headers }: Answer): void {
  const found = Object.fromEntries(Object.keys(HEADERS).map((header) => [header, headers.get(header)]))
  expect({ name, ...found }).toEqual({ name, ...HEADERS })
  expect(headers.get('cache-control')).toMatch(/no-store/)
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
}

describe('every route', () => {
  it('answers 401 without a credential, unless it is a public one', async () => {
    const built = await build()
    const routes = await documentedRoutes(built)
    expect(routes.length).toBeGreaterThan(25)
    provesRow('A1', routes.length)
    provesRow('H1', routes.length)
    for (const route of routes) {
      const name = nameOf(route)
      expect({ name, open: OPEN.has(name) }).toEqual({ name, open: !route.secured })
      const answer = await built.call(route.path, { method: route.method })
      expectHeaders(name, answer)
      if (!route.secured) continue
      const sentence = 'Authentication credentials were not provided.'
      const body = route.path.startsWith('/auth/')
        ? { detail: sentence }
        : { message: sentence, detail: sentence, code: 'not_authenticated' }
      expect({ name, status: answer.status, body: answer.body }).toEqual({ name, status: 401, body })
      expect(answer.headers.get('www-authenticate')).toBe('JWT realm="api"')
    }
  })

  it('is in the API reference', async () => {
    const built = await build()
    const documented = new Set((await documentedRoutes(built)).map(nameOf))
    const unknown = routedCalls(built).filter(
      (call) =>
        !HIDDEN.test(call) &&
        !documented.has(call) &&
        // the router answers HEAD wherever it answers GET
        !(call.startsWith('HEAD ') && documented.has(call.replace('HEAD', 'GET'))),
    )
    expect(unknown).toEqual([])
  })

  it('refuses every forged token', async () => {
    const built = await build({ JWT_SECRET: SECRET })
    const { access, refresh, headers } = await signedIn(built)
    const tokens = Object.entries(forgeries(access, refresh, SECRET))
    expect(tokens.length).toBeGreaterThanOrEqual(40)
    const secured = (await documentedRoutes(built)).filter((route) => route.secured)
    provesRow('A2', secured.length * tokens.length)
    for (const { method, path } of secured)
      for (const [name, token] of tokens) {
        const answer = await built.call(path, { method, headers: { authorization: `JWT ${token}` } })
        expect([method, path, name, answer.status]).toEqual([method, path, name, 401])
        expect(answer.body).toMatchObject({ code: 'token_not_valid' })
      }
    expect((await built.call(accountPaths.me, { headers })).status).toBe(200)
  })

  it('sends the security headers with refusals and 404s too', async () => {
    const built = await build()
    const { call } = built
    const { headers } = await signedIn(built)
    const answers: Record<string, Answer> = {
      ok: await call(accountPaths.me, { headers }),
      malformed: await call(accountPaths.users, { json: [] }),
      forged: await call(accountPaths.me, { headers: { authorization: 'JWT x' } }),
      miss: await call('/auth/nothing/'),
      method: await call(accountPaths.create, { method: 'PUT' }),
      type: await call(accountPaths.create, { method: 'POST', headers: { 'content-type': 'text/plain' } }),
    }
    provesRow('H1', Object.keys(answers).length)
    for (const [name, answer] of Object.entries(answers)) expectHeaders(name, answer)
    expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 400, 401, 404, 405, 415])
  })
})

/** The directives of a policy, each with its sources. */
const directivesOf = (policy: string) =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

/** A page's policy, with the origins of the provider's imagery. */
const pagePolicy = (imagery = '') =>
  `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:${imagery}; connect-src 'self'${imagery}; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`

/** Pages as they are built, on a server with one call that fails for a reason of its own. */
async function servedPages(variables: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-access-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'assets'))
  const files = ['index.html', 'service-worker.js', 'icon-192.png', 'icon-512.png', 'assets/page-C0ffee42.js']
  for (const name of files) await writeFile(path.join(folder, name), `<head></head>${name}`)
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...variables })
  const http = await createHttp(config, createLog(config))
  onTestFinished(() => http.close())
  http.get('/api/fails/', () => {
    throw new TypeError('cannot read /srv/headgate/src/secret.ts')
  })
  await servePages(http, config, `${folder}/`)
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  return async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + address, { headers, redirect: 'manual' })
    await answer.body?.cancel()
    return answer
  }
}

/** All of them at once, with those that depend on what is asked for. */
function expectExactly(name: string, headers: Headers, own: Record<string, unknown>): void {
  const wanted = { ...HEADERS, 'strict-transport-security': null, ...own, server: null, 'x-powered-by': null }
  const found = Object.fromEntries(Object.keys(wanted).map((header) => [header, headers.get(header)]))
  expect({ name, ...found }).toEqual({ name, ...wanted })
}

describe('the headers', () => {
  const HASHED = '/assets/page-C0ffee42.js'
  const html = { accept: 'text/html' }

  it('of pages and their files are those of a page, and allow the imagery that is configured', async () => {
    const plain = await servedPages()
    const MAP_SATELLITE_URL = 'https://tiles.example/{z}/{x}/{y}.jpg'
    const withImagery = await servedPages({ MAP_SATELLITE_URL })
    const asked = ['/', '/login', '/systems', '/no-such-page']
    provesRow('H1', asked.length * 2 + 2)
    for (const address of asked) {
      const [own, imagery] = [await plain(address, html), await withImagery(address, html)]
      expect([address, own.status]).toEqual([address, address === '/no-such-page' ? 404 : 200])
      const page = { 'cache-control': 'no-cache' }
      expectExactly(address, own.headers, { ...page, 'content-security-policy': pagePolicy() })
      const policy = pagePolicy(' https://tiles.example')
      expectExactly(address, imagery.headers, { ...page, 'content-security-policy': policy })
    }
    const asset = await plain(HASHED)
    expect(asset.status).toBe(200)
    expectExactly(HASHED, asset.headers, {
      'content-security-policy': null,
      // a year: what is immutable for less is fetched again
      'cache-control': expect.stringMatching(
        /^(?!.*(no-store|no-cache|private)).*max-age=(3153600\d|[4-9]\d{7})\b.*\bimmutable\b/,
      ),
    })
    const miss = await plain('/assets/page-00000000.js')
    expect(miss.status).toBe(404)
    expectExactly('a file of another build', miss.headers, { 'cache-control': 'no-store' })
  })

  it('of a failure and of a redirect are those of the API', async () => {
    const ask = await servedPages()
    provesRow('H1', 2)
    const failure = await ask('/api/fails/')
    expect(failure.status).toBe(500)
    expectExactly('a failure', failure.headers, { 'cache-control': 'no-store' })
    const redirect = await ask('/api/docs/static/index.html')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/api/docs/'])
    expectExactly('a redirect', redirect.headers, { 'cache-control': 'no-store' })
  })

  it('require TLS from then on, wherever the public address has it', async () => {
    const ask = await servedPages({ PUBLIC_URL: 'https://farm.example' })
    const asked = ['/login', HASHED, '/api/docs', '/api/docs/static/index.html', '/api/fails/', '/api/none/']
    provesRow('H1', asked.length)
    for (const address of asked) {
      const { headers } = await ask(address)
      const [, seconds] =
        /^max-age=(\d+)(; includeSubDomains)?(; preload)?$/.exec(
          headers.get('strict-transport-security') ?? '',
        ) ?? []
      expect([address, Number(seconds) >= 31_536_000]).toEqual([address, true])
    }
  })

  it('of the API reference allow no more than those of a page', async () => {
    const ask = await servedPages()
    provesRow('H1', 4)
    for (const address of ['/api/docs', '/api/docs/?expanded']) {
      const { status, headers } = await ask(address, html)
      expect(status).toBe(200)
      const policy = headers.get('content-security-policy') ?? ''
      expectExactly(address, headers, { 'content-security-policy': policy, 'cache-control': 'no-store' })
      const directives = directivesOf(policy)
      for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
        expect([address, name, directives.get(name)]).toEqual([address, name, ["'none'"]])
      expect(directives.has('form-action')).toBe(true)
      const page = directivesOf(pagePolicy())
      for (const [name, sources] of directives) {
        const allowed = new Set(["'none'", ...(page.get(name) ?? [])])
        // of a style that its library needs
        const beyond = sources.filter(
          (source) => !allowed.has(source) && !(name === 'style-src' && /^'sha(256|384|512)-/.test(source)),
        )
        expect([address, name, beyond]).toEqual([address, name, []])
      }
    }
    for (const address of ['/api/docs/json', '/api/docsx'])
      expectExactly(address, (await ask(address)).headers, { 'cache-control': 'no-store' })
  })

  it('of pictures keep them out of every cache, also where there is none', async () => {
    const built = await build()
    built.clock.advance(Date.parse('2026-07-20T18:00:00Z') - built.clock.now().getTime())
    const pat = await signedUpUser(built)
    await connectedSystem(built, pat)
    await storeReadings(built, 'North Quarter', [
      readingAt('2026-07-06T12:00:00Z', 0.2, { probe: 3 }),
      readingAt('2026-07-07T12:00:00Z', 0.22, { probe: 3 }),
    ])
    const { body } = await built.call(graphPaths.dates, {
      headers: { cookie: pat.cookie },
      json: {
        user_id: pat.id,
        selected_db: `${pat.id}/North Quarter 2026.db`,
        start_date: '06-07-2026',
        end_date: '07-07-2026',
      },
    })
    const [stored = ''] = Object.values(graphPictures.parse(body).plot_urls)
    const none = stored.replace(/[0-9a-f]{32}/, '0'.repeat(32))
    const asked = [
      ['a picture', stored, { cookie: pat.cookie }, 200],
      ['no picture', none, { cookie: pat.cookie }, 404],
      ['a picture without the cookie', stored, {}, 401],
    ] as const
    provesRow('H1', asked.length)
    for (const [name, address, headers, status] of asked) {
      const answer = await fetch(built.url + address, { headers })
      await answer.arrayBuffer()
      expect([name, answer.status]).toEqual([name, status])
      expectExactly(name, answer.headers, { 'cache-control': 'private, no-store' })
    }
  })
})

describe('a page of another site', () => {
  it('cannot write anything, by form, text or fetch, with the cookie added by the browser', async () => {
    const built = await build()
    const { cookie } = await signedIn(built)
    const kinds: Record<string, Record<string, string>> = {
      form: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      text: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      fetch: { 'content-type': 'application/json', origin: 'https://evil.example' },
      sandboxed: { 'content-type': 'application/json', origin: 'null' },
      neighbour: { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' },
    }
    const routes = (await documentedRoutes(built)).filter(
      ({ method, path }) => method !== 'GET' && !path.startsWith('/api/ingest/'),
    )
    provesRow('H2', routes.length * Object.keys(kinds).length)
    for (const { method, path } of routes)
      for (const [kind, headers] of Object.entries(kinds)) {
        const { status } = await built.call(path, { method, headers: { ...headers, cookie } })
        expect([method, path, kind, status]).toEqual([
          method,
          path,
          kind,
          path.startsWith('/auth/') || BY_COOKIE.has(`${method} ${path}`) ? 403 : 401,
        ])
      }
  })

  it('cannot read anything either', async () => {
    const built = await build()
    const { cookie } = await signedIn(built)
    const routes = (await documentedRoutes(built)).filter(
      ({ method, secured }) => method === 'GET' && secured,
    )
    provesRow('H2', routes.length * 2)
    for (const { path } of routes)
      for (const [name, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example'],
      ] as const) {
        const { status } = await built.call(path, { headers: { [name]: value, cookie } })
        expect([path, [401, 403].includes(status)]).toEqual([path, true])
      }
  })
})
