/** The only place that looks up a system by user and name, so that access is checked everywhere alike. */
import type { Selectable } from 'kysely'
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { wettedRadius } from '../../agronomy/pivot/pivot-zones.ts'
import { SYSTEM_NAME_MAX } from '../../contract/limits.ts'
import { SYSTEM_NAME } from '../../contract/fields.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import type { MemberSystem, System } from './membership.ts'
import type { SystemsTable, SystemsTables } from './systems.tables.ts'

function ownSystems(db: Reader, userId: number) {
  return db
    .withTables<SystemsTables>()
    .selectFrom('memberships as m')
    .innerJoin('systems as s', 's.id', 'm.system_id')
    .where('m.user_id', '=', userId)
    .selectAll('s')
    .select('m.role')
}

/** The Pivot from the connected machine's data. */
function pivotFromRow(row: Selectable<SystemsTable>): Pivot {
  return {
    place: { lat: row.latitude, lng: row.longitude },
    towerRadiiM: row.tower_radii_m,
    wettedRadiusM: wettedRadius(row.tower_radii_m, row.overhang_m),
    arc: row.arc_start === null || row.arc_end === null ? null : [row.arc_start, row.arc_end],
    flowGpm: row.flow_gpm,
    speed100MMin: row.speed_100_m_min,
  }
}

export function systemFromRow(row: Selectable<SystemsTable>): System {
  return {
    id: row.id,
    controllerId: row.controller_id,
    name: row.name,
    timeZone: row.time_zone,
    pivot: pivotFromRow(row),
    overhangM: row.overhang_m,
    texture: row.texture,
    fieldCapacity: row.field_capacity,
    wiltingPoint: row.wilting_point,
    efficiency: row.application_efficiency,
    depthFactor: row.depth_factor,
    localOnly: row.local_only,
    stopped: row.provider_stopped,
    settingsRev: row.settings_rev,
  }
}

/**
 * The system with exactly this name, when the user is a member of it.
 *
 * @throws Problem('system_not_found') for a foreign or unknown name: the two must be indistinguishable
 */
export async function systemOf(db: Reader, userId: number, name: string): Promise<MemberSystem> {
  // names that cannot exist never reach the database, which refuses some bytes with an error of its own
  const possible = name.length <= SYSTEM_NAME_MAX && SYSTEM_NAME.test(name)
  const row = possible
    ? await ownSystems(db, userId).where('s.name', '=', name).executeTakeFirst()
    : undefined
  if (!row) throw new Problem('system_not_found')
  return { ...systemFromRow(row), role: row.role }
}

/** All systems of a user, by name. */
export async function systemsOf(db: Reader, userId: number): Promise<MemberSystem[]> {
  const rows = await ownSystems(db, userId).orderBy('s.name').execute()
  return rows.map((row) => ({ ...systemFromRow(row), role: row.role }))
}

/** For work of the server without a user. */
export async function systemById(db: Reader, systemId: number): Promise<System> {
  const row = await db
    .withTables<SystemsTables>()
    .selectFrom('systems')
    .where('id', '=', systemId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return systemFromRow(row)
}

/** All systems in service, for work of the server. */
export async function selectSystems(db: Reader): Promise<System[]> {
  const rows = await db
    .withTables<SystemsTables>()
    .selectFrom('systems')
    .where('decommissioned_at', 'is', null)
    .selectAll()
    .orderBy('id')
    .execute()
  return rows.map(systemFromRow)
}

/** For the provider; undefined when there is none with this name. */
export async function systemByName(db: Reader, name: string): Promise<System | undefined> {
  const row = await db
    .withTables<SystemsTables>()
    .selectFrom('systems')
    .where('name', '=', name)
    .selectAll()
    .executeTakeFirst()
  return row && systemFromRow(row)
}
