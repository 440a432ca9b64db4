/** Controllers and their credentials: issued once in the clear, kept as hashes, revocable. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CredentialKind, deviceClientId } from '../../contract/controller.ts'
import type { Reader, Writer } from '../kit/database.ts'
import type { DeviceTables } from './devices.rows.ts'

const TOPIC_ID_BYTES = 10
const SECRET_BYTES = 32

export interface IssuedCredential {
  id: string
  /** Shown this once. */
  secret: string
}

export interface Connected {
  controllerId: number
  /** The opaque id of the controller's topics. */
  topicId: string
  controller: IssuedCredential
  gateway: IssuedCredential
}

export interface KnownDevice {
  controllerId: number
  topicId: string
  kind: CredentialKind
}

/** Makes a controller with its two credentials. */
export async function insertController(tx: Writer, now: Date): Promise<Connected> {
  const topicId = randomBytes(TOPIC_ID_BYTES).toString('hex')
  const db = tx.withTables<DeviceTables>()
  const { id } = await db
    .insertInto('controllers')
    .values({ topic_id: topicId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('controller_links').values({ controller_id: id }).execute()
  const issue = async (kind: CredentialKind): Promise<IssuedCredential> => {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const credential = { id: deviceClientId(topicId, kind), secret }
    await db
      .insertInto('device_credentials')
      .values({
        id: credential.id,
        controller_id: id,
        kind,
        secret_sha256: hashOf(secret),
        issued_at: now,
      })
      .execute()
    return credential
  }
  return {
    controllerId: id,
    topicId,
    controller: await issue('controller'),
    gateway: await issue('gateway'),
  }
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

/** @returns false when there was nothing to revoke */
export async function revokeCredential(tx: Writer, id: string, now: Date): Promise<boolean> {
  const done = await tx
    .withTables<DeviceTables>()
    .updateTable('device_credentials')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export async function findController(db: Reader, topicId: string): Promise<number | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('controllers')
    .select('id')
    .where('topic_id', '=', topicId)
    .executeTakeFirst()
  return row?.id ?? null
}
