/** SQL of the counters behind rate limits: one row per key and window, shared by every process. */
import { sql } from 'kysely'
import type { Reader } from '../../kit/postgres/transactions.ts'

export interface Count {
  count: number
  until: Date
}

/** Counts whose window has not ended, in the order of the keys; null if there is none. */
export async function countsOf(db: Reader, keys: Buffer[], now: Date): Promise<(Count | null)[]> {
  const { rows } = await sql<Count & { key: Buffer }>`
    select key, count, until from auth_throttles where key = any(${keys}::bytea[]) and until > ${now}`.execute(
    db,
  )
  return inOrder(keys, rows)
}

/** Adds one to each key; a key without a current window starts a new one. */
export async function addOne(db: Reader, keys: Buffer[], ends: Date[], now: Date): Promise<(Count | null)[]> {
  // always in the same order, so that two requests cannot deadlock
  const { rows } = await sql<Count & { key: Buffer }>`
    insert into auth_throttles as kept (key, count, until)
    select key, 1, until from unnest(${keys}::bytea[], ${ends}::timestamptz[]) as wanted (key, until) order by key
    on conflict (key) do update set
      count = case when kept.until <= ${now} then 1 else kept.count + 1 end,
      until = case when kept.until <= ${now} then excluded.until else kept.until end
    returning key, count, until`.execute(db)
  if (rows.some(({ count }) => count === 1)) await forgetSomeOver(db, now)
  return inOrder(keys, rows)
}

/** Each new row deletes some old ones, so the table does not grow. */
async function forgetSomeOver(db: Reader, now: Date): Promise<void> {
  await sql`
    delete from auth_throttles where key in
      (select key from auth_throttles where until <= ${now} order by until limit 10 for update skip locked)`.execute(
    db,
  )
}

/** Extends one key until a time, and deletes another. */
export async function swap(db: Reader, countedKey: Buffer, until: Date, forgotten: Buffer): Promise<void> {
  await sql`
    with forgotten as (delete from auth_throttles where key = ${forgotten})
    insert into auth_throttles (key, count, until) values (${countedKey}, 1, ${until})
    on conflict (key) do update set until = excluded.until`.execute(db)
}

export async function forget(db: Reader, keys: Buffer[]): Promise<void> {
  await sql`delete from auth_throttles where key = any(${keys}::bytea[])`.execute(db)
}

function inOrder(keys: Buffer[], rows: (Count & { key: Buffer })[]): (Count | null)[] {
  return keys.map((key) => rows.find((row) => row.key.equals(key)) ?? null)
}
