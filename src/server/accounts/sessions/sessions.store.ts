/** SQL of token families, their refresh tokens and their read cookies. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'

/** The user's fields that a session needs. */
type SessionTables = {
  users: { id: number; name: string; email: string; provider: boolean; active: boolean }
  token_families: {
    id: string
    user_id: number
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
  }
  refresh_tokens: {
    serial: string
    family: string
    issued_at: Date
    used_at: Date | null
    successor: string | null
  }
  read_cookies: { hash: Buffer; family: string }
}

/** The current state of a token's or cookie's session. */
export interface FamilyUser {
  id: number
  name: string
  email: string
  provider: boolean
  active: boolean
  family: string | null
}

/** The authenticated caller. */
export interface Requester {
  id: number
  name: string
  email: string
  provider: boolean
  /** The session of the caller; in a support view, that of the view. */
  family: string
  /** Set in a read-only support session: the provider who views this customer's screens. */
  viewerId?: number
}

export interface RefreshRow {
  family: string
  user_id: number
  issued_at: Date
  used_at: Date | null
  successor: string | null
}

/** Hash of the read cookie; the cookie itself is stored nowhere. */
export function cookieHash(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest()
}

const tables = (db: Reader) => db.withTables<SessionTables>()

interface NewSession {
  family: string
  userId: number
  /** The account's password hash as it was compared. */
  passwordHash: string
  serial: string
  cookie: Buffer
  now: Date
  expiresAt: Date
}

/**
 * Creates a family with its first token and its cookie in one statement, and deletes the user's expired families. The
 * account's row is locked, so that a reset or closure comes before or after.
 *
 * @returns whether the account was still active with that password
 */
export async function insertSession(db: Reader, session: NewSession): Promise<boolean> {
  const { family, userId, passwordHash, serial, cookie, now, expiresAt } = session
  const { numAffectedRows } = await sql`
    with held as (
      select id from users where id = ${userId} and active and password_hash = ${passwordHash} for share
    ), over as (
      delete from token_families where user_id in (select id from held) and expires_at < ${now}
    ), opened as (
      insert into token_families (id, user_id, created_at, expires_at)
      select ${family}, id, ${now}, ${expiresAt} from held
    ), issued as (
      insert into refresh_tokens (serial, family, issued_at) select ${serial}, ${family}, ${now}::timestamptz from held
    )
    insert into read_cookies (hash, family) select ${cookie}::bytea, ${family} from held`.execute(db)
  return numAffectedRows === 1n
}

/** The active user of a cookie whose family is still valid. */
export async function userOfCookie(db: Reader, hash: Buffer, now: Date): Promise<FamilyUser | null> {
  const row = await tables(db)
    .selectFrom('read_cookies as c')
    .innerJoin('token_families as f', 'f.id', 'c.family')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['u.id', 'u.name', 'u.email', 'u.provider', 'u.active', 'f.id as family'])
    .where('c.hash', '=', hash)
    .where('f.revoked_at', 'is', null)
    .where('f.expires_at', '>', now)
    .where('u.active', '=', true)
    .executeTakeFirst()
  return row ?? null
}

export async function insertCookie(tx: ServerTx, hash: Buffer, family: string): Promise<void> {
  await tables(tx).insertInto('read_cookies').values({ hash, family }).execute()
}

export async function insertRefresh(
  tx: ServerTx,
  values: { serial: string; family: string; issued_at: Date },
): Promise<void> {
  await tables(tx).insertInto('refresh_tokens').values(values).execute()
}

/** Locks the token of a valid family, so that concurrent renewals of one token agree. */
export async function lockRefresh(tx: ServerTx, serial: string): Promise<RefreshRow | null> {
  const row = await tables(tx)
    .selectFrom('refresh_tokens as r')
    .innerJoin('token_families as f', 'f.id', 'r.family')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['r.family', 'f.user_id', 'r.issued_at', 'r.used_at', 'r.successor'])
    .where('r.serial', '=', serial)
    .where('f.revoked_at', 'is', null)
    .where('u.active', '=', true)
    .forUpdate(['r', 'f'])
    .executeTakeFirst()
  return row ?? null
}

export async function issuedAt(db: Reader, serial: string): Promise<Date> {
  const row = await tables(db)
    .selectFrom('refresh_tokens')
    .select('issued_at')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  return row.issued_at
}

export async function markUsed(tx: ServerTx, serial: string, successor: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('refresh_tokens')
    .set({ used_at: now, successor })
    .where('serial', '=', serial)
    .execute()
}

/** Tokens beyond their own expiry need no row to be refused. */
export async function forgetOldTokens(tx: ServerTx, family: string, before: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('refresh_tokens')
    .where('family', '=', family)
    .where('issued_at', '<', before)
    .execute()
}

export async function extendFamily(tx: ServerTx, family: string, until: Date): Promise<void> {
  await tables(tx).updateTable('token_families').set({ expires_at: until }).where('id', '=', family).execute()
}

export async function revokeFamily(tx: ServerTx, family: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('token_families')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now}::timestamptz)` })
    .where('id', '=', family)
    .execute()
}

export async function revokeAll(tx: ServerTx, userId: number, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('token_families')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
