/** Login, token verification and renewal, log-out of one session or of all. */
import { PASSWORD_MAX } from '../../contract/limits.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { findByEmail } from './accounts.store.ts'
import { fieldsOf, refuseFields } from './djoser-fields.ts'
import { sessionsEnded } from './sessions/sessions.events.ts'
import { type Requester, revokeAll, revokeFamily } from './sessions/sessions.store.ts'
import { checkPassword } from './throttling/password-check.service.ts'
import type { OpenSession, Sessions } from './sessions/sessions.service.ts'
import type { SessionLookup } from './sessions/session-lookup.ts'
import { userOfView } from './sessions/support-views.store.ts'
import type { Throttles } from './throttling/throttles.ts'
import { bodyTokenRefused } from './sessions/token-problems.ts'
import type { Tokens } from './sessions/tokens.ts'

/** The same refusal, in the same time, for an unknown or closed account and a wrong password. */
export async function logIn(
  kit: Kit,
  { sessions, throttles }: { sessions: Sessions; throttles: Throttles },
  body: unknown,
  address: string,
): Promise<OpenSession> {
  const { email, password } = fieldsOf(body, { email: {}, password: { maxLength: PASSWORD_MAX } })
  const account = await findByEmail(kit.database.reader, email)
  // a closed account is treated like an unknown one, so that its password cannot be probed either
  const storedHash = account?.active ? account.password_hash : null
  const passwordMatches = await checkPassword(throttles, { email, password, storedHash, address })
  const session = passwordMatches && account ? await sessions.open(account) : null
  if (!session) throw new Problem('no_active_account')
  return session
}

/** @throws Problem unless the token is ours and complete, and its session is active */
export async function verifyToken(
  { database, clock }: Pick<Kit, 'clock' | 'database'>,
  lookUp: SessionLookup,
  tokens: Tokens,
  body: unknown,
): Promise<void> {
  const { token } = fieldsOf(body, { token: {} })
  const claims = tokens.read(token)
  if (!claims) throw bodyTokenRefused()
  if (claims.kind === 'view') {
    const { userId, family: view } = claims
    if (!(await userOfView(database.reader, { view, userId, now: clock.now() }))) throw bodyTokenRefused()
    return
  }
  const user = await lookUp(claims.userId, claims.family)
  if (!user?.active || user.family === null) throw bodyTokenRefused()
}

export async function renewTokens(
  tokens: Tokens,
  sessions: Sessions,
  body: unknown,
  cookie: string | undefined,
): Promise<OpenSession> {
  const { refresh } = fieldsOf(body, { refresh: {} })
  const claims = tokens.read(refresh)
  if (claims?.kind !== 'refresh') throw bodyTokenRefused(claims !== null)
  const renewed = await sessions.renew(claims, cookie)
  if (!renewed) throw bodyTokenRefused()
  return renewed
}

export async function logOut(kit: Kit, { id, family }: Requester, body: unknown): Promise<void> {
  const everywhere = wantsEverywhere(body)
  const now = kit.clock.now()
  await kit.database.write(async (tx) => {
    await (everywhere ? revokeAll(tx, id, now) : revokeFamily(tx, family, now))
    await kit.events.publish(tx, sessionsEnded, { userId: id, family: everywhere ? null : family })
  })
}

function wantsEverywhere(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('everywhere' in body)) return false
  if (typeof body.everywhere !== 'boolean') throw refuseFields({ everywhere: ['Must be a valid boolean.'] })
  return body.everywhere
}
