/** SQL of alerts. */
import { sql } from 'kysely'
import type { AlertDetail, AlertKind } from '../../contract/alerts/alerts.ts'
import type { Reader, ServerTx, Tx } from '../kit/postgres/transactions.ts'
import type { AlertState } from './alert-states.rules.ts'

/** Of two concurrent checks one does nothing. */
export async function lockCheck(tx: ServerTx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('headgate alerts')) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

const stateColumns = sql`
  id, kind, subject, since, seen_at as "seenAt", opened_at as "openedAt", cleared_at as "clearedAt",
  unheard_at as "unheardAt", ended_at as "endedAt", ended, cause_id as "causeId", detail,
  acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy",
  acknowledged_by_id as "acknowledgedById"`

/** States of every system that are open, or may continue: ended recently, or with an unknown state. By system, oldest first. */
export async function selectStates(tx: ServerTx, now: Date): Promise<Map<number, AlertState[]>> {
  const { rows } = await sql<AlertState & { systemId: number }>`
    select system_id as "systemId", ${stateColumns} from alerts
     where ended_at is null
        or ended_at > ${now}::timestamptz - case when ended = 'unheard' then interval '30 days' else interval '1 day' end
     order by id`.execute(tx)
  const states = new Map<number, AlertState[]>()
  for (const { systemId, ...state } of rows) states.set(systemId, [...(states.get(systemId) ?? []), state])
  return states
}

/** @returns ids for new alerts */
export async function nextIds(tx: ServerTx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('alerts', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** An alert with its id and cause. */
export type StoredState = AlertState & { systemId: number }

const recordsOf = (states: readonly StoredState[]) => sql`
  jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as put (
    id bigint, "systemId" integer, kind text, subject text, since timestamptz, "seenAt" timestamptz,
    "openedAt" timestamptz, "clearedAt" timestamptz, "unheardAt" timestamptz, "endedAt" timestamptz, ended text,
    "causeId" bigint, detail jsonb, "acknowledgedAt" timestamptz, "acknowledgedBy" text, "acknowledgedById" integer)`

/** Whoever acknowledged an alert meanwhile stays. */
export async function updateStates(tx: ServerTx, states: readonly StoredState[]): Promise<void> {
  if (states.length === 0) return
  await sql`
    update alerts set opened_at = put."openedAt", cleared_at = put."clearedAt", unheard_at = put."unheardAt",
           ended_at = put."endedAt", ended = put.ended, cause_id = put."causeId", detail = put.detail,
           acknowledged_at = coalesce(acknowledged_at, put."acknowledgedAt"),
           acknowledged_by = coalesce(acknowledged_by, put."acknowledgedBy"),
           acknowledged_by_id = case when acknowledged_at is null then put."acknowledgedById" else acknowledged_by_id end
      from ${recordsOf(states)} where alerts.id = put.id`.execute(tx)
}

export async function insertStates(tx: ServerTx, states: readonly StoredState[]): Promise<void> {
  if (states.length === 0) return
  await sql`
    insert into alerts (id, system_id, kind, subject, since, seen_at, opened_at, cause_id, detail,
                        acknowledged_at, acknowledged_by, acknowledged_by_id)
    overriding system value
    select id, "systemId", kind, subject, since, "seenAt", "openedAt", "causeId", detail,
           "acknowledgedAt", "acknowledgedBy", "acknowledgedById"
      from ${recordsOf(states)}`.execute(tx)
}

export async function forgetStates(tx: ServerTx, ids: number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from alerts where id = any(${ids}::bigint[])`.execute(tx)
}

/** An alert as its members see it. */
export interface ListedAlert {
  id: number
  causeId: number
  systemId: number
  kind: AlertKind
  subject: string
  since: Date
  openedAt: Date
  endedAt: Date | null
  ended: 'over' | 'unheard' | null
  detail: AlertDetail
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  useful: boolean | null
}

/** Open ones, and those that ended since an instant; newest first. */
export async function selectListed(
  db: Reader,
  userId: number,
  systemIds: number[],
  { since, most }: { since: Date; most: number },
): Promise<ListedAlert[]> {
  const { rows } = await sql<ListedAlert>`
    select id, cause_id as "causeId", system_id as "systemId", kind, subject, since, opened_at as "openedAt",
           ended_at as "endedAt", ended, detail, acknowledged_at as "acknowledgedAt",
           acknowledged_by as "acknowledgedBy",
           (select useful from alert_verdicts where alert_id = listed.id and user_id = ${userId}) as useful
      from (
        select * from alerts
         where system_id = any(${systemIds}::integer[]) and opened_at is not null and ended_at is null
        union all
        (select * from alerts
          where system_id = any(${systemIds}::integer[]) and opened_at is not null and ended_at >= ${since}
          order by ended_at desc limit ${most})
      ) listed order by since desc, id desc`.execute(db)
  return rows
}

/** The cause of an alert of one of these systems. */
export async function findCause(
  db: Reader,
  systemIds: number[],
  id: number,
): Promise<{ systemId: number; causeId: number } | undefined> {
  const { rows } = await sql<{ systemId: number; causeId: number }>`
    select system_id as "systemId", cause_id as "causeId" from alerts
     where id = ${id} and system_id = any(${systemIds}::integer[]) and opened_at is not null`.execute(db)
  return rows[0]
}

/** The first user to acknowledge is stored. @returns whether anything of it was not acknowledged yet */
export async function acknowledgeCause(
  tx: ServerTx,
  causeId: number,
  by: { id: number; name: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update alerts set acknowledged_at = ${at}, acknowledged_by = ${by.name}, acknowledged_by_id = ${by.id}
     where cause_id = ${causeId} and acknowledged_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** The last answer of a user counts. */
export async function putVerdict(
  tx: Tx,
  { alertId, userId }: { alertId: number; userId: number },
  useful: boolean,
  at: Date,
): Promise<void> {
  await sql`
    insert into alert_verdicts (alert_id, user_id, useful, at) values (${alertId}, ${userId}, ${useful}, ${at})
    on conflict (alert_id, user_id) do update set useful = excluded.useful, at = excluded.at`.execute(tx)
}
