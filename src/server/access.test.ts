/**
 * Every route of the product: who may call it, and the headers of every answer. Planted faults found: a route without its
 * guard, one missing from the API reference, a missing header, algorithms not pinned, a refresh token accepted as access
 * token, and auth calls that a page of another site may post to.
 */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { signedIn } from './testing/accounts.ts'
import { type Answer, build } from './testing/build.ts'
import { forgeries } from './testing/forgeries.ts'
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
