/** SQL of rain gauges' readings: stored idempotently, with daily sums. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { CheckedRain } from './instrument-check.ts'

/** Precedence of readings with the same key: the lowest wins, in any order of arrival. */
const rank = (row: string) =>
  sql.raw(
    `(${row}.invalid is not null, coalesce(${row}.mm, 'Infinity'), coalesce(${row}.total_mm, 'Infinity'),
      coalesce(${row}.invalid, '') collate "C")`,
  )

/** @returns valid readings that were new, or took the place of another, and the first of them */
export async function storeRain(
  tx: ServerTx,
  controllerId: number,
  readings: readonly CheckedRain[],
): Promise<{ stored: number; first: Date | null }> {
  if (readings.length === 0) return { stored: 0, first: null }
  const { rows } = await sql<{ stored: number; first: Date | null }>`
    with given as (
      select * from unnest(
        ${readings.map(({ gauge }) => gauge)}::integer[],
        ${readings.map(({ at }) => at.toISOString())}::timestamptz[],
        ${readings.map(({ mm }) => mm)}::double precision[],
        ${readings.map(({ totalMm }) => totalMm)}::double precision[],
        ${readings.map(({ invalid }) => invalid)}::text[]
      ) as g (gauge, at, mm, total_mm, invalid)
    ), best as (
      select distinct on (gauge, at) * from given order by gauge, at, ${rank('given')}
    ), kept as (
      insert into rain_readings (controller_id, gauge, at, mm, total_mm, invalid)
      select ${controllerId}::integer, gauge, at, mm, total_mm, invalid from best order by gauge, at
      on conflict (controller_id, gauge, at) do update
        set mm = excluded.mm, total_mm = excluded.total_mm, invalid = excluded.invalid
        where ${rank('excluded')} < ${rank('rain_readings')}
      returning at, invalid
    )
    select count(*)::integer as stored, min(at) as first from kept where invalid is null`.execute(tx)
  return rows[0] ?? { stored: 0, first: null }
}

/** One day of a gauge. */
export interface GaugeDay {
  /** Index of the day, from 0. */
  index: number
  gauge: number
  mm: number
  /** Seconds of the day that its readings cover. */
  coveredS: number
}

/**
 * Sums by gauge and day. A reading covers the time since the previous one, 26 hours at most, and counts for the day of
 * the middle of that time, so that a reading at seven counts for the day before. A counter that decreased was reset;
 * its increase over a longer gap belongs to no known day.
 *
 * @param bounds first moments of the days in their order, and the moment after the last
 */
export async function selectGaugeDays(
  db: Reader,
  controllerId: number,
  bounds: readonly Date[],
): Promise<GaugeDay[]> {
  const [from, to] = [bounds[0], bounds.at(-1)]
  if (!from || !to) return []
  const { rows } = await sql<GaugeDay>`
    with said as (
      select gauge, at, mm, total_mm, at - lag(at) over each as gap, lag(total_mm) over each as total_before
        from rain_readings
       where controller_id = ${controllerId} and invalid is null
         and at >= ${from}::timestamptz - interval '27 hours' and at <= ${to}::timestamptz + interval '27 hours'
      window each as (partition by gauge order by at)
    ), spoken as (
      select gauge, at, case when gap <= interval '26 hours' then gap else interval '0' end as gap,
             case when mm is not null then mm
                  when total_before is null or gap > interval '26 hours' then null
                  when total_mm >= total_before then total_mm - total_before
                  else total_mm end as mm
        from said
    ), placed as (
      select gauge, mm, gap,
             width_bucket(at - greatest(gap / 2, interval '1 second'), ${bounds.map((bound) => bound.toISOString())}::timestamptz[])
               as place
        from spoken where mm is not null
    )
    select place - 1 as index, gauge, sum(mm) as mm, extract(epoch from sum(gap))::float8 as "coveredS"
      from placed where place between 1 and ${bounds.length - 1} group by place, gauge order by place, gauge`.execute(
    db,
  )
  return rows
}
