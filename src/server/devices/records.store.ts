/** What machines did: their events and their as-applied records, each kept once however often it arrives. */
import type { AppliedDocument, EventDocument } from '../../contract/controller.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { DeviceTables } from './devices.rows.ts'

export async function insertEvent(
  tx: ServerTx,
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
  tx: ServerTx,
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

/** The arm over one sector; `depthIn` is what each zone got, inches. */
export interface AppliedPass {
  from: Date
  to: Date
  depthIn: number[]
}

/** Passes over a sector that began between two instants, in their order. */
export async function selectApplied(
  db: Reader,
  controllerId: number,
  sector: number,
  { from, to }: { from: Date; to: Date },
): Promise<AppliedPass[]> {
  return db
    .withTables<DeviceTables>()
    .selectFrom('as_applied')
    .where('controller_id', '=', controllerId)
    .where('sector', '=', sector)
    .where('from_at', '>=', from)
    .where('from_at', '<', to)
    .select(['from_at as from', 'to_at as to', 'depth_in as depthIn'])
    .orderBy('from_at')
    .execute()
}
