/** Silent token renewal: once for all tabs, and never after log-out. */
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import type { RefreshBody } from '../../contract/accounts/accounts.ts'
import { CallError } from './call-error.ts'
import { jsonOf, textOf } from './json-text.ts'
import type { Session } from './session.ts'
import { claimsOf } from './token.ts'

/** Renew this long before expiry, or in the last third of a short lifetime, so that no token expires during a call. */
const RENEW_AHEAD_MS = 60_000
const LOCK = 'headgate-renewal'

export type Locks = Pick<LockManager, 'request'>

interface RenewalParts {
  session: Session
  /** Sends requests without credentials. */
  http: { request: (method: 'POST', path: string, request: { body: unknown }) => Promise<Response> }
  locks?: Locks
  now?: () => number
}

export function createRenewal({ session, http, locks, now = Date.now }: RenewalParts) {
  let renewal: Promise<string> | null = null
  // How far this device's clock is ahead of the server's; a wrong clock must not cause a renewal before every call.
  let skew = 0

  async function exchange(refresh: string): Promise<string> {
    const response = await http.request('POST', accountPaths.refresh, {
      body: { refresh } satisfies RefreshBody,
    })
    const body = await jsonOf(response)
    const access = textOf(body, 'access')
    // Meanwhile somebody may have logged out or in, here or in another tab; those tokens win.
    const storedTokens = session.storedTokens()
    if (storedTokens.refresh !== refresh) return currentAccess()
    if (response.ok && access) {
      const tokens = { access, refresh: textOf(body, 'refresh') ?? refresh }
      session.dispatch({ type: 'AUTHENTICATED_SUCCESS', tokens })
      skew = now() - (claimsOf(access)?.issuedAt ?? now())
      return access
    }
    if (response.status === 401 || response.status === 400) {
      session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'refused' })
      throw new CallError('session-ended', response.status, null)
    }
    throw new CallError('unreachable', response.status, null)
  }

  function currentAccess(): string {
    session.syncFromStorage()
    const { access } = session.getState()
    if (!access) throw new CallError('session-ended')
    return access
  }

  async function renewUnderLock(stale: string): Promise<string> {
    const storedTokens = session.storedTokens()
    if (storedTokens.access === stale && !storedTokens.refresh) {
      // a provider's view of a customer's screens is never renewed
      session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'refused' })
      throw new CallError('session-ended')
    }
    if (storedTokens.access !== stale || !storedTokens.refresh) return currentAccess()
    return exchange(storedTokens.refresh)
  }

  /** Exchanges a stale access token for a new one; concurrent callers share one request. */
  function renew(stale: string): Promise<string> {
    const work = () => renewUnderLock(stale)
    renewal ??= (locks ? locks.request(LOCK, work) : work()).finally(() => {
      renewal = null
    })
    return renewal
  }

  /** An access token that will not expire during the next call. */
  async function freshAccess(): Promise<string> {
    const { access } = session.getState()
    if (!access) throw new CallError('session-ended')
    const claims = claimsOf(access)
    if (!claims) return access
    const marginMs = Math.min(RENEW_AHEAD_MS, (claims.expiresAt - claims.issuedAt) / 3)
    return claims.expiresAt - (now() - skew) < marginMs ? renew(access) : access
  }

  return { renew, freshAccess }
}
