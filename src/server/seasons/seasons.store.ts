/** SQL of seasons: recorded volumes and licences. */
import { sql } from 'kysely'
import type { VolumeUnit } from '../../contract/seasons.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'

// a type, not an interface: kysely needs an index signature
type SeasonsTables = {
  licences: { system_id: number; from_year: number; volume_m3: number | null; unit: VolumeUnit }
}

/** A licence as it was entered; null volume: none from then on. */
export interface StoredLicence {
  systemId: number
  fromYear: number
  volumeM3: number | null
  unit: VolumeUnit
}

/** The licence of each system in force in a year: the newest that is not from a later one. */
export async function selectLicences(
  db: Reader,
  systemIds: number[],
  year: number,
): Promise<StoredLicence[]> {
  if (systemIds.length === 0) return []
  return db
    .withTables<SeasonsTables>()
    .selectFrom('licences')
    .distinctOn('system_id')
    .where('system_id', 'in', systemIds)
    .where('from_year', '<=', year)
    .select(['system_id as systemId', 'from_year as fromYear', 'volume_m3 as volumeM3', 'unit'])
    .orderBy('system_id')
    .orderBy('from_year', 'desc')
    .execute()
}

export async function storeLicence(tx: ServerTx, licence: StoredLicence): Promise<void> {
  const { systemId: system_id, fromYear: from_year, volumeM3: volume_m3, unit } = licence
  await tx
    .withTables<SeasonsTables>()
    .insertInto('licences')
    .values({ system_id, from_year, volume_m3, unit })
    .onConflict((conflict) => conflict.columns(['system_id', 'from_year']).doUpdateSet({ volume_m3, unit }))
    .execute()
}

export interface AppliedMonth {
  /** Counted from 1. */
  month: number
  volumeM3: number
  gaps: number
  gapSectors: number
}

/**
 * As-applied records summed by month, if there are any. A gap is between two consecutive records whose sectors are not
 * adjacent, and goes the shorter way round.
 *
 * @param bounds the starts of the months, and of the one after the last, shape [n + 1]
 * @param cellM2 area of one sector of each zone
 */
export async function selectAppliedMonths(
  db: Reader,
  controllerId: number,
  bounds: Date[],
  cellM2: number[],
): Promise<AppliedMonth[]> {
  const edges = sql`${bounds.map((at) => at.toISOString())}::timestamptz[]`
  const { rows } = await sql<AppliedMonth>`
    with records as (
      select from_at, depth_in,
             abs(sector - lag(sector) over (order by from_at, sector)) as steps
        from as_applied
       where controller_id = ${controllerId}
         and from_at >= (${edges})[1] and from_at < (${edges})[cardinality(${edges})]
    ), measured as (
      select width_bucket(from_at, ${edges}) as month, least(steps, 180 - steps) as steps,
             (select sum(depth * m2) from unnest(depth_in, ${cellM2}::double precision[]) as z (depth, m2)) * 0.0254 as m3
        from records
    )
    select month, sum(m3) as "volumeM3",
           count(*) filter (where steps > 1) as gaps,
           coalesce(sum(steps - 1) filter (where steps > 1), 0) as "gapSectors"
      from measured group by month order by month`.execute(db)
  return rows
}

export interface PumpedMonth {
  /** Counted from 1. */
  month: number
  volumeM3: number
  /** Time with water on and no flow reported. */
  unheardMs: number
}

/**
 * Volume measured by the flow meter, by month, while the machine was tracked: differences between its points, each in the
 * month in which it ended. There is a point wherever water goes on or off, so the last one of the day before is sufficient
 * as a start.
 *
 * @param bounds as above
 */
export async function selectPumpedMonths(
  db: Reader,
  controllerId: number,
  bounds: Date[],
): Promise<PumpedMonth[]> {
  const edges = sql`${bounds.map((at) => at.toISOString())}::timestamptz[]`
  const { rows } = await sql<PumpedMonth>`
    with steps as (
      select at, pumped_m3 - lag(pumped_m3) over (order by at) as m3,
             unheard_ms - lag(unheard_ms) over (order by at) as unheard
        from machine_track
       where controller_id = ${controllerId}
         and at >= (${edges})[1] - interval '1 day' and at < (${edges})[cardinality(${edges})]
    )
    select width_bucket(at, ${edges}) as month, sum(greatest(m3, 0)) as "volumeM3",
           sum(greatest(unheard, 0)) as "unheardMs"
      from steps where m3 is not null and at >= (${edges})[1]
     group by month order by month`.execute(db)
  return rows
}

/**
 * Volume counted by each water meter beside the machine: differences of its counter between the bounds; one that was reset
 * or replaced continues from its new value.
 */
export async function selectMetered(
  db: Reader,
  controllerId: number,
  bounds: Date[],
): Promise<{ meter: number; volume_m3: number }[]> {
  const [from, to] = [bounds[0], bounds.at(-1)]
  const { rows } = await sql<{ meter: number; volume_m3: number }>`
    with steps as (
      select number, at, value - lag(value) over (partition by number order by at) as m3
        from instrument_readings
       where controller_id = ${controllerId} and kind = 'volume' and invalid is null
         and at >= ${from}::timestamptz - interval '1 day' and at < ${to}::timestamptz
    )
    select number as meter, sum(greatest(m3, 0)) as volume_m3
      from steps where m3 is not null and at >= ${from}::timestamptz
     group by number order by number`.execute(db)
  return rows
}

/** When the first record of any of these machines began; null if there are none. */
export async function firstApplied(db: Reader, controllerIds: number[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(from_at) as at from as_applied where controller_id = any (${controllerIds}::integer[])`.execute(
    db,
  )
  return rows[0]?.at ?? null
}
