/** SQL of systems and their members. */
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Role } from '../../contract/systems.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { SystemsTable, SystemsTables } from './systems.tables.ts'

/** What the provider enters when a system is connected. */
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

/** Names that look alike count as the same name. */
const folded = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(btrim(${text}), ' +', ' ', 'g'))`

/**
 * Whether the name, or one that looks alike, is already used. Serialises the connection of systems, so that the
 * answer holds until the transaction ends.
 */
export async function isNameUsed(tx: ServerTx, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('system names', 0))`.execute(tx)
  const { rows } =
    await sql`select from systems where ${folded(sql`name`)} = ${folded(sql`${name}::text`)}`.execute(tx)
  return rows.length > 0
}

/** Frees a name that only a decommissioned system has, by renaming that one to include its years of service. @returns its new name */
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

/** Fields that an owner may change. */
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

/** Fields of a connected machine that a provider may change. */
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

/** Adds a member, or changes a member's role. */
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

/** For the provider: not limited to one customer. */
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

/** Whether the user is a member of any system. */
export async function hasSystems(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql`select from memberships where user_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

/** The system of a controller. */
export async function systemByController(db: Reader, controllerId: number): Promise<SystemKey | undefined> {
  return keys(db).where('controller_id', '=', controllerId).executeTakeFirst()
}

function keys(db: Reader) {
  return db
    .withTables<SystemsTables>()
    .selectFrom('systems')
    .select(['id', 'controller_id as controllerId', 'name', 'time_zone as timeZone'])
}
