/** SQL of users. */
import type { Generated } from 'kysely'
import type { Preferences, PreferencesPatch } from '../../contract/accounts/accounts.ts'
import type { CustomerTx, Reader, ServerTx } from '../kit/postgres/database.ts'

type AccountTables = {
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    active: Generated<boolean>
    provider: Generated<boolean>
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
}

const users = (db: Reader) => db.withTables<AccountTables>()

/** Addresses differ by more than their case or they are the same. */
export async function findByEmail(db: Reader, email: string): Promise<CredentialRow | null> {
  // PostgreSQL has no text with a NUL in it
  if (email.includes('\0')) return null
  const row = await users(db)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'active'])
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

/** Locks the account, so that what is decided about it stays true until the transaction ends. */
export async function lockAccount(tx: ServerTx, id: number): Promise<CredentialRow | null> {
  const row = await credentials(tx, id).forUpdate().executeTakeFirst()
  return row ?? null
}

const credentials = (db: Reader, id: number) =>
  users(db)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'active'])
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

export async function setPassword(tx: ServerTx, id: number, hash: string): Promise<void> {
  await users(tx).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** @returns false when nobody has this address */
export async function grantProvider(tx: ServerTx, email: string): Promise<boolean> {
  const account = await findByEmail(tx, email)
  if (!account) return false
  await users(tx).updateTable('users').set({ provider: true }).where('id', '=', account.id).execute()
  return true
}

export async function preferencesOf(db: Reader, id: number): Promise<Preferences> {
  return users(db)
    .selectFrom('users')
    .select(['unit', 'theme', 'language', 'provider'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function changePreferences(tx: CustomerTx, id: number, patch: PreferencesPatch): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await users(tx).updateTable('users').set(patch).where('id', '=', id).execute()
}
