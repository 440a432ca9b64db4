/** Desired states: one row per publication, the newest of which is what the controller should run. */
import { sql } from 'kysely'
import type { DesiredDocument } from '../../contract/controller.ts'
import { type Reader, sendWithCommit, type ServerTx } from '../kit/postgres/transactions.ts'
import { RENEW_AFTER_MS, renewed, writeDesired } from './shadow.rules.ts'
import type { DesiredState } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

interface Next {
  now: Date
  /** The new revision must be higher than this. */
  above?: number
  /** The setting that it carries, when that is a new one. */
  settingsRev?: number
}

/** The next revision of a controller; its row stays locked, so that revisions are issued in order. */
export async function nextRev(
  tx: ServerTx,
  controllerId: number,
  { now, above = 0, settingsRev = 0 }: Next,
): Promise<number> {
  const { rev } = await tx
    .withTables<DeviceTables>()
    .updateTable('controllers')
    .set((eb) => ({
      rev: eb(eb.fn<number>('greatest', ['rev', eb.val(above)]), '+', 1),
      settings_rev: eb.fn<number>('greatest', ['settings_rev', eb.val(settingsRev)]),
      rev_at: now,
      renew_at: new Date(now.getTime() + RENEW_AFTER_MS),
    }))
    .where('id', '=', controllerId)
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

export async function insertDesired(
  tx: ServerTx,
  controllerId: number,
  state: DesiredState,
  now: Date,
  issuedRev?: number,
): Promise<DesiredDocument> {
  const { settingsRev } = state
  const rev = issuedRev ?? (await nextRev(tx, controllerId, { now, settingsRev }))
  const document = writeDesired(state, rev, now)
  sendWithCommit(tx, insertDocument(tx, controllerId, document))
  return document
}

/** Publishes the newest state again under a revision above `above`; null when there is none yet. */
export async function insertRenewal(
  tx: ServerTx,
  controllerId: number,
  now: Date,
  above = 0,
): Promise<DesiredDocument | null> {
  const rev = await nextRev(tx, controllerId, { now, above })
  const newest = await newestDocument(tx, controllerId)
  if (!newest) return null
  const document = renewed(newest, rev, now)
  sendWithCommit(tx, insertDocument(tx, controllerId, document))
  return document
}

function insertDocument(tx: ServerTx, controllerId: number, document: DesiredDocument) {
  return tx
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
}

async function newestDocument(tx: ServerTx, controllerId: number): Promise<DesiredDocument | null> {
  const row = await tx
    .withTables<DeviceTables>()
    .selectFrom('desired_states')
    .select('document')
    .where('controller_id', '=', controllerId)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.document ?? null
}

/**
 * Controllers online whose newest state is valid and past half its validity. Expired and refused states and tests are not renewed: an
 * outdated setting must not become valid again by itself.
 */
export async function selectDueForRenewal(
  db: Reader,
  now: Date,
  controllerId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id
    from controllers c
    join controller_links l on l.controller_id = c.id and l.online
    join lateral (
      select * from desired_states where controller_id = c.id order by rev desc limit 1
    ) d on true
    where c.renew_at <= ${now} and c.renew_at > ${new Date(now.getTime() - RENEW_AFTER_MS)}
      and (${controllerId}::integer is null or c.id = ${controllerId}::integer)
      and d.issued_at <= ${new Date(now.getTime() - RENEW_AFTER_MS)} and d.valid_until > ${now}
      and d.rejected_at is null and d.expired_at is null and d.mode <> 'TEST'`.execute(db)
  return rows.map(({ id }) => id)
}
