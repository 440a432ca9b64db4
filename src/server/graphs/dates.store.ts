/** SQL of seasons and days: in which years and on which days of its zone a system has valid readings. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database.ts'

/** A system as its readings know it. */
export interface ReportingSystem {
  controllerId: number
  timeZone: string
}

/** First moment of a day of the zone. */
const startOf = (day: RawBuilder<unknown>, timeZone: string) =>
  sql`((${day})::timestamp at time zone ${timeZone}::text)`

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

/** Newest first. */
export async function selectSeasons(
  db: Reader,
  { controllerId, timeZone }: ReportingSystem,
): Promise<number[]> {
  const yearOf = (at: RawBuilder<unknown>) =>
    sql`extract(year from ${at} at time zone ${timeZone}::text)::integer`
  const newYear = (year: RawBuilder<unknown>) =>
    sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, ${timeZone}::text)`
  const { rows } = await sql<{ year: number }>`
    with known as (
      select min(first.at) as since, max(s.last_at) as until
        from sensors s cross join lateral (
          select r.at from readings r where r.controller_id = s.controller_id and r.probe = s.probe
             and r.depth_cm = s.depth_cm and r.invalid is null order by r.at limit 1) first
       where s.controller_id = ${controllerId}
    )
    select year from known, generate_series(${yearOf(sql`since`)}, ${yearOf(sql`until`)}) as year
     where ${heardBetween(controllerId, newYear(sql`year`), newYear(sql`year + 1`))}
     order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * Days as 2026-07-06, oldest first. Goes from day to day while there are readings, and over a silence in one step: a
 * season of many sensors costs a few hundred looks at an index, however many readings it has.
 *
 * @param first and last, days; both are included
 */
export async function selectDays(
  db: Reader,
  { controllerId, timeZone }: ReportingSystem,
  { first, last }: { first: string; last: string },
): Promise<string[]> {
  const next = startOf(sql`day + 1`, timeZone)
  const after = startOf(sql`day + 2`, timeZone)
  const end = startOf(sql`${last}::date + 1`, timeZone)
  const { rows } = await sql<{ day: string }>`
    with recursive days (day) as (
      select ${first}::date - 1
      union all
      select case when ${heardBetween(controllerId, next, after)} then day + 1 else (
        select (min(later.at) at time zone ${timeZone}::text)::date
          from sensors s cross join lateral (
            select r.at from readings r where r.controller_id = s.controller_id and r.probe = s.probe
               and r.depth_cm = s.depth_cm and r.at >= ${after} and r.at < ${end} and r.invalid is null
             order by r.at limit 1) later
         where s.controller_id = ${controllerId}) end
        from days where day < ${last}::date
    )
    select to_char(day, 'YYYY-MM-DD') as day from days where day >= ${first}::date order by day`.execute(db)
  return rows.map(({ day }) => day)
}
