/** SQL of the provider's stop, which refuses new settings of every system. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { STOP_LOCK } from './settings.store.ts'
import type { SystemsTables } from './systems.tables.ts'

export interface StopState {
  stopped: boolean
  since: Date | null
  by: string | null
}

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
