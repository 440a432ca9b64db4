/** SQL of jobs: one row per job, locked or leased by its worker and deleted when done. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { isGone } from '../kit/postgres/holders.ts'

export interface NewJob {
  name: string
  key: string | null
  payload: unknown
  notBefore: Date | null
  keepTime: boolean
}

export interface ClaimedJob {
  id: number
  key: string | null
  payload: unknown
  attempts: number
}

/**
 * Stores a job. A waiting one with the same key gets the new payload; a running one is locked or leased, so the new
 * one becomes a row of its own behind it. Several that were stored concurrently are merged by the next.
 *
 * @returns milliseconds until it is due; null when it was waiting already
 */
export async function insertJob(tx: ServerTx, job: NewJob): Promise<number | null> {
  const { name, key, keepTime } = job
  const payload = JSON.stringify(job.payload)
  const { rows } = await sql<{ dueInMs: number }>`
    with wanted as (
      select coalesce(${job.notBefore}::timestamptz, clock_timestamp()) as due_at
    ), waiting as (
      select id, due_at, payload from jobs
       where name = ${name} and key = ${key} and failed_at is null and held_by is null
       order by id for update skip locked
    ), first as (
      select min(id) as id, min(due_at) as due_at from waiting having count(*) > 0
    ), surplus as (
      delete from jobs where id in (select waiting.id from waiting, first where waiting.id > first.id)
    ), moved as (
      update jobs j set payload = ${payload}::jsonb, attempts = 0,
             due_at = case when ${keepTime} then least(first.due_at, w.due_at) else w.due_at end
        from first, wanted w
       where j.id = first.id
         and not (${keepTime} and j.due_at <= least(first.due_at, w.due_at) and j.payload = ${payload}::jsonb)
      returning j.due_at
    ), added as (
      insert into jobs (name, key, payload, due_at)
      select ${name}, ${key}, ${payload}::jsonb, due_at from wanted where not exists (select from waiting)
      returning due_at
    )
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as "dueInMs"
      from (select due_at from moved union all select due_at from added) as changed having count(*) > 0`.execute(
    tx,
  )
  return rows[0] ? Math.max(0, rows[0].dueInMs) : null
}

const nextDue = (name: string) => sql`
    select id, key, payload, attempts from jobs j
     where name = ${name} and due_at <= clock_timestamp() and failed_at is null and held_by is null
       and (key is null or not exists (
         select from jobs ahead
          where ahead.name = j.name and ahead.key = j.key and ahead.id < j.id
            and ahead.due_at <= clock_timestamp() and ahead.failed_at is null))
     order by due_at, id for update skip locked limit 1`

/** Locks the next due job of a kind until the transaction ends; never one whose key is running. */
export async function takeJob(tx: ServerTx, name: string): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`${nextDue(name)}`.execute(tx)
  return rows[0] ?? null
}

/** Leases the next due job beyond the transaction: until it is deleted, postponed, or its process is gone. */
export async function holdJob(tx: ServerTx, name: string, holder: number): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    with next as (${nextDue(name)})
    update jobs j set held_by = ${holder} from next
     -- a crash of the database, which could lose it, is the end of all holders
     where j.id = next.id and (select set_config('synchronous_commit', 'off', true)) is not null
    returning j.id, j.key, j.payload, j.attempts`.execute(tx)
  return rows[0] ?? null
}

/** Whether another process works on this kind, decided after concurrent leases have committed. */
export async function isLeasedByAnyone(tx: ServerTx, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job ${name}`}::text, 0))`.execute(tx)
  const { rows } = await sql`select from jobs where name = ${name} and held_by is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** @returns false when another process has taken it over meanwhile */
export async function deleteLeased(tx: ServerTx, id: number, holder: number): Promise<boolean> {
  const done = await sql`delete from jobs where id = ${id} and held_by = ${holder}`.execute(tx)
  return Number(done.numAffectedRows ?? 0) > 0
}

/** Releases leases of processes that are gone, and these jobs, on which this process no longer works. */
export async function releaseLeases(tx: ServerTx, ids: number[]): Promise<void> {
  await sql`
    update jobs set held_by = null
     where held_by is not null
       and (${isGone(sql`held_by`)} or id = any (${ids}::bigint[]))`.execute(tx)
}

export async function deleteJob(tx: ServerTx, id: number): Promise<void> {
  await sql`delete from jobs where id = ${id}`.execute(tx)
}

/** Reschedules a job, or deletes it when a newer one of its key waits. */
export async function putOff(
  tx: ServerTx,
  name: string,
  { id, key }: ClaimedJob,
  inMs: number,
  error: string,
): Promise<void> {
  await sql`
    with newer as (
      delete from jobs where id = ${id} and exists (
        select from jobs n where n.name = ${name} and n.key = ${key} and n.id > ${id} and n.failed_at is null)
      returning id
    )
    update jobs set attempts = attempts + 1, error = ${error}, held_by = null,
           due_at = clock_timestamp() + ${inMs} * interval '1 millisecond'
     where id = ${id} and not exists (select from newer)`.execute(tx)
}

export async function markFailed(tx: ServerTx, id: number, error: string): Promise<void> {
  await sql`
    update jobs set attempts = attempts + 1, failed_at = clock_timestamp(), error = ${error}, held_by = null
     where id = ${id}`.execute(tx)
}

export interface JobDepth {
  name: string
  due: number
  later: number
  failed: number
  /** Seconds since the oldest one was due. */
  oldestS: number
}

/** Counts of jobs per kind; finished jobs are not in the table. */
export async function jobDepths(db: Reader): Promise<JobDepth[]> {
  const { rows } = await sql<JobDepth>`
    with now as (select clock_timestamp() as at)
    select name, count(*) filter (where failed_at is null and due_at <= at) as due,
           count(*) filter (where failed_at is null and due_at > at) as later,
           count(failed_at) as failed,
           coalesce(extract(epoch from max(at - due_at) filter (where failed_at is null and due_at <= at)), 0)::float8 as "oldestS"
      from jobs, now group by name`.execute(db)
  return rows
}

/** Kinds with a due job, running or not. */
export async function dueNames(tx: ServerTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from jobs where due_at <= clock_timestamp() and failed_at is null and held_by is null`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
