/** Tokens have SimpleJWT's claims and expire; every forgery, wrong type and altered claim is refused. */
import { describe, expect, it } from 'vitest'
import { accountPaths } from '#contract/accounts/account-paths.ts'
import { build, shared } from '../../testing/build.ts'
import { signedUpUser } from '../../testing/factories.ts'
import { forged, forgeries } from '../../testing/forgeries.ts'

const REFUSAL = { status: 401, body: { code: 'token_not_valid' } }
const SECRET = 'a-secret-of-this-test-and-of-nothing-else'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('tokens', () => {
  const server = shared(() => build({ JWT_SECRET: SECRET, ACCESS_TTL: '15m', REFRESH_TTL: '14d' }))

  it('have the claims of SimpleJWT', async () => {
    const built = server()
    const { access, refresh, id } = await signedUpUser(built)
    const [claims, long] = [access, refresh].map((token) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'jti', 'token_type', 'user_id'])
    expect(claims).toMatchObject({ token_type: 'access', user_id: id })
    expect(claims.exp - claims.iat).toBe(15 * 60)
    expect(long).toMatchObject({ token_type: 'refresh', user_id: id })
    expect(long.exp - long.iat).toBe(14 * 86_400)
    expect(long.jti).not.toBe(claims.jti)
  })

  it('are refused at verify and refresh if they are forged', async () => {
    const built = server()
    const { access, refresh } = await signedUpUser(built)
    const valid = forged('HS256', 'sha256', access.split('.')[1] ?? '', SECRET)
    const inHeader = (path: string, token: string) =>
      built.call(path, { headers: { authorization: `JWT ${token}` } })
    expect((await inHeader(accountPaths.me, access)).status).toBe(200)
    expect((await inHeader(accountPaths.me, valid)).status).toBe(200)
    // planted faults found: without pinned algorithms HS384 passes, without the guard's check of the type a refresh token does
    const { 'a refresh token': genuine, ...forgedTokens } = forgeries(access, refresh, SECRET)
    expect(genuine).toBe(refresh)
    for (const [name, token] of Object.entries(forgedTokens)) {
      const answers = {
        verify: await built.call(accountPaths.verify, { json: { token } }),
        refresh: await built.call(accountPaths.refresh, { json: { refresh: token } }),
      }
      expect({ name, ...answers }).toMatchObject({ name, verify: REFUSAL, refresh: REFUSAL })
    }
    expect(await inHeader(accountPaths.me, refresh)).toMatchObject({
      status: 401,
      body: { code: 'token_not_valid' },
    })
    expect(await built.call(accountPaths.refresh, { json: { refresh: access } })).toMatchObject({
      status: 401,
      body: { detail: 'Token has wrong type', code: 'token_not_valid' },
    })
  })

  it('are refused if genuine but with claims that no login ever had', async () => {
    const built = server()
    const { access, id } = await signedUpUser(built)
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
    const changed = [
      { user_id: id + 1 },
      { user_id: String(id) },
      { user_id: 2 ** 31 },
      { jti: 'x\0y' },
      { jti: claims.jti.replace(/^./, claims.jti.startsWith('0') ? '1' : '0') },
      { exp: undefined },
      { exp: '9999999999' },
      { token_type: 'sliding' },
    ]
    for (const change of changed) {
      const token = forged('HS256', 'sha256', encoded({ ...claims, ...change }), SECRET)
      const { status } = await built.call(accountPaths.me, { headers: { authorization: `JWT ${token}` } })
      expect({ change, status }).toEqual({ change, status: 401 })
    }
  })

  it('expire', async () => {
    const built = server()
    const { headers } = await signedUpUser(built)
    built.clock.advance(14 * 60_000)
    expect((await built.call(accountPaths.me, { headers })).status).toBe(200)
    built.clock.advance(2 * 60_000)
    expect(await built.call(accountPaths.me, { headers })).toMatchObject({
      status: 401,
      body: { code: 'token_not_valid' },
    })
  })
})
