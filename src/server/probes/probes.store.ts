/** SQL of probe placements. */
import { type Generated, sql } from 'kysely'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'

// a type, not an interface: kysely needs an index signature
type ProbesTables = {
  probe_groups: { id: Generated<number>; user_id: number; field_name: string; saved_at: Date }
  placed_probes: { group_id: number; number: number; position: number; latitude: number; longitude: number }
}

export interface PlacedProbe {
  number: number
  latitude: number
  longitude: number
}

export interface StoredGroup {
  id: number
  fieldName: string
  probes: PlacedProbe[]
}

/** A person's groups, oldest first; only one if its id is given. */
export async function selectGroups(db: Reader, userId: number, id?: number): Promise<StoredGroup[]> {
  const tables = db.withTables<ProbesTables>()
  const query = tables.selectFrom('probe_groups').where('user_id', '=', userId)
  const groups = await (id === undefined ? query : query.where('id', '=', id))
    .select(['id', 'field_name'])
    .orderBy('id')
    .execute()
  if (groups.length === 0) return []
  const ids = groups.map((group) => group.id)
  const placed = await tables
    .selectFrom('placed_probes')
    .where('group_id', 'in', ids)
    .orderBy('position')
    .selectAll()
    .execute()
  return groups.map((group) => ({
    id: group.id,
    fieldName: group.field_name,
    probes: placed
      .filter(({ group_id }) => group_id === group.id)
      .map(({ number, latitude, longitude }) => ({ number, latitude, longitude })),
  }))
}

export async function insertGroup(
  tx: Tx,
  userId: number,
  group: Omit<StoredGroup, 'id'>,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .withTables<ProbesTables>()
    .insertInto('probe_groups')
    .values({ user_id: userId, field_name: group.fieldName, saved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPlaced(tx, id, group.probes)
  return id
}

/** @returns false if the person has no such group */
export async function replaceGroup(tx: Tx, userId: number, group: StoredGroup, now: Date): Promise<boolean> {
  const tables = tx.withTables<ProbesTables>()
  const found = await tables
    .updateTable('probe_groups')
    .set({ field_name: group.fieldName, saved_at: now })
    .where('id', '=', group.id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!found) return false
  await tables.deleteFrom('placed_probes').where('group_id', '=', group.id).execute()
  await insertPlaced(tx, group.id, group.probes)
  return true
}

export async function removeGroup(tx: Tx, userId: number, id: number): Promise<void> {
  await tx
    .withTables<ProbesTables>()
    .deleteFrom('probe_groups')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

async function insertPlaced(tx: Tx, groupId: number, probes: readonly PlacedProbe[]): Promise<void> {
  await tx
    .withTables<ProbesTables>()
    .insertInto('placed_probes')
    .values(probes.map((probe, position) => ({ ...probe, group_id: groupId, position })))
    .execute()
}

/** Probes between two latitudes, of everyone who may change this system, the newest set first. */
export async function selectPlacedBy(
  db: Reader,
  systemId: number,
  latitudes: { from: number; to: number },
): Promise<PlacedProbe[]> {
  const { rows } = await sql<PlacedProbe>`
    select p.number, p.latitude, p.longitude
      from memberships m
      join probe_groups g on g.user_id = m.user_id
      join placed_probes p on p.group_id = g.id
     where m.system_id = ${systemId} and m.role in ('owner', 'operator')
       and p.latitude between ${latitudes.from} and ${latitudes.to}
     order by g.saved_at desc, g.id desc`.execute(db)
  return rows
}
