/** Login, verification and renewal of tokens. */
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { findByEmail } from './accounts.store.ts'
import { fieldsOf } from './djoser-fields.ts'
import { passwordMatches } from './password-hash.ts'
import type { OpenSession, Sessions } from './sessions.rules.ts'
import { userOfFamily } from './sessions.store.ts'
import { bodyTokenRefused } from './token-problems.ts'
import type { Tokens } from './tokens.ts'

/** One refusal for unknown, closed and wrong, in the same time. */
export async function logIn(kit: Kit, sessions: Sessions, body: unknown): Promise<OpenSession> {
  const { email, password } = fieldsOf(body, { email: {}, password: {} })
  const account = await findByEmail(kit.database.reader, email)
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  if (!account?.active || !matches) throw new Problem('no_active_account')
  return kit.database.write((tx) => sessions.open(tx, account.id))
}

/** @throws Problem unless the token is ours, whole, and its login goes on */
export async function verifyToken(kit: Kit, tokens: Tokens, body: unknown): Promise<void> {
  const { token } = fieldsOf(body, { token: {} })
  const claims = tokens.read(token)
  if (!claims) throw bodyTokenRefused()
  const user = await userOfFamily(kit.database.reader, claims.userId, claims.family)
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
