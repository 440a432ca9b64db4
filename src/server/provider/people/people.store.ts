/** SQL of people as the desk finds them, and of everything that is stored of one. */
import { sql } from 'kysely'
import type { PersonRow, PersonState } from '#contract/accounts/desk-people.ts'
import type { Reader, ServerTx } from '../../kit/postgres/database.ts'

interface Row extends Omit<PersonRow, 'signed_up_at'> {
  signed_up_at: Date
}

const state = sql<PersonState>`case when u.disabled_at is not null then 'disabled' when u.active then 'open' else 'not_activated' end`

const columns = sql`
  u.id, u.name, u.email, ${state} as state, u.provider, u.created_at as signed_up_at,
  coalesce((select jsonb_build_object('asked_at', c.asked_at, 'until', c.until)
    from support_consents c where c.user_id = u.id), '{"asked_at": null, "until": null}') as look,
  coalesce((
    select jsonb_agg(jsonb_build_object('name', s.name, 'role', m.role) order by s.name)
      from memberships m join systems s on s.id = m.system_id where m.user_id = u.id), '[]') as systems`

/** In the order of their names, after a person; by words in name or address. */
export async function selectPeople(
  db: Reader,
  { search = '', after }: { search?: string | undefined; after?: number | undefined },
  limit: number,
): Promise<PersonRow[]> {
  const like = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<Row>`
    select ${columns} from users u
     where (u.name ilike ${like} or u.email ilike ${like})
       and (${after ?? null}::integer is null
         or (lower(u.name), u.id) > (select lower(name), id from users where id = ${after ?? null}::integer))
     order by lower(u.name), u.id limit ${limit}`.execute(db)
  return rows.map(onWire)
}

export async function selectPerson(db: Reader, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<Row>`select ${columns} from users u where u.id = ${id}`.execute(db)
  return rows[0] && onWire(rows[0])
}

function onWire({ signed_up_at, ...person }: Row): PersonRow {
  return { ...person, signed_up_at: signed_up_at.toISOString() }
}

/** Whatever refers to a user, without the bytes and words that open something. */
const SECRET = /^(hash|password_hash|successor|p256dh|auth|keys|secret.*)$/

/** Rows of every table that refers to a person, and what is on record of the person's own acts. */
export async function selectEverythingOf(
  db: Reader,
  id: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass
     order by 1, 2`.execute(db)
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const { table, column } of [
    { table: 'users', column: 'id' },
    ...references,
    { table: 'audit', column: 'user_id' },
  ]) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = ${id}`.execute(db)
    const open = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !SECRET.test(key))),
    )
    if (open.length > 0) found[table] = [...(found[table] ?? []), ...open]
  }
  return found
}

/** Names that stand in rows which outlive the person. */
export async function forgetName(tx: ServerTx, id: number, instead: string): Promise<void> {
  await sql`update alerts set acknowledged_by = ${instead}
    where acknowledged_by = (select name from users where id = ${id})
      and system_id in (select system_id from memberships where user_id = ${id})`.execute(tx)
  await sql`update system_commands set user_name = ${instead} where user_id = ${id}`.execute(tx)
}
