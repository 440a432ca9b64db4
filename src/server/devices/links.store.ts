/** The newest that is known of each controller's link: online, last seen, telemetry, report. */
import { sql } from 'kysely'
import type { StatusDocument, TelemetryDocument } from '../../contract/controller.ts'
import { FAULT_EVENTS } from '../../contract/machine.ts'
import type { Reader, Writer } from '../kit/database.ts'
import { insertConnection } from './connections.store.ts'
import type { LinkState } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

interface LinkRow extends Omit<LinkState, 'fault'> {
  controllerId: number
  faultCode: string | null
  faultAt: Date | null
}

/** The report says that it runs the fallback; where that is the same as the setting, the time that has passed says it. */
const runsFallback = (now: Date) => sql`coalesce(
  l.reported ->> 'mode' = 'UNIFORM' and l.reported ->> 'rxSha256' = r.document -> 'fallback' ->> 'sha256'
    and (r.rx_sha256 <> l.reported ->> 'rxSha256' or r.document ->> 'mode' <> 'UNIFORM' or r.valid_until <= ${now}),
  false)`

export async function selectLinks(
  db: Reader,
  controllerIds: number[],
  now: Date,
): Promise<Map<number, LinkState>> {
  if (controllerIds.length === 0) return new Map()
  const { rows } = await sql<LinkRow>`
    select l.controller_id as "controllerId", c.topic_id as "topicId", l.online, l.last_seen as "lastSeen",
           l.telemetry, l.reported, ${runsFallback(now)} as fallback, d.valid_until as "validUntil",
           case when e.code <> 'STARTED' then e.code end as "faultCode", e.at as "faultAt"
    from controller_links l
    join controllers c on c.id = l.controller_id
    left join desired_states r on r.controller_id = c.id and r.rev = (l.reported ->> 'rev')::bigint
    left join lateral (
      select valid_until from desired_states where controller_id = c.id order by rev desc limit 1
    ) d on true
    left join lateral (
      select code, at from controller_events
      where controller_id = c.id and code = any (${[...FAULT_EVENTS, 'STARTED']}::text[])
      order by heard_at desc, at desc limit 1
    ) e on true
    where l.controller_id = any (${controllerIds}::integer[])`.execute(db)
  return new Map(
    rows.map(({ controllerId, faultCode, faultAt, ...link }) => [
      controllerId,
      { ...link, fault: faultCode === null || faultAt === null ? null : { code: faultCode, at: faultAt } },
    ]),
  )
}

/** @returns whether the link changed; a farewell of a session that is not the current one changes nothing */
export async function storeStatus(
  tx: Writer,
  controllerId: number,
  status: StatusDocument,
  { retained, now }: { retained: boolean; now: Date },
): Promise<{ online: boolean; lastSeen: Date | null } | null> {
  const db = tx.withTables<DeviceTables>()
  const link = await db
    .selectFrom('controller_links')
    .select(['session', 'online', 'last_seen'])
    .where('controller_id', '=', controllerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const online = status.state === 'online'
  const sameSession = link.session === status.session
  if (!online && !sameSession) return null
  // a farewell is mostly the broker's, long after the controller's last word
  const lastSeen = online && !retained ? now : link.last_seen
  await db
    .updateTable('controller_links')
    .set({ online, session: status.session, last_seen: lastSeen })
    // a new session may count and tell the time anew
    .$if(!sameSession, (update) => update.set({ telemetry_at: null, telemetry_seq: null }))
    .where('controller_id', '=', controllerId)
    .execute()
  if (sameSession && online === link.online) return null
  await insertConnection(tx, controllerId, online, now)
  return { online, lastSeen }
}

/** What was heard of one controller since the last flush. */
export interface Heard {
  controllerId: number
  at: Date
  telemetry: TelemetryDocument | null
}

/** Writes what many controllers said in one statement; returns those whose telemetry was newer than the known one. */
export async function storeHeard(tx: Writer, heard: Heard[]): Promise<number[]> {
  const rows = heard.map(({ controllerId, at, telemetry }) => ({
    controller_id: controllerId,
    heard_at: at,
    telemetry,
    telemetry_at: telemetry?.at ?? null,
    telemetry_seq: telemetry?.seq ?? null,
  }))
  const newer = sql`h.telemetry is not null and (l.telemetry_at is null
    or (h.telemetry_at, h.telemetry_seq) > (l.telemetry_at, l.telemetry_seq))`
  const told = await sql<{ controller_id: number; newer: boolean }>`
    update controller_links l set
      last_seen = greatest(l.last_seen, h.heard_at),
      telemetry = case when h.newer then h.telemetry else l.telemetry end,
      telemetry_at = case when h.newer then h.telemetry_at else l.telemetry_at end,
      telemetry_seq = case when h.newer then h.telemetry_seq else l.telemetry_seq end
    from (
      select h.*, ${newer} as newer
      from json_to_recordset(${JSON.stringify(rows)}::json) as h(controller_id integer, heard_at timestamptz,
        telemetry jsonb, telemetry_at timestamptz, telemetry_seq bigint)
      join controller_links l using (controller_id)
      order by controller_id for update of l
    ) h
    where l.controller_id = h.controller_id
    returning l.controller_id, h.newer`.execute(tx)
  return told.rows.filter((row) => row.newer).map((row) => row.controller_id)
}

/** Nobody is connected to a broker that has just begun; the sessions it knew are over. */
export async function endAllSessions(tx: Writer, now: Date): Promise<void> {
  const ended = await tx
    .withTables<DeviceTables>()
    .updateTable('controller_links')
    .set({ online: false, session: null })
    .where('online', '=', true)
    .returning('controller_id')
    .execute()
  for (const { controller_id } of ended) await insertConnection(tx, controller_id, false, now)
}
