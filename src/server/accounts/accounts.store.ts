/** SQL of users. */
import type { Generated } from 'kysely'
import type { Preferences } from '../../contract/accounts.ts'
import type { Reader } from '../kit/postgres/database.ts'

export type AccountTables = {
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    active: Generated<boolean>
    provider: Generated<boolean>
    unit: Generated<Preferences['unit']>
    theme: Generated<Preferences['theme']>
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
  db: Reader,
  values: { name: string; email: string; password_hash: string; active: boolean; created_at: Date },
): Promise<UserRow> {
  return users(db)
    .insertInto('users')
    .values(values)
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()
}

/** Locks the account, so that what is decided about it stays true until the transaction ends. */
export async function lockAccount(db: Reader, id: number): Promise<CredentialRow | null> {
  const row = await credentials(db, id).forUpdate().executeTakeFirst()
  return row ?? null
}

const credentials = (db: Reader, id: number) =>
  users(db)
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'active'])
    .where('id', '=', id)

export async function renameUser(db: Reader, id: number, name: string): Promise<UserRow | null> {
  const row = await users(db)
    .updateTable('users')
    .set({ name })
    .where('id', '=', id)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** With its logins, links, memberships and placed probes; its systems stay. */
export async function deleteUser(db: Reader, id: number): Promise<void> {
  await users(db).deleteFrom('users').where('id', '=', id).execute()
}

export async function setActive(db: Reader, id: number): Promise<void> {
  await users(db).updateTable('users').set({ active: true }).where('id', '=', id).execute()
}

export async function setPassword(db: Reader, id: number, hash: string): Promise<void> {
  await users(db).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
}

/** @returns false when nobody has this address */
export async function grantProvider(db: Reader, email: string): Promise<boolean> {
  const account = await findByEmail(db, email)
  if (!account) return false
  await users(db).updateTable('users').set({ provider: true }).where('id', '=', account.id).execute()
  return true
}

export async function preferencesOf(db: Reader, id: number): Promise<Preferences> {
  return users(db)
    .selectFrom('users')
    .select(['unit', 'theme', 'provider'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function changePreferences(
  db: Reader,
  id: number,
  patch: Partial<Pick<Preferences, 'unit' | 'theme'>>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await users(db).updateTable('users').set(patch).where('id', '=', id).execute()
}
