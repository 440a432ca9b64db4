/** The newest that is known of each controller's link: online, last seen, telemetry, report. */
import { sql } from 'kysely'
import type { ReportedDocument, StatusDocument, TelemetryDocument } from '../../contract/controller.ts'
import type { Reader, Writer } from '../kit/database.ts'
import type { DeviceTables } from './devices.rows.ts'

export interface LinkState {
  topicId: string
  online: boolean
  lastSeen: Date | null
  telemetry: TelemetryDocument | null
  reported: ReportedDocument | null
}

export async function selectLinks(db: Reader, controllerIds: number[]): Promise<Map<number, LinkState>> {
  if (controllerIds.length === 0) return new Map()
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('controller_links')
    .innerJoin('controllers', 'controllers.id', 'controller_id')
    .select(['controller_id', 'topic_id', 'online', 'last_seen', 'telemetry', 'reported'])
    .where('controller_id', 'in', controllerIds)
    .execute()
  return new Map(
    rows.map(({ controller_id, topic_id, online, last_seen, telemetry, reported }) => [
      controller_id,
      { topicId: topic_id, online, lastSeen: last_seen, telemetry, reported },
    ]),
  )
}

/** @returns whether the link changed; a farewell of a session that is not the current one changes nothing */
export async function storeStatus(
  tx: Writer,
  controllerId: number,
  status: StatusDocument,
  heardAt: Date | null,
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
  const lastSeen = online && heardAt ? heardAt : link.last_seen
  await db
    .updateTable('controller_links')
    .set({ online, session: status.session, last_seen: lastSeen })
    // a new session may count and tell the time anew
    .$if(!sameSession, (update) => update.set({ telemetry_at: null, telemetry_seq: null }))
    .where('controller_id', '=', controllerId)
    .execute()
  return sameSession && online === link.online ? null : { online, lastSeen }
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
export async function endAllSessions(db: Reader): Promise<void> {
  await db
    .withTables<DeviceTables>()
    .updateTable('controller_links')
    .set({ online: false, session: null })
    .where('online', '=', true)
    .execute()
}
