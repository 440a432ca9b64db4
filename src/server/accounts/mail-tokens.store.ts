/** SQL of the single-use secrets that are sent by mail; only their hashes are stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

type Purpose = 'activation' | 'reset'

type MailTokenTables = {
  mail_tokens: {
    hash: Buffer
    user_id: number
    purpose: Purpose
    expires_at: Date
    used_at: Date | null
  }
}

const tables = (db: Reader) => db.withTables<MailTokenTables>()
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Deletes the user's expired ones. @returns the secret, which is stored nowhere */
export async function issueMailToken(
  tx: ServerTx,
  userId: number,
  purpose: Purpose,
  now: Date,
  ttlMs: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tables(tx)
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '<', now)
    .execute()
  const expires_at = new Date(now.getTime() + ttlMs)
  await tables(tx)
    .insertInto('mail_tokens')
    .values({ hash: hashOf(token), user_id: userId, purpose, expires_at })
    .execute()
  return token
}

/** How many of a purpose expire after a time, used or not. */
export async function mailTokensAfter(
  db: Reader,
  userId: number,
  purpose: Purpose,
  after: Date,
): Promise<number> {
  const rows = await tables(db)
    .selectFrom('mail_tokens')
    .select('hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', after)
    .execute()
  return rows.length
}

/** Locks the token, so that it is used once; null if it is not this user's or has expired. */
export async function lockMailToken(
  tx: ServerTx,
  userId: number,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<{ used: boolean } | null> {
  const row = await tables(tx)
    .selectFrom('mail_tokens')
    .select('used_at')
    .where('hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ? { used: row.used_at !== null } : null
}

/** Using one link invalidates all others with the same purpose. */
export async function useMailTokens(
  tx: ServerTx,
  userId: number,
  purpose: Purpose,
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
