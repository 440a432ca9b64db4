/** SQL of the water of cells for maps: now, and on past days. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { DaySpan } from '../readings/zone-days.ts'

/** A past day, mean of the root zone; one byte per cell. */
export interface BalanceDay {
  day: string
  rootMm: number
  cells: Buffer
  /** Uncertainty of each cell; null for older rows. */
  deviation: Buffer | null
  /** Numbers of probes that contradict it. */
  contradicting: number[]
}

/** A computed day. */
export type BalanceDayCells = Omit<BalanceDay, 'rootMm' | 'deviation'> & { deviation: Buffer }

/** Nothing is written when nothing has changed. */
export async function storeBalanceDays(
  tx: ServerTx,
  systemId: number,
  rootMm: number,
  days: readonly BalanceDayCells[],
): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(
    ({ day, cells, deviation, contradicting }) =>
      sql`(${systemId}::integer, ${day}::date, ${rootMm}::float8, ${cells}::bytea, ${deviation}::bytea,
           ${contradicting}::integer[])`,
  )
  await sql`
    insert into balance_days as d (system_id, day, root_mm, cells, deviation, contradicting)
    values ${sql.join(rows)}
    on conflict (system_id, day) do update
       set root_mm = excluded.root_mm, cells = excluded.cells, deviation = excluded.deviation,
           contradicting = excluded.contradicting
     where (d.root_mm, d.cells, d.deviation, d.contradicting) is distinct from
           (excluded.root_mm, excluded.cells, excluded.deviation, excluded.contradicting)`.execute(tx)
}

export async function selectBalanceDays(db: Reader, systemId: number, span: DaySpan): Promise<BalanceDay[]> {
  const { rows } = await sql<BalanceDay>`
    select day::text, root_mm as "rootMm", cells, deviation, contradicting from balance_days
     where system_id = ${systemId} and day between ${span.start}::date and ${span.end}::date
     order by day`.execute(db)
  return rows
}

type SurfaceCells = Pick<BalanceDay, 'cells' | 'deviation' | 'contradicting'> & { computedAt: Date }

/** Current water by cell and layer; undefined when crop or weather are unknown. */
export async function selectSurfaceCells(db: Reader, systemId: number): Promise<SurfaceCells | undefined> {
  const { rows } = await sql<SurfaceCells>`
    select computed_at as "computedAt", cells, deviation,
           coalesce(outlook -> 'contradicting', '[]') as contradicting
      from water_balances
     where system_id = ${systemId} and (outlook ->> 'surface')::boolean`.execute(db)
  return rows[0]
}
