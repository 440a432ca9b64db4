/** SQL of graph pictures: content, name, and last request. */
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

// a type, not an interface: kysely needs an index signature
type PicturesTables = {
  graph_pictures: {
    key: string
    system_id: number
    fingerprint: string
    file_name: string
    asked_at: Date
  }
  memberships: { system_id: number; user_id: number }
}

export interface StoredPicture {
  key: string
  systemId: number
  fingerprint: string
  fileName: string
}

/** Records a repeated request, in a single statement outside a transaction. */
export async function askAgain(
  db: Reader,
  { systemId, fingerprint }: Pick<StoredPicture, 'systemId' | 'fingerprint'>,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .withTables<PicturesTables>()
    .updateTable('graph_pictures')
    .set({ asked_at: now })
    .where('system_id', '=', systemId)
    .where('fingerprint', '=', fingerprint)
    .returning('key')
    .executeTakeFirst()
  return row?.key
}

/** @returns the key of the stored picture: that of a concurrent request if it was first */
export async function insertPicture(tx: ServerTx, picture: StoredPicture, now: Date): Promise<string> {
  const { key } = await tx
    .withTables<PicturesTables>()
    .insertInto('graph_pictures')
    .values({
      key: picture.key,
      system_id: picture.systemId,
      fingerprint: picture.fingerprint,
      file_name: picture.fileName,
      asked_at: now,
    })
    .onConflict((conflict) => conflict.columns(['system_id', 'fingerprint']).doUpdateSet({ asked_at: now }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/** Its file name, when the user is a member of its system. */
export async function selectFileName(db: Reader, userId: number, key: string): Promise<string | undefined> {
  const row = await db
    .withTables<PicturesTables>()
    .selectFrom('graph_pictures as p')
    .innerJoin('memberships as m', 'm.system_id', 'p.system_id')
    .where('p.key', '=', key)
    .where('m.user_id', '=', userId)
    .select('p.file_name')
    .executeTakeFirst()
  return row?.file_name
}

/** Keys and times of pictures last requested before an instant. */
export async function selectOld(db: Reader, before: Date): Promise<string[]> {
  const rows = await db
    .withTables<PicturesTables>()
    .selectFrom('graph_pictures')
    .where('asked_at', '<', before)
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Those that have not been requested since they were selected. */
export async function deleteOld(tx: ServerTx, keys: readonly string[], before: Date): Promise<void> {
  if (keys.length === 0) return
  await tx
    .withTables<PicturesTables>()
    .deleteFrom('graph_pictures')
    .where('key', 'in', keys)
    .where('asked_at', '<', before)
    .execute()
}

/** Deletes a system's pictures beyond a number, least recently requested first; returns their keys. */
export async function deleteBeyond(tx: ServerTx, systemId: number, most: number): Promise<string[]> {
  const tables = tx.withTables<PicturesTables>()
  const rows = await tables
    .deleteFrom('graph_pictures')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('graph_pictures')
        .where('system_id', '=', systemId)
        .select('key')
        .orderBy('asked_at', 'desc')
        .orderBy('key')
        .offset(most)
        // a concurrent set of the same system deletes the rest
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** When the least recently requested picture was last requested; null without pictures. */
export async function oldestRequest(db: Reader): Promise<Date | null> {
  const row = await db
    .withTables<PicturesTables>()
    .selectFrom('graph_pictures')
    .select((eb) => eb.fn.min('asked_at').as('oldest'))
    .executeTakeFirst()
  return row?.oldest ?? null
}

/** Those of the keys that have a row. */
export async function selectKnown(db: Reader, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .withTables<PicturesTables>()
    .selectFrom('graph_pictures')
    .where('key', 'in', keys)
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}
