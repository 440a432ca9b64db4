/** SQL of controllers and their credentials: issued once in the clear, kept as hashes, revocable. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type CredentialKind, deviceClientId } from '../../contract/controller.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { KnownDevice } from './broker/access.rules.ts'
import type { Connected, IssuedCredential } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

const TOPIC_ID_BYTES = 10
const SECRET_BYTES = 32
const ID_SUFFIX_BYTES = 4

/** Creates a controller with its two credentials. */
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
  await db.insertInto('machine_stamps').values({ controller_id: id }).execute()
  const issue = (kind: CredentialKind) =>
    insertCredential(tx, { controllerId: id, id: deviceClientId(topicId, kind), kind, now })
  return {
    controllerId: id,
    topicId,
    controller: await issue('controller'),
    gateway: await issue('gateway'),
  }
}

/** Part of the id of credentials for a run of the simulator. */
const OF_SIMULATOR = 'sim'

/**
 * Adds a credential with an id of its own to a controller that already has some.
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

/** Active credentials of the simulator, left by a run that was killed before it revoked them. */
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

async function insertCredential(tx: ServerTx, credential: NewCredential): Promise<IssuedCredential> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await tx
    .withTables<DeviceTables>()
    .insertInto('device_credentials')
    .values({
      id: credential.id,
      controller_id: credential.controllerId,
      kind: credential.kind,
      secret_sha256: hashOf(secret),
      issued_at: credential.now,
    })
    .execute()
  return { id: credential.id, secret }
}

/** The highest revision issued to a controller; 0 before the first. */
export async function selectNewestRev(db: Reader, controllerId: number): Promise<number> {
  const { rev } = await db
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('rev')
    .where('id', '=', controllerId)
    .executeTakeFirstOrThrow()
  return rev
}

/** @returns null when the credential is unknown or revoked, or the secret is wrong */
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

/** Looks up a credential without its secret, for a client that is already authenticated; null when it is unknown or revoked. */
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

/** @returns false when it was revoked already or does not exist */
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

/** The controller of a credential, revoked or not. */
export async function selectCredentialOf(db: Reader, id: string): Promise<number | undefined> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .select('controller_id')
    .where('id', '=', id.replaceAll('\0', ''))
    .executeTakeFirst()
  return row?.controller_id
}

/** Revokes all credentials of a controller, or those of one kind. @returns their ids */
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
 * Resets the session, the clock and the report of a controller that was replaced: the new device starts from its own
 * first messages.
 */
export async function forgetController(tx: ServerTx, controllerId: number): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .updateTable('controller_links')
    .set({ session: null, telemetry_at: null, telemetry_seq: null, reported: null, reported_at: null })
    .where('controller_id', '=', controllerId)
    .execute()
}

/** Those of these credentials that are revoked or deleted. */
export async function selectRevoked(db: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .withTables<DeviceTables>()
    .selectFrom('device_credentials')
    .select('id')
    // `any` of an array: one prepared statement for any number
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('revoked_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Enough to divide evenly among several processes, few enough for one connection each. */
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

/** Locks a controller before any of its other rows, which prevents deadlocks; foreign keys to it do not wait. */
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
 * Locks several controllers, ordered by id like everywhere else. With `wait` it waits for locked ones, otherwise it
 * skips them.
 *
 * @returns the newest revision of each locked controller
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
