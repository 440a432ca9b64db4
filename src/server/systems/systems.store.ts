/** SQL of systems and their members. */
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Role } from '../../contract/systems.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { SystemsTable, SystemsTables } from './systems.tables.ts'

/** What a provider says about a system when it is connected. */
export type NewSystem = Omit<
  SystemsTable,
  | 'id'
  | 'settings_rev'
  | 'connected_at'
  | 'local_only'
  | 'provider_stopped'
  | 'decommissioned_at'
  | 'ownerless_since'
  | 'field_capacity'
  | 'wilting_point'
  | 'application_efficiency'
  | 'depth_factor'
>

/** Names that a person could take for one another are one name. */
const folded = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(btrim(${text}), ' +', ' ', 'g'))`

/**
 * Whether the name, or one that a person could take for it, is already connected. Connections of systems wait for one
 * another here, so that the answer holds until the transaction ends.
 */
export async function nameTaken(tx: ServerTx, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('system names', 0))`.execute(tx)
  const { rows } =
    await sql`select from systems where ${folded(sql`name`)} = ${folded(sql`${name}::text`)}`.execute(tx)
  return rows.length > 0
}

/** A name that only a decommissioned system still has: that one is called until when it ran. @returns its name from now on */
export async function freeName(tx: ServerTx, name: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update systems
       set name = btrim(left(name, 36)) || ' until ' || to_char(decommissioned_at at time zone 'UTC', 'YYYY-MM-DD') || '.' || id
     where ${folded(sql`name`)} = ${folded(sql`${name}::text`)} and decommissioned_at is not null
    returning name`.execute(tx)
  return rows[0]?.name ?? null
}

export async function addSystem(tx: ServerTx, system: NewSystem, now: Date): Promise<number> {
  const { id } = await tx
    .withTables<SystemsTables>()
    .insertInto('systems')
    .values({ ...system, connected_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What an owner may change of a system. */
export type SystemChange = Partial<
  Pick<
    Updateable<SystemsTable>,
    'local_only' | 'texture' | 'field_capacity' | 'wilting_point' | 'application_efficiency' | 'time_zone'
  >
>

export async function changeSystem(
  tx: ServerTx,
  systemId: number,
  change: SystemChange | GeometryChange,
): Promise<void> {
  await tx.withTables<SystemsTables>().updateTable('systems').set(change).where('id', '=', systemId).execute()
}

/** What a provider changes of a machine that is connected. */
export type GeometryChange = Partial<
  Pick<
    Updateable<SystemsTable>,
    | 'latitude'
    | 'longitude'
    | 'tower_radii_m'
    | 'overhang_m'
    | 'time_zone'
    | 'flow_gpm'
    | 'speed_100_m_min'
    | 'arc_start'
    | 'arc_end'
    | 'provider_stopped'
  >
>

/** Makes somebody a member, or gives a member another role. */
export async function setMember(tx: ServerTx, systemId: number, userId: number, role: Role): Promise<void> {
  await tx
    .withTables<SystemsTables>()
    .insertInto('memberships')
    .values({ system_id: systemId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['system_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export interface SystemKey {
  id: number
  controllerId: number
  name: string
  timeZone: string
}

/** For the provider alone: whoever it belongs to. */
export async function findSystem(db: Reader, name: string): Promise<SystemKey | undefined> {
  return keys(db).where('name', '=', name).executeTakeFirst()
}

export async function roleIn(db: Reader, systemId: number, userId: number): Promise<Role | undefined> {
  const row = await db
    .withTables<SystemsTables>()
    .selectFrom('memberships')
    .where('system_id', '=', systemId)
    .where('user_id', '=', userId)
    .select('role')
    .executeTakeFirst()
  return row?.role
}

/** Whether somebody is a member of any system. */
export async function hasSystems(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql`select from memberships where user_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

/** Which system a controller belongs to. */
export async function systemByController(db: Reader, controllerId: number): Promise<SystemKey | undefined> {
  return keys(db).where('controller_id', '=', controllerId).executeTakeFirst()
}

function keys(db: Reader) {
  return db
    .withTables<SystemsTables>()
    .selectFrom('systems')
    .select(['id', 'controller_id as controllerId', 'name', 'time_zone as timeZone'])
}
