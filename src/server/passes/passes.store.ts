/** SQL of passes: the as-applied record and the catch-can results. */
import type { Generated } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { selectEvents, selectStays, selectStaysSince, selectTrack } from '../devices/records.store.ts'
import type { System } from '../systems/membership.ts'
import type { DepthFactorRow, MachineRecord } from './machine-record.ts'

// a type alias: kysely needs the implicit index signature that interfaces lack
type PassesTables = {
  depth_factors: {
    id: Generated<number>
    system_id: number
    factor: number
    cans_in: number[]
    distances_m: number[] | null
    bearing: number | null
    unit: 'in' | 'mm' | null
    computed_in: number
    pass_from: Date
    made_at: Date
    user_id: number | null
    user_name: string
  }
  systems: { id: number; depth_factor: number | null }
}

const DAY_MS = 86_400_000
/** More than any machine records in the days of a page; the newest count. */
const RECORDS_MOST = 40_000

export async function selectRecord(
  db: Reader,
  { controllerId }: Pick<System, 'controllerId'>,
  span: { from: Date; to: Date },
): Promise<MachineRecord> {
  return {
    stays: await selectStays(db, controllerId, span, RECORDS_MOST),
    track: await selectTrack(db, controllerId, span),
    events: await selectEvents(db, controllerId, span),
  }
}

/** What a machine did since the stop of a pass that is being finished, with its newest telemetry last. */
export async function finishRecord(
  db: Reader,
  { controllerId }: Pick<System, 'controllerId'>,
  { since, now }: { since: Date; now: Date },
): Promise<MachineRecord> {
  return {
    stays: await selectStaysSince(db, controllerId, since),
    // the clocks of machines may be ahead of the server's
    track: await selectTrack(db, controllerId, { from: since, to: new Date(now.getTime() + DAY_MS) }),
    events: [],
  }
}

export async function selectFactors(db: Reader, systemId: number): Promise<DepthFactorRow[]> {
  return db
    .withTables<PassesTables>()
    .selectFrom('depth_factors')
    .where('system_id', '=', systemId)
    .select([
      'factor',
      'cans_in as cansIn',
      'distances_m as distancesM',
      'bearing',
      'unit',
      'computed_in as computedIn',
      'pass_from as passFrom',
      'made_at as madeAt',
      'user_name as userName',
    ])
    .orderBy('made_at', 'desc')
    .limit(50)
    .execute()
}

export async function insertFactor(
  tx: ServerTx,
  systemId: number,
  row: DepthFactorRow & { userId: number },
): Promise<void> {
  const db = tx.withTables<PassesTables>()
  await db
    .insertInto('depth_factors')
    .values({
      system_id: systemId,
      factor: row.factor,
      cans_in: row.cansIn,
      distances_m: row.distancesM,
      bearing: row.bearing,
      unit: row.unit,
      computed_in: row.computedIn,
      pass_from: row.passFrom,
      made_at: row.madeAt,
      user_id: row.userId,
      user_name: row.userName,
    })
    .execute()
  await db.updateTable('systems').set({ depth_factor: row.factor }).where('id', '=', systemId).execute()
}
