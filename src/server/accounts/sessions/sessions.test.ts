/** A session continues by renewal and ends at log-out, when a used refresh token returns, or when the account is closed. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { tokenPair, type TokenPair } from '#contract/accounts/accounts.ts'
import { cookieOf, logIn, PASSWORD, signedIn } from '../../testing/accounts.ts'
import { type Answer, type Built, build, shared } from '../../testing/build.ts'
import { expectEnded, expectOpen } from '../../testing/ended-session.ts'
import { signedUpUser } from '../../testing/factories.ts'
import { provesRow } from '../../testing/reliability.ts'

const renew = ({ call }: Built, refresh: string, cookie?: string) =>
  call(accountPaths.refresh, { json: { refresh }, headers: cookie ? { cookie } : {} })

async function renewed(built: Built, refresh: string): Promise<TokenPair> {
  return tokenPair.parse((await renew(built, refresh)).body)
}

const me = ({ call }: Built, access: string): Promise<Answer> =>
  call(accountPaths.me, { headers: { authorization: `JWT ${access}` } })

const REFUSED = { status: 401, body: { detail: 'Token is invalid or expired', code: 'token_not_valid' } }

const server = shared(() => build())

describe('a session', () => {
  it('continues by renewal, beyond the expiry of its first refresh token', async () => {
    const built = await build({ REFRESH_TTL: '14d' })
    let { refresh } = await signedIn(built)
    for (let week = 0; week < 3; week += 1) {
      built.clock.advance(10 * 86_400_000)
      const pair = await renewed(built, refresh)
      expect(pair.refresh).not.toBe(refresh)
      expect((await me(built, pair.access)).status).toBe(200)
      refresh = pair.refresh
    }
    built.clock.advance(15 * 86_400_000)
    expect(await renew(built, refresh)).toMatchObject(REFUSED)
  })

  it('answers a used refresh token with the same pair for 60 s, because answers get lost', async () => {
    const built = server()
    const { refresh } = await signedUpUser(built)
    const first = await renewed(built, refresh)
    built.clock.advance(55_000)
    expect(await renewed(built, refresh)).toEqual(first)
    expect((await renew(built, first.refresh)).status).toBe(200)
  })

  it('gives parallel renewals one successor', async () => {
    const built = server()
    const { refresh } = await signedUpUser(built)
    const pairs = await Promise.all(Array.from({ length: 8 }, () => renewed(built, refresh)))
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1)
  })

  it('ends when a used refresh token returns later: access, refresh and cookie at once, other sessions not', async () => {
    const built = server()
    const { refresh, email, cookie } = await signedUpUser(built)
    const otherSession = await logIn(built, email)
    const pair = await renewed(built, refresh)
    built.clock.advance(61_000)
    expect((await me(built, pair.access)).status).toBe(200)
    expect(await renew(built, refresh, cookie)).toMatchObject(REFUSED)
    expect(await me(built, pair.access)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect(await renew(built, pair.refresh)).toMatchObject(REFUSED)
    expect(await built.call(accountPaths.verify, { json: { token: pair.access } })).toMatchObject(REFUSED)
    expect((await me(built, otherSession.access)).status).toBe(200)
  })

  it("keeps the browser's cookie at renewal, and sets one in a browser that lost it", async () => {
    const built = server()
    const { refresh, cookie } = await signedUpUser(built)
    const renewal = await renew(built, refresh, cookie)
    expect(cookieOf(renewal.headers)).toBe(cookie)
    const stranger = await signedUpUser(built)
    const replaced = await renew(built, tokenPair.parse(renewal.body).refresh, stranger.cookie)
    expect(cookieOf(replaced.headers)).not.toBe(stranger.cookie)
    expect(cookieOf(replaced.headers)).toMatch(/^headgate=[\w-]{43}$/)
  })
})

describe('log-out', () => {
  const logout = ({ call }: Built, access: string, body: unknown = {}) =>
    call(accountPaths.logout, { json: body, headers: { authorization: `JWT ${access}` } })

  it('ends this session and its cookie, not the others', async () => {
    provesRow('A6', 1)
    const built = server()
    const session = await signedUpUser(built)
    const { id, email, access } = session
    const otherSession = await logIn(built, email)
    for (const open of [session, otherSession]) await expectOpen(built, id, open)
    const answer = await logout(built, access)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^headgate=;.*Expires=Thu, 01 Jan 1970/)
    await expectEnded(built, id, session)
    await expectOpen(built, id, otherSession)
    expect((await renew(built, otherSession.refresh)).status).toBe(200)
  })

  it('ends all of them on request', async () => {
    provesRow('A6', 1)
    const built = server()
    const session = await signedUpUser(built)
    const { id, email, access } = session
    const otherSession = await logIn(built, email)
    expect((await logout(built, access, { everywhere: 'yes' })).status).toBe(400)
    for (const open of [session, otherSession]) await expectOpen(built, id, open)
    expect((await logout(built, access, { everywhere: true })).status).toBe(204)
    for (const ended of [session, otherSession]) await expectEnded(built, id, ended)
  })

  it('clears the cookie of a visitor whose token has expired', async () => {
    const { call } = server()
    const answer = await call(accountPaths.logout, { method: 'POST' })
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^headgate=;/)
  })
})

describe('a closed account', () => {
  it('is refused at once, with all its tokens and cookies', async () => {
    provesRow('A6', 1)
    const built = server()
    const session = await signedUpUser(built)
    const { id, email, access } = session
    const otherSession = await logIn(built, email)
    for (const open of [session, otherSession]) await expectOpen(built, id, open)
    await built.kit.database.pool.query('update users set active = false where id = $1', [id])
    expect(await me(built, access)).toMatchObject({ status: 401, body: { code: 'user_inactive' } })
    for (const ended of [session, otherSession]) await expectEnded(built, id, ended)
    expect((await built.call(accountPaths.create, { json: { email, password: PASSWORD } })).status).toBe(401)
  })
})
