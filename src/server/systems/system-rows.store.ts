/** SQL of complete systems, each with its machine's latest state and newest settings, in one statement; and of their version stamps. */
import { type Selectable, sql } from 'kysely'
import type { Role, Settings } from '../../contract/systems.ts'
import { type DeliveryRow, deliveryFromRow } from '../devices/deliveries.store.ts'
import { type LinkRow, linkFromRow } from '../devices/links.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import { systemFromRow } from './membership.store.ts'
import type { LatestMessages, Mark, CompleteSystem } from './systems-view.rules.ts'
import type { SystemsTable } from './systems.tables.ts'

/** Views of migrations/088-system-rows.sql: for the customer or the provider of the transaction, or for the server itself. */
type Scope = 'my_systems' | 'desk_systems' | 'system_rows'

interface Row extends Selectable<SystemsTable>, Omit<LinkRow, 'online'>, Omit<DeliveryRow, 'rev'> {
  role: Role
  online: boolean
  rev: number | null
  all_stopped: boolean
  after: Settings | null
  savedAt: Date | null
}

async function select(db: Reader, wall: Scope, ids: number[] | null, now: Date): Promise<CompleteSystem[]> {
  const forMember = wall === 'my_systems'
  const role = forMember ? sql`role` : sql`'owner' as role`
  const only = ids ? sql`${sql.ref(forMember ? 'system_id' : 'id')} = any (${ids}::integer[])` : sql`true`
  const { rows } = await sql<Row>`
    select ${role}, id, controller_id, name, latitude, longitude, time_zone, tower_radii_m, overhang_m, arc_start, arc_end,
           flow_gpm, speed_100_m_min, texture, field_capacity, wilting_point, application_efficiency, depth_factor,
           local_only, provider_stopped, settings_rev, all_stopped,
           topic_id as "topicId", online, last_seen as "lastSeen", telemetry, stopped_wet_since as "stoppedWetSince",
           reported, running_mode as "runningMode", running_sha256 as "runningSha256",
           fallback_sha256 as "fallbackSha256", running_until as "runningUntil", rate_in as "rateIn",
           timer_pct as "timerPct", valid_until as "validUntil", fault_code as "faultCode", fault_at as "faultAt",
           after, saved_at as "savedAt", rev, sent, received, applied, rejected, code, expired
      from ${sql.table(wall)} where ${only} order by name`.execute(db)
  return rows.map((row) => wholeFromRow(row, now))
}

function wholeFromRow(row: Row, now: Date): CompleteSystem {
  const { role, rev, after, savedAt, settings_rev: settingsRev } = row
  return {
    system: { ...systemFromRow(row), role },
    link: linkFromRow(row, now),
    newest: after && savedAt ? { after, settingsRev, savedAt } : undefined,
    steps: rev === null ? undefined : deliveryFromRow(settingsRev, { ...row, rev }),
    stopped: row.all_stopped,
  }
}

/** Systems of the customer of this transaction, by name. @param ids only these; null: all */
export function mySystems(db: Reader, now: Date, ids: number[] | null = null): Promise<CompleteSystem[]> {
  return select(db, 'my_systems', ids, now)
}

/** @throws Problem('system_not_found') when row-level security hides it */
export async function wholeSystem(db: Reader, wall: Scope, id: number, now: Date): Promise<CompleteSystem> {
  const [found] = await select(db, wall, [id], now)
  if (!found) throw new Problem('system_not_found')
  return found
}

// control characters, which occur in no field
const BETWEEN = { systems: '\x1e', fields: '\x1f' }

/**
 * All systems of the customer of this transaction, by name. They are returned as one text: the driver would make an object for
 * each row, which costs more than the query.
 */
export async function myMarks(db: Reader): Promise<Mark[]> {
  const between = sql`${BETWEEN.fields}::text`
  const { rows } = await sql<{ marks: string | null }>`
    select string_agg(
             system_id::text || ${between} || role || ${between}
               || coalesce(system_stamp::text || machine_stamp::text || report_stamp::text || all_stopped::text, '') || ${between}
               || link_stamp::text, ${BETWEEN.systems}::text order by name) as marks
      from my_stamps`.execute(db)
  const marks = rows[0]?.marks
  return marks ? marks.split(BETWEEN.systems).map(markOf) : []
}

function markOf(text: string): Mark {
  const [id, role = '', stamp = '', link = ''] = text.split(BETWEEN.fields)
  return { id: Number(id), role, stamp, link }
}

/** The latest messages of the machines of some of these systems, by system. */
export async function myHeard(db: Reader, ids: number[]): Promise<Map<number, LatestMessages>> {
  const { rows } = await sql<LatestMessages & { id: number }>`
    select system_id as id, online, last_seen as "lastSeen", telemetry, stopped_wet_since as "stoppedWetSince"
      from my_heard where system_id = any (${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
