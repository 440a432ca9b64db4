/** SQL of users. */
import { type Generated, sql } from 'kysely'
import type { Preferences, PreferencesPatch } from '../../contract/accounts/accounts.ts'
import type { CustomerTx, Reader, ServerTx } from '../kit/postgres/transactions.ts'

type AccountTables = {
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    active: Generated<boolean>
    provider: Generated<boolean>
    disabled_at: Generated<Date | null>
    unit: Generated<Preferences['unit']>
    theme: Generated<Preferences['theme']>
    language: Generated<Preferences['language']>
    created_at: Date
  }
}

export interface UserRow {
  id: number
  name: string
  email: string
}

export interface CredentialRow extends UserRow {
  password_hash: string
  active: boolean
  provider: boolean
  /** Disabled by the provider: no mailed link activates it again. */
  disabled_at: Date | null
}

const users = (db: Reader) => db.withTables<AccountTables>()

/** Addresses that differ only in case are the same. */
export async function findByEmail(db: Reader, email: string): Promise<CredentialRow | null> {
  // PostgreSQL has no text with a NUL in it
  if (email.includes('\0')) return null
  const row = await users(db)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'active', 'provider', 'disabled_at'])
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.normalize('NFKC').toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

export async function insertUser(
  tx: ServerTx,
  values: { name: string; email: string; password_hash: string; active: boolean; created_at: Date },
): Promise<UserRow> {
  return users(tx)
    .insertInto('users')
    .values(values)
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()
}

/** Locks the account, so that decisions about it stay valid until the transaction ends. */
export async function lockAccount(tx: ServerTx, id: number): Promise<CredentialRow | null> {
  const row = await credentials(tx, id).forUpdate().executeTakeFirst()
  return row ?? null
}

const credentials = (db: Reader, id: number) =>
  users(db)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'active', 'provider', 'disabled_at'])
    .where('id', '=', id)

export async function renameUser(tx: ServerTx, id: number, name: string): Promise<UserRow | null> {
  const row = await users(tx)
    .updateTable('users')
    .set({ name })
    .where('id', '=', id)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** With its logins, links, memberships and placed probes; its systems stay. */
export async function deleteUser(tx: ServerTx, id: number): Promise<void> {
  await users(tx).deleteFrom('users').where('id', '=', id).execute()
}

export async function setActive(tx: ServerTx, id: number): Promise<void> {
  await users(tx).updateTable('users').set({ active: true }).where('id', '=', id).execute()
}

/** Null enables it again; an account that was never activated still has to be. */
export async function setDisabled(tx: ServerTx, id: number, at: Date | null, active: boolean): Promise<void> {
  await users(tx).updateTable('users').set({ disabled_at: at, active }).where('id', '=', id).execute()
}

export async function setPassword(tx: ServerTx, id: number, hash: string): Promise<void> {
  await users(tx).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
}

export async function setProvider(tx: ServerTx, id: number, provider: boolean): Promise<void> {
  await users(tx).updateTable('users').set({ provider }).where('id', '=', id).execute()
}

export async function preferencesOf(db: Reader, id: number): Promise<Preferences> {
  return users(db)
    .selectFrom('users')
    .select([
      'unit',
      'theme',
      'language',
      'provider',
      sql<boolean>`exists (select from support_consents c where c.user_id = users.id and c.asked_at is not null)`.as(
        'support_asked',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function changePreferences(tx: CustomerTx, id: number, patch: PreferencesPatch): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await users(tx).updateTable('users').set(patch).where('id', '=', id).execute()
}
