/** The read cookie allows only reads, only from its own origin, and only until its session ends. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { createHttp } from '../../kit/http-server.ts'
import { signedIn } from '../../testing/accounts.ts'
import { type Built, build, shared } from '../../testing/build.ts'
import { signedUpUser } from '../../testing/factories.ts'
import { createGuard, requesterOf } from './guard.ts'
import { createReadCookie } from './read-cookie.ts'
import { createSessionLookup } from './session-lookup.ts'
import { createTokens } from './tokens.ts'

/** One route of each kind, on a separate server over the same database. */
async function guarded({ kit }: Built) {
  const http = await createHttp(kit.config, kit.log)
  const guard = createGuard(
    kit,
    createTokens(kit),
    createReadCookie(kit),
    createSessionLookup(kit.database.pool),
  )
  http.get('/read', { onRequest: guard.signedInForRead }, (request) => requesterOf(request).email)
  http.get('/api/own', { onRequest: guard.signedIn }, (request) => requesterOf(request).email)
  http.get('/open', (request) => requesterOf(request).email)
  return async (url: string, headers: Record<string, string>) => {
    const { statusCode, body, headers: answered } = await http.inject({ url, headers })
    return { status: statusCode, body, cookie: answered['set-cookie'] }
  }
}

const server = shared(() => build())

describe('the read cookie', () => {
  it('is opaque, HttpOnly and strict; Secure with its prefix under https', async () => {
    const login = async (built: Built) => {
      const { email } = await signedIn(built)
      const answer = await built.call(accountPaths.create, {
        json: { email, password: 'Vq7!grove#Tundra-Zk2pXb' },
      })
      return answer.headers.getSetCookie()[0]
    }
    expect(await login(server())).toMatch(
      /^headgate=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(await login(await build({ PUBLIC_URL: 'https://farm.example' }))).toMatch(
      /^__Host-headgate=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  it('is stored as a hash only', async () => {
    const built = server()
    const { cookie, id } = await signedUpUser(built)
    const value = cookie.split('=')[1] ?? ''
    const { rows } = await built.kit.database.pool.query(
      'select hash from read_cookies c join token_families f on f.id = c.family where f.user_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].hash.toString('latin1')).not.toContain(value)
    expect(rows[0].hash.toString('base64url')).not.toBe(value)
  })

  it('is accepted for reads only', async () => {
    const built = server()
    const { cookie, email, headers } = await signedUpUser(built)
    const get = await guarded(built)
    expect(await get('/read', { cookie })).toMatchObject({ status: 200, body: email })
    expect(await get('/read', headers)).toMatchObject({ status: 200, body: email })
    expect(await get('/api/own', headers)).toMatchObject({ status: 200, body: email })
    expect((await get('/api/own', { cookie })).status).toBe(401)
    expect((await get('/read', {})).status).toBe(401)
    expect((await built.call(accountPaths.me, { headers: { cookie } })).status).toBe(401)
    expect(
      (await built.call(accountPaths.preferences, { method: 'PATCH', json: {}, headers: { cookie } })).status,
    ).toBe(401)
  })

  it('is refused and cleared if the header names another user, or if its session has ended', async () => {
    const built = server()
    const [pat, kim] = [await signedUpUser(built), await signedUpUser(built)]
    const get = await guarded(built)
    const both = await get('/read', { ...pat.headers, cookie: kim.cookie })
    expect(both.status).toBe(401)
    expect(String(both.cookie)).toMatch(/^headgate=;/)
    await built.call(accountPaths.logout, { method: 'POST', headers: pat.headers })
    const ended = await get('/read', { cookie: pat.cookie })
    expect(ended.status).toBe(401)
    expect(String(ended.cookie)).toMatch(/^headgate=;/)
  })

  it('expires with its session, and is extended by a renewal', async () => {
    const built = await build({ REFRESH_TTL: '14d' })
    const { cookie, refresh } = await signedIn(built)
    const get = await guarded(built)
    built.clock.advance(13 * 86_400_000)
    await built.call(accountPaths.refresh, { json: { refresh } })
    built.clock.advance(13 * 86_400_000)
    expect((await get('/read', { cookie })).status).toBe(200)
    built.clock.advance(2 * 86_400_000)
    expect((await get('/read', { cookie })).status).toBe(401)
  })

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['foreign origin', { origin: 'https://evil.example' }, 403],
    ['null origin', { origin: 'null' }, 403],
    ['own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['typed address', { 'sec-fetch-site': 'none' }, 200],
    ['own origin', { origin: 'http://farm.test', host: 'farm.test' }, 200],
  ])('answers %s as it should', async (_name, headers, status) => {
    const built = server()
    const { cookie, headers: named } = await signedUpUser(built)
    const get = await guarded(built)
    expect((await get('/read', { cookie, ...headers })).status).toBe(status)
    // browsers never add this header by themselves
    expect((await get('/read', { ...named, ...headers })).status).toBe(200)
  })
})

describe('requesterOf', () => {
  it('refuses on a route without a guard', async () => {
    const built = server()
    const { headers } = await signedUpUser(built)
    const get = await guarded(built)
    expect((await get('/open', headers)).status).toBe(401)
  })
})

describe('the Authorization header', () => {
  it.each(['JWT', 'JWT a b', 'JWT\ta\tb'])('refuses %j', async (authorization) => {
    const { call } = server()
    expect(await call(accountPaths.me, { headers: { authorization } })).toMatchObject({
      status: 401,
      body: { code: 'bad_authorization_header' },
    })
  })
})
