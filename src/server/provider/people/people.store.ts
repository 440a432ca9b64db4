/** SQL of people on the desk, and of all data stored about one. */
import { sql } from 'kysely'
import type { PersonRow, PersonState } from '#contract/accounts/desk-people.ts'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'

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

/** By name, after a person; filtered by words in name or address. */
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

/** Columns with secrets. */
const SECRET = /^(hash|password_hash|successor|p256dh|auth|keys|endpoint|secret.*)$/
/** The newest rows of a history that are exported; the rest is counted. */
export const ROWS_HANDED_OUT = 10_000
/** Tables of a system with names of people, and the column of the account, since a name may be shared. */
const NAMED = [
  { table: 'alerts', column: 'acknowledged_by', account: 'acknowledged_by_id' },
  { table: 'depth_factors', column: 'user_name', account: 'user_id' },
  { table: 'probe_verdicts', column: 'by_name', account: 'user_id' },
  { table: 'rain_choices', column: 'user_name', account: 'user_id' },
  { table: 'system_commands', column: 'user_name', account: 'user_id' },
  { table: 'system_crops', column: 'user_name', account: 'user_id' },
  { table: 'typed_rain', column: 'user_name', account: 'user_id' },
] as const
/** Tables whose rows belong to the system, whoever signed them. */
const SIGNED: ReadonlySet<string> = new Set([
  'alerts',
  'depth_factors',
  'rain_choices',
  'system_crops',
  'typed_rain',
])

type Condition = ReturnType<typeof sql<boolean>>

const owned = (id: number) =>
  sql`(select system_id from memberships where user_id = ${id} and role = 'owner')`
const controllersOwned = (id: number) =>
  sql`(select controller_id from systems where id in ${owned(id)} and controller_id is not null)`

interface Reference {
  table: string
  column: string
  to: string
  toColumn: string
}

async function references(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column,
           c.confrelid::regclass::text as to, b.attname as "toColumn"
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and c.conrelid <> c.confrelid
     order by 1, 2`.execute(db)
  return rows
}

/** Tables whose rows are found by the controller's id alone: partitioned ones have no foreign key. */
async function unreferenced(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.oid::regclass::text as table
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'controller_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
     order by 1`.execute(db)
  return rows.map(({ table }) => table)
}

/** For each table, which rows belong to the person: by the account, or as part of a system that the person owns. */
async function reachOf(db: Reader, id: number): Promise<Map<string, Condition[]>> {
  const foreignKeys = await references(db)
  const reach = new Map<string, Condition[]>([
    ['users', [sql<boolean>`id = ${id}`]],
    ['systems', [sql<boolean>`id in ${owned(id)}`]],
    ['controllers', [sql<boolean>`id in ${controllersOwned(id)}`]],
  ])
  const add = (table: string, condition: Condition) =>
    void reach.set(table, [...(reach.get(table) ?? []), condition])
  const roots = new Set(reach.keys())
  // a row with an account belongs only to that account, even if it is about another's system
  const personal = new Set(['audit', 'invitations'])
  for (const { table, column, to } of foreignKeys)
    if (to === 'users') {
      if (!SIGNED.has(table)) personal.add(table)
      add(table, sql<boolean>`${sql.ref(column)} = ${id}`)
    }
  for (const table of await unreferenced(db))
    if (!roots.has(table)) add(table, sql<boolean>`controller_id in ${controllersOwned(id)}`)
  const waiting = [...reach.keys()]
  for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
    const within = sql.join(
      (reach.get(to) ?? []).map((condition) => sql`(${condition})`),
      sql` or `,
    )
    for (const { table, column, toColumn } of foreignKeys.filter((key) => key.to === to)) {
      if (to === 'users' || personal.has(table) || roots.has(table)) continue
      if (!reach.has(table)) waiting.push(table)
      add(
        table,
        sql<boolean>`${sql.ref(column)} in (select ${sql.ref(toColumn)} from ${sql.table(to)} where ${within})`,
      )
    }
  }
  add('invitations', sql<boolean>`lower(email) = (select lower(email) from users where id = ${id})`)
  add('audit', sql<boolean>`user_id = ${id} or after ->> 'person' = ${String(id)}`)
  return reach
}

/** The newest rows of every table that belong to a person, without secrets and pictures, and how many more there are. */
export async function selectEverythingOf(
  db: Reader,
  id: number,
): Promise<{ tables: Record<string, Record<string, unknown>[]>; more: Record<string, number> }> {
  const tables: Record<string, Record<string, unknown>[]> = {}
  const more: Record<string, number> = {}
  for (const [table, conditions] of [...(await reachOf(db, id))].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ownRows = sql.join(
      conditions.map((condition) => sql`(${condition})`),
      sql` or `,
    )
    const columns = await columnsOf(db, table)
    const newest = TIMES.find((time) => columns.includes(time))
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row
        from (select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${ownRows}
              ${newest === undefined ? sql`` : sql`order by ${sql.ref(newest)} desc`} limit ${ROWS_HANDED_OUT}) t`.execute(
      db,
    )
    if (rows.length === 0) continue
    tables[table] = rows.map(({ row }) => withoutOthers(table, row, id))
    if (rows.length < ROWS_HANDED_OUT) continue
    const { rows: countRows } = await sql<{ all: number }>`
      select count(*)::integer as all from ${sql.table(table)} where ${ownRows}`.execute(db)
    const remaining = (countRows[0]?.all ?? 0) - rows.length
    if (remaining > 0) more[table] = remaining
  }
  return { tables, more }
}

/** The column that orders a history. */
const TIMES = ['at', 'day', 'from_at', 'made_at', 'issued_at', 'saved_at', 'opened_at', 'heard_at']

/** Without secrets, and without binary data, which are pictures and arrays derived from the rest. */
async function columnsOf(db: Reader, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and atttypid <> 'bytea'::regtype
     order by attnum`.execute(db)
  return rows.flatMap(({ name }) => (SECRET.test(name) ? [] : [name]))
}

/** What other people did to the person's systems is kept, without their names. */
function withoutOthers(table: string, row: Record<string, unknown>, id: number): Record<string, unknown> {
  const nameColumn = NAMED.find((candidate) => candidate.table === table)
  return !nameColumn || typeof row[nameColumn.column] !== 'string' || row[nameColumn.account] === id
    ? row
    : { ...row, [nameColumn.column]: 'Somebody else', [nameColumn.account]: null }
}

/**
 * Names and addresses in rows that outlive the person, and sample messages of the person's clouds, whose content
 * nobody has checked.
 */
export async function anonymizeName(tx: ServerTx, id: number, instead: string): Promise<void> {
  await sql`update device_fields set sample = null, about = null
    where controller_id in ${controllersOwned(id)}`.execute(tx)
  await sql`delete from device_fields
    where controller_id in ${controllersOwned(id)} and fields is null`.execute(tx)
  await sql`delete from invitations
    where lower(email) = (select lower(email) from users where id = ${id})`.execute(tx)
  for (const { table, column, account } of NAMED)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${instead}
      where ${sql.ref(account)} = ${id}`.execute(tx)
}
