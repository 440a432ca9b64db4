/** SQL of the monthly partitions of readings: created in advance, dropped when completely past the retention. */
import { sql } from 'kysely'
import type { ServerTx } from '../kit/postgres/transactions.ts'

/** Lock for creating and dropping partitions, as in `ensure_reading_months`. */
const LOCK = sql`select pg_advisory_xact_lock(hashtext('readings'), 0)`
/** Readings wait behind a drop that waits for a query: not for long, since the next hour is early enough. */
const WAIT_MS = 1000

interface MonthPartition {
  table: string
  begins: Date
  ends: Date
}

/** @param months first days, `2026-07-01` */
export async function ensureMonths(tx: ServerTx, months: readonly string[]): Promise<void> {
  await sql`select ensure_reading_months(${months}::date[])`.execute(tx)
}

/** Every month with a partition, oldest first. */
async function selectMonths(tx: ServerTx): Promise<MonthPartition[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'readings'::regclass and c.relname ~ '^readings_\\d{4}_\\d{2}$'
     order by c.relname`.execute(tx)
  return rows.map(({ table }) => {
    const [year = 0, month = 1] = table.slice('readings_'.length).split('_').map(Number)
    return { table, begins: new Date(Date.UTC(year, month - 1)), ends: new Date(Date.UTC(year, month)) }
  })
}

/** Drops the months that were over by then. @returns their tables */
export async function dropMonthsBefore(tx: ServerTx, before: Date): Promise<string[]> {
  await sql.raw(`set local lock_timeout = ${WAIT_MS}`).execute(tx)
  await LOCK.execute(tx)
  const old = (await selectMonths(tx)).filter(({ ends }) => ends <= before)
  for (const { table } of old) await sql`drop table ${sql.table(table)}`.execute(tx)
  return old.map(({ table }) => table)
}

/** Deletes older rows in the month of the limit. @returns how many */
export async function deleteReadingsBefore(tx: ServerTx, before: Date): Promise<number> {
  const month = (await selectMonths(tx)).find(({ begins, ends }) => begins < before && before < ends)
  if (!month) return 0
  const { numAffectedRows } = await sql`delete from ${sql.table(month.table)} where at < ${before}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Deletes sensors whose last reading is deleted. */
export async function deleteSensorsBefore(tx: ServerTx, before: Date): Promise<void> {
  await sql`delete from sensors where last_at < ${before}`.execute(tx)
}
