/** What refuses new settings: a system's own lock, and the provider's stop of all of them. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { SystemsTables } from './systems.tables.ts'

export interface StopState {
  stopped: boolean
  since: Date | null
  by: string | null
}

/** Shared by settings that are being stored, exclusive for whoever switches the stop. */
export const STOP_LOCK = sql`hashtextextended('provider stop', 0)`

export async function readStop(db: Reader): Promise<StopState> {
  return db
    .withTables<SystemsTables>()
    .selectFrom('provider_stop')
    .select(['stopped', 'since', 'by_name as by'])
    .executeTakeFirstOrThrow()
}

/** Waits for settings that are being stored. */
export async function lockStop(tx: ServerTx): Promise<StopState> {
  await sql`select pg_advisory_xact_lock(${STOP_LOCK})`.execute(tx)
  return readStop(tx)
}

export async function writeStop(tx: ServerTx, { stopped, since, by }: StopState): Promise<void> {
  await tx
    .withTables<SystemsTables>()
    .updateTable('provider_stop')
    .set({ stopped, since, by_name: by })
    .execute()
}
