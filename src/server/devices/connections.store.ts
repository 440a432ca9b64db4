/** When each controller came and went: the newest thousand of each. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { Connection } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

const KEPT = 1000

export async function insertConnection(
  tx: ServerTx,
  controllerId: number,
  online: boolean,
  at: Date,
): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .insertInto('controller_connections')
    .values({ controller_id: controllerId, online, at })
    .execute()
  await sql`delete from controller_connections where controller_id = ${controllerId} and id <= (
    select id from controller_connections where controller_id = ${controllerId}
    order by id desc offset ${KEPT} limit 1)`.execute(tx)
}

/** Newest first, older than `before`. */
export async function selectConnections(
  db: Reader,
  controllerId: number,
  before: number | null,
  limit: number,
): Promise<Connection[]> {
  const page = db
    .withTables<DeviceTables>()
    .selectFrom('controller_connections')
    .select(['id', 'online', 'at'])
    .where('controller_id', '=', controllerId)
    .orderBy('id', 'desc')
    .limit(limit)
  return before === null ? page.execute() : page.where('id', '<', before).execute()
}
