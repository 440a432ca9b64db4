/** What is left of a session: its access token, its refresh token and the cookie of its pictures, which end together. */
import { expect } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { TokenPair } from '../../contract/accounts/accounts.ts'
import { systemPaths } from '../../contract/systems.ts'
import type { Built } from './build.ts'

export interface Session extends TokenPair {
  /** `name=value` of the read cookie. */
  cookie: string
}

/** By its two credentials that a request may show without being changed. */
export async function expectOpen(built: Built, userId: number, session: Session): Promise<void> {
  expect(await readsOf(built, userId, session)).toEqual({ access: 200, cookie: 200 })
}

/** All three at once, and none only because another was shown before it: the refresh token is tried last. */
export async function expectEnded(built: Built, userId: number, session: Session): Promise<void> {
  expect(await readsOf(built, userId, session)).toEqual({ access: 401, cookie: 401 })
  const { access, refresh, cookie } = session
  const verification = await built.call(accountPaths.verify, { json: { token: access } })
  const renew = (headers: Record<string, string>) =>
    built.call(accountPaths.refresh, { json: { refresh }, headers })
  for (const answer of [verification, await renew({}), await renew({ cookie })])
    expect(answer).toMatchObject({
      status: 401,
      body: { detail: 'Token is invalid or expired', code: 'token_not_valid' },
    })
}

/** Statuses of a read by the header, and of one as images and old clients send it. */
async function readsOf({ call }: Built, userId: number, { access, cookie }: Session) {
  const byHeader = await call(accountPaths.me, { headers: { authorization: `JWT ${access}` } })
  const byCookie = await call(`${systemPaths.fetchSystems}?userId=${userId}`, { headers: { cookie } })
  return { access: byHeader.status, cookie: byCookie.status }
}
