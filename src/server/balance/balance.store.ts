/** SQL of water balances. */
import { sql } from 'kysely'
import type { FieldOutlook } from '../../contract/balance.ts'
import type { Reader } from '../kit/postgres/database.ts'

/** What is known of the water of a system; nulls before anything was computed. */
export interface StoredOutlook {
  systemId: number
  hasCrop: boolean
  computedAt: Date | null
  outlook: Omit<FieldOutlook, 'system' | 'state' | 'refill_in_days' | 'computed_at'> | null
}

export async function selectOutlooks(db: Reader, systemIds: number[]): Promise<StoredOutlook[]> {
  const { rows } = await sql<StoredOutlook>`
    select s.id as "systemId", coalesce(c.crop is not null, false) as "hasCrop",
           b.computed_at as "computedAt", b.outlook
      from unnest(${systemIds}::integer[]) as s (id)
      left join lateral (
        select crop from system_crops where system_id = s.id order by id desc limit 1) c on true
      left join water_balances b on b.system_id = s.id and c.crop is not null`.execute(db)
  return rows
}
