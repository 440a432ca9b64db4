/** SQL of controllers and their credentials: issued once in the clear, kept as hashes, revocable. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type CredentialKind, deviceClientId } from '../../contract/controller.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { KnownDevice } from './broker/access.rules.ts'
import type { Connected, IssuedCredential } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

const TOPIC_ID_BYTES = 10
const SECRET_BYTES = 32
const ID_SUFFIX_BYTES = 4

/** Makes a controller with its two credentials. */
export async function insertController(tx: ServerTx, now: Date): Promise<Connected> {
  const topicId = randomBytes(TOPIC_ID_BYTES).toString('hex')
  const db = tx.withTables<DeviceTables>()
  const { id } = await db
    .insertInto('controllers')
    .values({ topic_id: topicId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('controller_links').values({ controller_id: id }).execute()
  await db.insertInto('publications').values({ controller_id: id }).execute()
  const issue = (kind: CredentialKind) =>
    insertCredential(tx, { controllerId: id, id: deviceClientId(topicId, kind), kind, now })
  return {
    controllerId: id,
    topicId,
    controller: await issue('controller'),
    gateway: await issue('gateway'),
  }
}

/** Ids of credentials for a run of the simulator say so. */
const OF_SIMULATOR = 'sim'

/**
 * Another credential beside those of the connection, under an id of its own, for a controller that has them.
 *
 * @param simulator for a run of the simulator
 */
export async function addCredential(
  tx: ServerTx,
  controllerId: number,
  kind: CredentialKind,
  now: Date,
  simulator = false,
): Promise<IssuedCredential> {
  const { topic_id: topicId } = await tx
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('topic_id')
    .where('id', '=', controllerId)
    .executeTakeFirstOrThrow()
  const id = `${deviceClientId(topicId, kind)}-${simulator ? OF_SIMULATOR : ''}${randomBytes(ID_SUFFIX_BYTES).toString('hex')}`
  return insertCredential(tx, { controllerId, id, kind, now })
}

/** Credentials of the simulator that are still good: of a run that was killed before it could give them back. */
export async function leftBehind(db: Reader, controllerId: number): Promise<string[]> {
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .select('id')
    .where('controller_id', '=', controllerId)
    .where('id', 'like', `%-%-${OF_SIMULATOR}%`)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

interface NewCredential {
  controllerId: number
  id: string
  kind: CredentialKind
  now: Date
}

async function insertCredential(tx: ServerTx, wanted: NewCredential): Promise<IssuedCredential> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await tx
    .withTables<DeviceTables>()
    .insertInto('device_credentials')
    .values({
      id: wanted.id,
      controller_id: wanted.controllerId,
      kind: wanted.kind,
      secret_sha256: hashOf(secret),
      issued_at: wanted.now,
    })
    .execute()
  return { id: wanted.id, secret }
}

/** The highest revision that was given to a controller; 0 before the first. */
export async function selectNewestRev(db: Reader, controllerId: number): Promise<number> {
  const { rev } = await db
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('rev')
    .where('id', '=', controllerId)
    .executeTakeFirstOrThrow()
  return rev
}

/** @returns null when the credential is unknown, revoked, or the secret is another */
export async function checkCredential(db: Reader, id: string, secret: string): Promise<KnownDevice | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .innerJoin('controllers', 'controllers.id', 'device_credentials.controller_id')
    .select(['controller_id', 'topic_id', 'kind', 'secret_sha256'])
    .where('device_credentials.id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.secret_sha256, hashOf(secret))) return null
  return { controllerId: row.controller_id, topicId: row.topic_id, kind: row.kind }
}

/** Whose credential it is, for somebody who has shown its secret before; null when it is unknown or revoked. */
export async function identifyCredential(db: Reader, id: string): Promise<KnownDevice | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .innerJoin('controllers', 'controllers.id', 'device_credentials.controller_id')
    .select(['controller_id', 'topic_id', 'kind'])
    .where('device_credentials.id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ? { controllerId: row.controller_id, topicId: row.topic_id, kind: row.kind } : null
}

/** @returns false when there was nothing to revoke */
export async function revokeCredential(tx: ServerTx, id: string, now: Date): Promise<boolean> {
  const done = await tx
    .withTables<DeviceTables>()
    .updateTable('device_credentials')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The controller of a credential, whatever became of it. */
export async function selectCredentialOf(db: Reader, id: string): Promise<number | undefined> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .select('controller_id')
    .where('id', '=', id.replaceAll('\0', ''))
    .executeTakeFirst()
  return row?.controller_id
}

/** Ends all of a controller, or those of one kind. @returns their ids */
export async function revokeCredentials(
  tx: ServerTx,
  controllerId: number,
  kind: CredentialKind | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update device_credentials set revoked_at = ${now}
     where controller_id = ${controllerId} and revoked_at is null
       and (${kind}::text is null or kind = ${kind}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * A new controller in place of the old one knows nothing of what that one said: its session, its clock and what it
 * reported to run are forgotten, so that what it says itself counts from its first word.
 */
export async function forgetController(tx: ServerTx, controllerId: number): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .updateTable('controller_links')
    .set({ session: null, telemetry_at: null, telemetry_seq: null, reported: null, reported_at: null })
    .where('controller_id', '=', controllerId)
    .execute()
}

/** Of these credentials those that open nothing any more. */
export async function selectRevoked(db: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .select('id')
    // one text for however many there are
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('revoked_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

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

/**
 * The same of several, in the one order in which controllers are locked. With `wait` it waits for those that others hold, otherwise it
 * leaves them out.
 *
 * @returns the newest revision of each controller that is locked
 */
export async function lockControllers(
  tx: ServerTx,
  controllerIds: number[],
  wait: boolean,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; rev: number }>`
    select id, rev from controllers where id = any (${controllerIds}::integer[])
     order by id for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}
