/** What machines did: their events and their as-applied records, each kept once however often it arrives. */
import type { AppliedDocument, EventDocument } from '../../contract/controller.ts'
import type { Writer } from '../kit/database.ts'
import type { DeviceTables } from './devices.rows.ts'

export async function insertEvent(
  tx: Writer,
  controllerId: number,
  event: EventDocument,
  now: Date,
): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .insertInto('controller_events')
    .values({
      controller_id: controllerId,
      event_id: event.id,
      at: new Date(event.at),
      code: event.code,
      heard_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertApplied(
  tx: Writer,
  controllerId: number,
  applied: AppliedDocument,
): Promise<void> {
  await tx
    .withTables<DeviceTables>()
    .insertInto('as_applied')
    .values({
      controller_id: controllerId,
      rev: applied.rev,
      sector: applied.sector,
      from_at: new Date(applied.from),
      to_at: new Date(applied.to),
      depth_in: applied.depthIn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
