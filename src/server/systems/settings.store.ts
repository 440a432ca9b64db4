/** SQL of settings: increments the revision under the system's lock, and stores one row for each change. */
import { sql } from 'kysely'
import type { Settings } from '../../contract/systems.ts'
import { isOneOf } from '../kit/postgres/prepared-statements.ts'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'
import type { SystemsTables } from './systems.tables.ts'
import type { StoredCommand } from './settings.rules.ts'

/** Shared by settings being stored, exclusive for switching the provider's stop. */
export const STOP_LOCK = sql`hashtextextended('provider stop', 0)`

export interface NewCommand {
  id: string
  systemId: number
  settingsRev: number
  /** Null for the server itself. */
  userId: number | null
  userName: string
  before: Settings | null
  after: Settings
  savedAt: Date
  idempotencyKey: string | null
}

/**
 * Locks an idempotency key, on whichever system, and the provider's stop: once it is on, no setting is still being stored.
 * One statement for both, because a round trip costs as much as the locks.
 */
export async function lockStopAndKey(tx: Tx, userId: number, key: string | null): Promise<void> {
  const name = key === null ? null : `settings ${userId} ${key}`
  await sql`select pg_advisory_xact_lock_shared(${STOP_LOCK}),
    case when ${name}::text is not null then pg_advisory_xact_lock(hashtextextended(${name}::text, 0)) end`.execute(
    tx,
  )
}

export interface LockedSystem {
  settingsRev: number
  localOnly: boolean
  /** Whether the provider has stopped all settings; constant until the transaction ends, after `lockStopAndKey`. */
  stopped: boolean
  /** The same for this system only. */
  systemStopped: boolean
}

/** The state of a system, with its row locked until the transaction ends. */
export async function lockSystem(tx: Tx, systemId: number): Promise<LockedSystem> {
  return tx
    .withTables<SystemsTables>()
    .selectFrom('systems as s')
    .innerJoin('provider_stop as p', (join) => join.onTrue())
    .where('s.id', '=', systemId)
    .select([
      's.settings_rev as settingsRev',
      's.local_only as localOnly',
      's.provider_stopped as systemStopped',
      'p.stopped',
    ])
    .forUpdate('s')
    .executeTakeFirstOrThrow()
}

/** @returns false when the user has stored other settings under this key */
export async function insertCommand(tx: Tx, command: NewCommand): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update systems set settings_rev = ${command.settingsRev} where id = ${command.systemId}
    )
    insert into system_commands
      (id, system_id, settings_rev, user_id, user_name, before, after, saved_at, idempotency_key)
    values (
      ${command.id}, ${command.systemId}, ${command.settingsRev}, ${command.userId}, ${command.userName},
      ${command.before && JSON.stringify(command.before)}::jsonb, ${JSON.stringify(command.after)}::jsonb,
      ${command.savedAt}, ${command.idempotencyKey}
    )
    on conflict (user_id, idempotency_key) do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

function commands(db: Reader) {
  return db
    .withTables<SystemsTables>()
    .selectFrom('system_commands as c')
    .leftJoin('system_commands as newer', (join) =>
      join
        .onRef('newer.system_id', '=', 'c.system_id')
        .on('newer.settings_rev', '=', (eb) => eb('c.settings_rev', '+', 1)),
    )
    .select([
      'c.id',
      'c.system_id as systemId',
      'c.settings_rev as settingsRev',
      'c.user_name as userName',
      'c.before',
      'c.after',
      'c.saved_at as savedAt',
      'newer.saved_at as supersededAt',
    ])
}

/** The newest change of each system. */
export async function newestCommands(db: Reader, systemIds: number[]): Promise<StoredCommand[]> {
  if (systemIds.length === 0) return []
  return commands(db)
    .innerJoin('systems as s', (join) =>
      join.onRef('s.id', '=', 'c.system_id').onRef('s.settings_rev', '=', 'c.settings_rev'),
    )
    .where(isOneOf('c.system_id', systemIds))
    .execute()
}

/** Changes of one system, newest first, older than `before`. */
export async function commandPage(
  db: Reader,
  systemId: number,
  before: number | null,
  limit: number,
): Promise<StoredCommand[]> {
  const page = commands(db).where('c.system_id', '=', systemId).orderBy('c.settings_rev', 'desc').limit(limit)
  return before === null ? page.execute() : page.where('c.settings_rev', '<', before).execute()
}

/** One setting of a controller's system. */
export interface ControllerRevision {
  controllerId: number
  settingsRev: number
}

/** Settings by controller and revision, with the names of their systems. */
export async function commandsOf(
  db: Reader,
  settings: ControllerRevision[],
): Promise<(StoredCommand & ControllerRevision & { system: string })[]> {
  const revisions = sql<{ controller_id: number; settings_rev: number }>`(
    select * from unnest(
      ${settings.map(({ controllerId }) => controllerId)}::integer[],
      ${settings.map(({ settingsRev }) => settingsRev)}::bigint[]
    ) as t (controller_id, settings_rev))`.as<'wanted'>(sql.ref('wanted'))
  return commands(db)
    .innerJoin('systems as s', 's.id', 'c.system_id')
    .innerJoin(revisions, (join) =>
      join
        .onRef('wanted.controller_id', '=', 's.controller_id')
        .onRef('wanted.settings_rev', '=', 'c.settings_rev'),
    )
    .select(['s.controller_id as controllerId', 's.name as system'])
    .execute()
}

export async function commandAt(
  db: Reader,
  systemId: number,
  settingsRev: number,
): Promise<StoredCommand | undefined> {
  return commands(db)
    .where('c.system_id', '=', systemId)
    .where('c.settings_rev', '=', settingsRev)
    .executeTakeFirst()
}

export async function commandByKey(
  db: Reader,
  userId: number,
  key: string,
): Promise<StoredCommand | undefined> {
  return commands(db).where('c.user_id', '=', userId).where('c.idempotency_key', '=', key).executeTakeFirst()
}
