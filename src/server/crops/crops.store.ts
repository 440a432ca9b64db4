/** SQL of crops: every entry is kept, the newest counts. */
import { sql } from 'kysely'
import type { CropPlan } from '../../contract/crops.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

/** The crop entered for a system; null for none. */
export interface StoredCrop {
  plan: CropPlan | null
  userName: string
  at: Date
}

interface Row {
  crop: CropPlan['crop'] | null
  startedOn: string
  stagesBy: CropPlan['stages_by']
  stages: CropPlan['stages']
  userName: string
  at: Date
}

/** Newest first. */
export async function selectCrops(db: Reader, systemId: number, most: number): Promise<StoredCrop[]> {
  const { rows } = await sql<Row>`
    select crop, started_on::text as "startedOn", stages_by as "stagesBy", stages, user_name as "userName",
           set_at as at
      from system_crops where system_id = ${systemId} order by id desc limit ${most}`.execute(db)
  return rows.map(({ crop, startedOn, stagesBy, stages, userName, at }) => ({
    plan: crop && { crop, started_on: startedOn, stages_by: stagesBy, stages },
    userName,
    at,
  }))
}

export async function insertCrop(
  tx: ServerTx,
  systemId: number,
  crop: StoredCrop & { userId: number },
): Promise<void> {
  const { plan, userId, userName, at } = crop
  await sql`
    insert into system_crops (system_id, crop, started_on, stages_by, stages, user_id, user_name, set_at)
    values (${systemId}, ${plan?.crop}, ${plan?.started_on}::date, ${plan?.stages_by},
            ${plan ? [...plan.stages] : null}::double precision[], ${userId}, ${userName},
            ${at})`.execute(tx)
}

/** The current crop; null if none is set. */
export async function selectCrop(db: Reader, systemId: number): Promise<CropPlan | null> {
  const [newest] = await selectCrops(db, systemId, 1)
  return newest?.plan ?? null
}
