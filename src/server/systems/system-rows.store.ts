/** SQL of complete systems, each with its machine's latest state and newest settings, in one statement. */
import { type Selectable, sql } from 'kysely'
import type { Role, Settings } from '../../contract/systems.ts'
import { type DeliveryRow, deliveryFromRow } from '../devices/deliveries.store.ts'
import { type LinkRow, linkFromRow } from '../devices/links.store.ts'
import type { Reader } from '../kit/postgres/database.ts'
import { Problem } from '../kit/problem.ts'
import { systemFromRow } from './membership.store.ts'
import type { WholeSystem } from './systems-view.rules.ts'
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

async function select(db: Reader, wall: Scope, id: number | null, now: Date): Promise<WholeSystem[]> {
  const mine = wall === 'my_systems'
  const role = mine ? sql`role` : sql`'owner' as role`
  const only = id === null ? sql`true` : sql`${sql.ref(mine ? 'system_id' : 'id')} = ${id}`
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

function wholeFromRow(row: Row, now: Date): WholeSystem {
  const { role, rev, after, savedAt, settings_rev: settingsRev } = row
  return {
    system: { ...systemFromRow(row), role },
    link: linkFromRow(row, now),
    newest: after && savedAt ? { after, settingsRev, savedAt } : undefined,
    steps: rev === null ? undefined : deliveryFromRow(settingsRev, { ...row, rev }),
    stopped: row.all_stopped,
  }
}

/** All systems of the customer of this transaction, by name. */
export function mySystems(db: Reader, now: Date): Promise<WholeSystem[]> {
  return select(db, 'my_systems', null, now)
}

/** @throws Problem('system_not_found') when row-level security hides it */
export async function wholeSystem(db: Reader, wall: Scope, id: number, now: Date): Promise<WholeSystem> {
  const [found] = await select(db, wall, id, now)
  if (!found) throw new Problem('system_not_found')
  return found
}
