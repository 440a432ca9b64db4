/** SQL of backup and restore: tables from the catalogue, and their rows in COPY text format. */
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'

export interface StoredTable {
  /** Quoted if necessary. */
  table: string
  /** Without generated columns. */
  columns: string[]
  /** Bounds of a monthly partition. */
  parent: string | null
  bound: string | null
}

/** Tables with rows of their own, except the migrator's. */
export async function selectTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.oid::regclass::text as table,
           array(select quote_ident(attname) from pg_attribute
                  where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                  order by attnum) as columns,
           i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_migration%'
     order by c.relname`)
  return rows
}

/** In the order in which they were run; none in a new database. */
export async function selectMigrations(client: Client): Promise<string[]> {
  const table = await client.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  )
  if (!table.rows[0]?.there) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

export function copyOut(client: Client, { table, columns }: Pick<StoredTable, 'table' | 'columns'>) {
  return client.query(to(`copy ${table} (${columns.join(', ')}) to stdout`))
}

export function copyIn(client: Client, { table, columns }: Pick<StoredTable, 'table' | 'columns'>) {
  return client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
}

/** Sequences that have been used. */
export async function selectSequences(client: Client): Promise<{ name: string; last: number }[]> {
  const { rows } = await client.query<{ name: string; last: number }>(`
    select quote_ident(sequencename) as name, last_value as last
      from pg_sequences where schemaname = 'public' and last_value is not null order by 1`)
  return rows
}

export async function setSequence(
  client: Client,
  { name, last }: { name: string; last: number },
): Promise<void> {
  await client.query('select setval($1::regclass, $2)', [name, last])
}

/** Other servers or commands of ours connected to this database. */
export async function othersAtWork(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'headgate%'`)
  return rows[0]?.count ?? 0
}

/** Whether no one has signed up and no machine was ever connected. */
export async function isEmpty(client: Client): Promise<boolean> {
  const table = await client.query<{ users: boolean }>(
    `select to_regclass('public.users') is not null as users`,
  )
  if (!table.rows[0]?.users) return true
  const { rows } = await client.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from controllers) as empty',
  )
  return rows[0]?.empty ?? false
}

/** Drops everything that a start on an empty database has created. */
export async function clearSchema(client: Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public')
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Allows rows in any order. @returns what `addForeignKeys` restores */
export async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** @throws DatabaseError when a row refers to a missing one */
export async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** Rows inserted by the migrations themselves. */
export async function emptyTables(client: Client, tables: readonly StoredTable[]): Promise<void> {
  for (const { table } of tables) {
    // the audit refuses every deletion, even of no rows
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount) await client.query(`delete from ${table}`)
  }
}

export async function makePartition(
  client: Client,
  { table, parent, bound }: { table: string; parent: string; bound: string },
): Promise<void> {
  await client.query(`create table ${table} partition of ${parent} ${bound}`)
}
