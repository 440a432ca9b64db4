/** SQL of daily means of each sensor, by the days of the system's time zone. */
import { sql } from 'kysely'
import type { Reader } from '../kit/postgres/transactions.ts'
import { dayAfter, daysOf, type DaySpan, momentsOf } from './zone-days.ts'

/** The mean of one sensor on one day; `at` is its newest reading. */
export interface DayMean {
  probe: number
  depthCm: number
  at: Date
  value: number
  day: string
}

/** Means of every day in a period with readings of a sensor. */
export async function dayMeans(
  db: Reader,
  controllerId: number,
  span: DaySpan,
  timeZone: string,
): Promise<DayMean[]> {
  const days = daysOf(span)
  const bounds = momentsOf([...days, dayAfter(span.end)], timeZone).map((bound) => bound.toISOString())
  const { rows } = await sql<Omit<DayMean, 'day'> & { k: number }>`
    select width_bucket(at, ${bounds}::timestamptz[]) as k, probe, depth_cm as "depthCm",
           max(at) as at, avg(value) as value
      from readings
     where controller_id = ${controllerId} and at >= ${bounds[0]} and at < ${bounds.at(-1)} and invalid is null
     group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows.map(({ k, ...mean }) => ({ ...mean, day: days[k - 1] ?? span.end }))
}
