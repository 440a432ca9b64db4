/** Desired states: one row per publication, the newest of which is what the controller should run. */
import type { DesiredDocument } from '../../contract/controller.ts'
import type { Reader, Writer } from '../kit/database.ts'
import { type DesiredState, renewed, writeDesired } from './desired.rules.ts'
import type { DeviceTables } from './devices.rows.ts'

/** The next revision of a controller; its row stays locked, so that revisions come one after the other. */
async function nextRev(tx: Writer, controllerId: number, above = 0): Promise<number> {
  const { rev } = await tx
    .withTables<DeviceTables>()
    .updateTable('controllers')
    .set((eb) => ({ rev: eb(eb.fn<number>('greatest', ['rev', eb.val(above)]), '+', 1) }))
    .where('id', '=', controllerId)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

export async function insertDesired(
  tx: Writer,
  controllerId: number,
  state: DesiredState,
  now: Date,
): Promise<DesiredDocument> {
  const rev = await nextRev(tx, controllerId)
  const document = writeDesired(state, rev, now)
  await insertDocument(tx, controllerId, document)
  await tx
    .withTables<DeviceTables>()
    .updateTable('controllers')
    .set({ settings_rev: document.settingsRev })
    .where('id', '=', controllerId)
    .where('settings_rev', '<', document.settingsRev)
    .execute()
  return document
}

/** Publishes the newest state again under a revision above `above`; null when there is none yet. */
export async function insertRenewal(
  tx: Writer,
  controllerId: number,
  now: Date,
  above = 0,
): Promise<DesiredDocument | null> {
  const rev = await nextRev(tx, controllerId, above)
  const newest = await newestDesired(tx, controllerId)
  if (!newest) return null
  const document = renewed(newest, rev, now)
  await insertDocument(tx, controllerId, document)
  return document
}

async function insertDocument(tx: Writer, controllerId: number, document: DesiredDocument): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .insertInto('desired_states')
    .values({
      controller_id: controllerId,
      rev: document.rev,
      settings_rev: document.settingsRev,
      command_id: document.commandId,
      document: JSON.stringify(document),
      rx_sha256: document.rx.sha256,
      issued_at: new Date(document.issuedAt),
      valid_until: new Date(document.validUntil),
    })
    .execute()
}

export async function newestDesired(db: Reader, controllerId: number): Promise<DesiredDocument | null> {
  const row = await db
    .withTables<DeviceTables>()
    .selectFrom('desired_states')
    .select('document')
    .where('controller_id', '=', controllerId)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.document ?? null
}
