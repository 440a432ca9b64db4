/** SQL of seasons and days: in which stretches of time a system has valid readings. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/postgres/database.ts'

/** Whether any sensor has a valid reading between two instants: each is asked, up to the first that has one. */
const heardBetween = (
  controllerId: number,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
) => sql`exists (
  select from sensors s cross join lateral (
    select from readings r where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
       and r.at >= ${from} and r.at < ${to} and r.invalid is null limit 1) heard
   where s.controller_id = ${controllerId})`

/**
 * Which of the stretches between instants have valid readings, in their order. Goes from one to the next while there
 * are readings, and over a silence in one step: a season of many sensors costs a few hundred looks at an index, however
 * many readings it has. The instants are the caller's: the database may know another law of a time zone than the server.
 *
 * @param bounds in order; stretch i lies between bounds[i] and bounds[i + 1], which is not in it
 * @returns numbers of stretches, counted from 0
 */
export async function selectHeard(
  db: Reader,
  controllerId: number,
  bounds: readonly Date[],
): Promise<number[]> {
  const count = bounds.length - 1
  const times = bounds.map((bound) => bound.toISOString())
  // arrays of the database begin with 1: stretch k lies between at[k] and at[k + 1]
  const { rows } = await sql<{ k: number }>`
    with recursive bounds as (select ${times}::timestamptz[] as at), heard (k) as (
      select 0
      union all
      select case when ${heardBetween(controllerId, sql`b.at[k + 1]`, sql`b.at[k + 2]`)} then k + 1 else (
        select width_bucket(min(later.at), b.at)
          from sensors s cross join lateral (
            select r.at from readings r where r.controller_id = s.controller_id and r.probe = s.probe
               and r.depth_cm = s.depth_cm and r.at >= b.at[k + 2] and r.at < b.at[${count}::integer + 1]
               and r.invalid is null
             order by r.at limit 1) later
         where s.controller_id = ${controllerId}) end
        from heard, bounds b where k < ${count}::integer
    )
    select k from heard where k > 0 order by k`.execute(db)
  return rows.map(({ k }) => k - 1)
}
