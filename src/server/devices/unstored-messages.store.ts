/** SQL of messages set aside for a retry, and of the daily counts of dropped messages. */
import { sql } from 'kysely'
import type { UpwardTopic } from '../../contract/controller.ts'
import type { DropReason } from '../../contract/connections.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { isGone } from '../kit/postgres/holders.ts'
import type { DroppedCount } from './device-link.ts'

export const DROPPED_KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** Messages of one device, kind and reason received within one day. */
export interface Dropped {
  controllerId: number
  kind: UpwardTopic
  reason: DropReason
  count: number
  firstAt: Date
  lastAt: Date
  example: string
}

/** The UTC day of an instant, as in the table. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Adds to the counts, in one statement for any number. */
export async function storeDropped(tx: ServerTx, dropped: readonly Dropped[], now: Date): Promise<void> {
  const rows = dropped.map(({ controllerId, firstAt, lastAt, ...rest }) => ({
    ...rest,
    controller_id: controllerId,
    day: dayOf(firstAt),
    first_at: firstAt,
    last_at: lastAt,
  }))
  // the join skips controllers that were deleted meanwhile; the order prevents deadlocks between processes
  await sql`
    with forgotten as (
      delete from dropped_messages
      where controller_id = any (${dropped.map(({ controllerId }) => controllerId)}::integer[])
        and day <= ${dayOf(daysBefore(now, DROPPED_KEPT_DAYS))}::date
    )
    insert into dropped_messages as d (controller_id, kind, reason, day, count, first_at, last_at, example)
    select n.controller_id, n.kind, n.reason, n.day, n.count, n.first_at, n.last_at, n.example
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(controller_id integer, kind text, reason text,
      day date, count bigint, first_at timestamptz, last_at timestamptz, example text)
    join controllers c on c.id = n.controller_id
    order by n.controller_id, n.kind, n.reason, n.day
    on conflict (controller_id, kind, reason, day) do update set
      count = d.count + excluded.count,
      first_at = least(d.first_at, excluded.first_at),
      last_at = greatest(d.last_at, excluded.last_at),
      example = case when excluded.last_at >= d.last_at then excluded.example else d.example end`.execute(tx)
}

/** Counts of today and the days before, `days` in all, newest first. */
export async function selectDropped(
  db: Reader,
  controllerId: number,
  now: Date,
  days: number,
): Promise<DroppedCount[]> {
  const { rows } = await sql<DroppedCount>`
    select kind, reason, sum(count)::bigint as count, min(first_at) as "firstAt", max(last_at) as "lastAt",
           (array_agg(example order by last_at desc))[1] as example
    from dropped_messages
    where controller_id = ${controllerId} and day > ${dayOf(daysBefore(now, days))}::date
    group by kind, reason
    order by "lastAt" desc, kind, reason`.execute(db)
  return rows
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

export interface SetAside {
  topic: string
  payload: Buffer
  retained: boolean
  receivedAt: Date
}

const FIRST_PAUSE_S = 1
const LONGEST_PAUSE_S = 60
/** A user waits for what a report says, so retries are spaced out only after many attempts. */
const ATTEMPTS_BEFORE_BACKOFF = 20

export async function insertSetAside(tx: ServerTx, message: SetAside): Promise<void> {
  const { topic, payload, retained, receivedAt } = message
  await sql`
    insert into set_aside_messages (topic, payload, retained, heard_at, due_at)
    values (${topic}, ${payload}, ${retained}, ${receivedAt}, clock_timestamp() + ${FIRST_PAUSE_S} * interval '1 second')`.execute(
    tx,
  )
}

/**
 * Leases the next due message until it is deleted or postponed. A message that this process still holds is leased again: it handles one at
 * a time, so its last attempt was interrupted.
 */
export async function leaseSetAside(
  tx: ServerTx,
  holder: number,
): Promise<(SetAside & { id: number }) | undefined> {
  const { rows } = await sql<SetAside & { id: number }>`
    update set_aside_messages m set held_by = ${holder}
      from (
        select id from set_aside_messages
         where due_at <= clock_timestamp()
           and (held_by is null or held_by = ${holder} or ${isGone(sql`held_by`)})
         order by due_at for update skip locked limit 1
      ) next
     where m.id = next.id
    returning m.id, topic, payload, retained, heard_at as "receivedAt"`.execute(tx)
  return rows[0]
}

/** How many messages are set aside, and the age of the oldest in seconds. */
export async function setAsideDepth(db: Reader): Promise<{ count: number; oldestS: number }> {
  const { rows } = await sql<{ count: number; oldestS: number }>`
    select count(*) as count,
           coalesce(extract(epoch from clock_timestamp() - min(heard_at)), 0)::float8 as "oldestS"
      from set_aside_messages`.execute(db)
  return rows[0] ?? { count: 0, oldestS: 0 }
}

export async function deleteSetAside(tx: ServerTx, id: number): Promise<void> {
  await sql`delete from set_aside_messages where id = ${id}`.execute(tx)
}

/** Schedules the next attempt, with a growing delay. */
export async function postponeSetAside(tx: ServerTx, id: number): Promise<void> {
  await sql`
    update set_aside_messages
       set held_by = null, attempts = attempts + 1,
           due_at = clock_timestamp()
             + least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(10, greatest(0, attempts - ${ATTEMPTS_BEFORE_BACKOFF}::integer)))
               * interval '1 second'
     where id = ${id}`.execute(tx)
}
