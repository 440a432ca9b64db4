/** SQL of the balance's results for graphs and prescriptions: the refill line, and daily water until the arm arrives. */
import { sql } from 'kysely'
import type { Reader } from '../kit/postgres/transactions.ts'

/** The stored outlook, with the API's names. */
interface StoredStretch {
  from: string
  until: string
  use_mm: number
  rain_mm: number
}

/** The inputs of prescriptions. */
interface StoredAhead {
  computedAt: Date
  stretches: StoredStretch[]
  /** Time of a revolution. */
  hours: number | null
}

/** Undefined without a crop, or before the first computation. */
export async function selectAhead(db: Reader, systemId: number): Promise<StoredAhead | undefined> {
  const { rows } = await sql<StoredAhead>`
    select computed_at as "computedAt", coalesce(outlook -> 'stretches', '[]') as stretches,
           (outlook -> 'pass' ->> 'hours')::double precision as hours
      from water_balances where system_id = ${systemId}`.execute(db)
  return rows[0]
}

/** Refill line of a system, per cent of available water: its balance's, or without a crop the target. */
export async function selectRefillPercent(
  db: Reader,
  systemId: number,
  targetPercent: number,
): Promise<number> {
  const { rows } = await sql<{ refill: number | null }>`
    select (outlook ->> 'refill_percent')::double precision as refill
      from water_balances
     where system_id = ${systemId}
       and (select crop from system_crops where system_id = ${systemId} order by id desc limit 1) is not null`.execute(
    db,
  )
  return Math.min(targetPercent, rows[0]?.refill ?? targetPercent)
}
