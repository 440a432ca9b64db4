/** SQL of controllers as such: found by their topic, counted by shard. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { DeviceTables } from './devices.rows.ts'

/** Enough that several processes share them evenly, few enough that each is a connection of its own. */
export const SHARDS = 16

export async function findController(db: Reader, topicId: string): Promise<number | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('id')
    .where('topic_id', '=', topicId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Topic ids of every controller, by shard. */
export async function selectByShard(db: Reader): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ shard: number; topicIds: string[] }>`
    select id % ${SHARDS} as shard, array_agg(topic_id order by id) as "topicIds"
      from controllers group by 1`.execute(db)
  return new Map(rows.map(({ shard, topicIds }) => [shard, topicIds]))
}

/** Before anything else of a controller is locked, so that nobody waits in a circle; who only refers to it waits not at all. */
export async function lockController(tx: ServerTx, controllerId: number): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('id')
    .where('id', '=', controllerId)
    .forNoKeyUpdate()
    .execute()
}
