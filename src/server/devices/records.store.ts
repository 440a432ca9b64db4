/** SQL of machine events, as-applied records and tracks: each stored once however often it arrives, and deleted after its retention. */
import { sql } from 'kysely'
import type { AppliedDocument, EventDocument } from '../../contract/controller.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { DeviceTables } from './devices.rows.ts'

export async function insertEvent(
  tx: ServerTx,
  controllerId: number,
  event: EventDocument,
  now: Date,
): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .insertInto('controller_events')
    .values({
      controller_id: controllerId,
      event_id: event.id,
      at: new Date(event.at),
      code: event.code,
      heard_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether it was new */
export async function insertApplied(
  tx: ServerTx,
  controllerId: number,
  applied: AppliedDocument,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .withTables<DeviceTables>()
    .insertInto('as_applied')
    .values({
      controller_id: controllerId,
      rev: applied.rev,
      sector: applied.sector,
      from_at: new Date(applied.from),
      to_at: new Date(applied.to),
      depth_in: applied.depthIn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface Span {
  from: Date
  to: Date
}

/** One pass of the arm over one sector; `depthIn` is the applied depth per zone, inches. */
export interface AppliedPass {
  from: Date
  to: Date
  depthIn: number[]
}

/** Passes over a sector that began in an interval, in order. */
export async function selectApplied(
  db: Reader,
  controllerId: number,
  sector: number,
  { from, to }: Span,
): Promise<AppliedPass[]> {
  return db
    .withTables<DeviceTables>()
    .selectFrom('as_applied')
    .where('controller_id', '=', controllerId)
    .where('sector', '=', sector)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .select(['from_at as from', 'to_at as to', 'depth_in as depthIn'])
    .orderBy('from_at')
    .execute()
}

/** One record, of whichever sector. */
export interface AppliedStay extends AppliedPass {
  sector: number
}

/** The newest records that began in an interval, limited in number, in order. */
export async function selectStays(
  db: Reader,
  controllerId: number,
  { from, to }: Span,
  most: number,
): Promise<AppliedStay[]> {
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('as_applied')
    .where('controller_id', '=', controllerId)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .select(['sector', 'from_at as from', 'to_at as to', 'depth_in as depthIn'])
    .orderBy('from_at', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}

/** When the newest record before an instant began; null without one. */
export async function newestStayBefore(db: Reader, controllerId: number, at: Date): Promise<Date | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('as_applied')
    .where('controller_id', '=', controllerId)
    .where('from_at', '<', at)
    .select('from_at as from')
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.from ?? null
}

/** Records since an instant, without those of test patterns, which water at one tower only; in order. */
export async function selectStaysSince(
  db: Reader,
  controllerId: number,
  since: Date,
): Promise<AppliedStay[]> {
  const { rows } = await sql<AppliedStay>`
    select a.sector, a.from_at as "from", a.to_at as "to", a.depth_in as "depthIn"
      from as_applied a
      left join desired_states d on d.controller_id = a.controller_id and d.rev = a.rev
     where a.controller_id = ${controllerId} and a.from_at >= ${since}
       and d.mode is distinct from 'TEST'
     order by a.from_at`.execute(db)
  return rows
}

/** A point of a machine's track, valid until the next one. */
export interface TrackRow {
  at: Date
  angleDeg: number
  moving: boolean
  wet: boolean
  timerPct: number | null
  flowLps: number | null
  pressureKpa: number | null
  pumpedM3: number
  unheardMs: number
}

/** The track in an interval, with the point before it, and the machine's current position as the last point. */
export async function selectTrack(db: Reader, controllerId: number, { from, to }: Span): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    with points as (
      select at, angle_deg, moving, wet, timer_pct, flow_lps, pressure_kpa, pumped_m3, unheard_ms
        from machine_track where controller_id = ${controllerId} and at >= ${from} and at < ${to}
      union all
      (select at, angle_deg, moving, wet, timer_pct, flow_lps, pressure_kpa, pumped_m3, unheard_ms
         from machine_track where controller_id = ${controllerId} and at < ${from} order by at desc limit 1)
      union
      select (telemetry ->> 'at')::timestamptz, (telemetry ->> 'angleDeg')::double precision,
             (telemetry ->> 'moving')::boolean, (telemetry ->> 'wet')::boolean,
             (telemetry ->> 'timerPct')::double precision, (telemetry ->> 'flowLps')::double precision,
             (telemetry ->> 'pressureKpa')::double precision, pumped_m3, unheard_ms
        from controller_links where controller_id = ${controllerId} and telemetry is not null
         and (telemetry ->> 'at')::timestamptz < ${to}
    )
    select at, angle_deg as "angleDeg", moving, wet, timer_pct as "timerPct", flow_lps as "flowLps",
           pressure_kpa as "pressureKpa", pumped_m3 as "pumpedM3", unheard_ms as "unheardMs"
      from points order by at`.execute(db)
  return rows
}

/** Events in an interval, in order. */
export async function selectEvents(
  db: Reader,
  controllerId: number,
  { from, to }: Span,
): Promise<{ at: Date; code: string }[]> {
  return db
    .withTables<DeviceTables>()
    .selectFrom('controller_events')
    .where('controller_id', '=', controllerId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .select(['at', 'code'])
    .orderBy('at')
    .execute()
}

/** Only one process deletes at a time; the lock ends with the transaction. */
export async function takeRetention(tx: ServerTx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('retention'), 0) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/**
 * Renewals and recomputed prescriptions are six kilobytes each, for years. Of each setting only the publications that its
 * history shows are kept: the newest, the first that were sent, received and applied, and refused and expired ones.
 *
 * @returns how many were deleted
 */
export async function thinDesired(tx: ServerTx, before: Date, limit: number): Promise<number> {
  const done = await sql`
    delete from desired_states d using (
      select o.controller_id, o.rev from desired_states o
       where o.issued_at < ${before} and o.rejected_at is null and o.expired_at is null
         and exists (select from desired_states n
           where n.controller_id = o.controller_id and n.settings_rev = o.settings_rev and n.rev > o.rev)
         and not exists (
           select from (
             select min(sent_at) as sent, min(received_at) as received, min(applied_at) as applied
               from desired_states a where a.controller_id = o.controller_id and a.settings_rev = o.settings_rev
           ) as first
           where o.sent_at <= first.sent or o.received_at <= first.received or o.applied_at <= first.applied)
       limit ${limit} for update of o skip locked
    ) as superfluous
    where d.controller_id = superfluous.controller_id and d.rev = superfluous.rev`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

/** @returns how many were deleted */
export async function forgetRecords(tx: ServerTx, before: Date, limit: number): Promise<number> {
  const deleteOld = (table: string, column: string) =>
    sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${limit}))`.execute(tx)
  const done = [
    await deleteOld('as_applied', 'to_at'),
    await deleteOld('machine_track', 'at'),
    await deleteOld('controller_events', 'heard_at'),
  ]
  return done.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}
