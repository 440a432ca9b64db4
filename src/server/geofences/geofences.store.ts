/** SQL of geofences. */
import type { ColumnType, Generated } from 'kysely'
import type { GeofencePin } from '../../contract/geofences.ts'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'
import type { SystemsTables } from '../systems/systems.tables.ts'
import type { DrawnGeofence } from '../../contract/geofences.ts'

// a type, not an interface: kysely needs an index signature
type GeofencesTables = SystemsTables & {
  geofences: {
    id: Generated<number>
    system_id: number
    name: string
    prescription: number
    /** A JSON document, written as text. */
    polygon: ColumnType<GeofencePin[], string, string>
    enabled: boolean
    saved_at: Date
  }
}

export interface StoredGeofence extends DrawnGeofence {
  id: number
}

const columns = ['g.id', 'g.name', 'g.prescription', 'g.polygon', 'g.enabled'] as const

/** In the order in which they were made. */
export function selectGeofences(db: Reader, systemId: number): Promise<StoredGeofence[]> {
  return db
    .withTables<GeofencesTables>()
    .selectFrom('geofences as g')
    .where('g.system_id', '=', systemId)
    .select(columns)
    .orderBy('g.id')
    .execute()
}

/** One of a system that the user is a member of. */
export function selectGeofence(
  db: Reader,
  userId: number,
  id: number,
): Promise<(StoredGeofence & { system: string }) | undefined> {
  return db
    .withTables<GeofencesTables>()
    .selectFrom('geofences as g')
    .innerJoin('systems as s', 's.id', 'g.system_id')
    .innerJoin('memberships as m', 'm.system_id', 's.id')
    .where('m.user_id', '=', userId)
    .where('g.id', '=', id)
    .select([...columns, 's.name as system'])
    .executeTakeFirst()
}

export async function insertGeofence(
  tx: Tx,
  systemId: number,
  geofence: DrawnGeofence,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .withTables<GeofencesTables>()
    .insertInto('geofences')
    .values({ system_id: systemId, saved_at: now, ...geofence, polygon: JSON.stringify(geofence.polygon) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns false when it was deleted, or the acting user may not change it */
export async function replaceGeofence(
  tx: Tx,
  { id, ...geofence }: StoredGeofence,
  now: Date,
): Promise<boolean> {
  const done = await tx
    .withTables<GeofencesTables>()
    .updateTable('geofences')
    .set({ saved_at: now, ...geofence, polygon: JSON.stringify(geofence.polygon) })
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** @returns false when it was deleted, or the acting user may not change it */
export async function deleteGeofence(tx: Tx, id: number): Promise<boolean> {
  const done = await tx
    .withTables<GeofencesTables>()
    .deleteFrom('geofences')
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
