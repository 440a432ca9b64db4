/** SQL of what the sensors of a system said: at an instant, and as means of whole days of its zone. */
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import type { DaySpan, SensorSaid } from './map-inputs.ts'

/** A stretch of time: after `since`, up to `until`. */
interface Stretch {
  since: Date
  until: Date
}

/** Every sensor with its newest valid reading of a stretch of time. */
export async function newestWithin(
  db: Reader,
  controllerId: number,
  { since, until }: Stretch,
): Promise<SensorSaid[]> {
  const { rows } = await sql<SensorSaid>`
    select s.probe, s.depth_cm as "depthCm", newest.at, newest.value
      from sensors s left join lateral (
        select r.at, r.value from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.at > ${since} and r.at <= ${until} and r.invalid is null
         order by r.at desc limit 1) newest on true
     where s.controller_id = ${controllerId} order by s.probe, s.depth_cm`.execute(db)
  return rows
}

/** When days of a zone begin and end. */
export async function boundsOf(
  db: Reader,
  { start, end }: DaySpan,
  timeZone: string,
): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${start}::date::timestamp at time zone ${timeZone} as "from",
           (${end}::date + 1)::timestamp at time zone ${timeZone} as "to"`.execute(db)
  const [bounds] = rows
  if (!bounds) throw new Error('no bounds')
  return bounds
}

/** Every sensor with the mean of its valid readings of some days; `at` is the newest of them. */
export async function meansOver(
  db: Reader,
  controllerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<SensorSaid[]> {
  const { rows } = await sql<SensorSaid>`
    select s.probe, s.depth_cm as "depthCm", said.at, said.value
      from sensors s left join lateral (
        select max(r.at) as at, avg(r.value) as value from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.at >= ${from} and r.at < ${to} and r.invalid is null) said on true
     where s.controller_id = ${controllerId} order by s.probe, s.depth_cm`.execute(db)
  return rows
}

/** The mean of one sensor on one day. */
export interface DayMean extends SensorSaid {
  day: string
}

/** Means of every day of a span on which a sensor spoke. */
export async function dayMeans(
  db: Reader,
  controllerId: number,
  { from, to }: { from: Date; to: Date },
  timeZone: string,
): Promise<DayMean[]> {
  const { rows } = await sql<DayMean>`
    select (at at time zone ${timeZone})::date::text as day, probe, depth_cm as "depthCm",
           max(at) as at, avg(value) as value
      from readings
     where controller_id = ${controllerId} and at >= ${from} and at < ${to} and invalid is null
     group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** First and last day of a system's zone with valid readings; null when there are none. */
export async function daysOfRecord(
  db: Reader,
  controllerId: number,
  timeZone: string,
): Promise<DaySpan | null> {
  const { rows } = await sql<{ start: string | null; end: string | null }>`
    select (min(oldest.at) at time zone ${timeZone})::date::text as start,
           (max(s.last_at) at time zone ${timeZone})::date::text as "end"
      from sensors s left join lateral (
        select r.at from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.invalid is null
         order by r.at limit 1) oldest on true
     where s.controller_id = ${controllerId}`.execute(db)
  const { start = null, end = null } = rows[0] ?? {}
  return start !== null && end !== null ? { start, end } : null
}

export interface WeekOfReadings extends DaySpan {
  readings: number
}

/**
 * Weeks, Monday to Sunday, that touch a month in any of these years and have valid readings; newest first. Whole weeks
 * are looked at: those that begin before the month, and those that end after it.
 */
export async function weeksOfMonth(
  db: Reader,
  controllerId: number,
  asked: { month: number; years: number[]; timeZone: string },
): Promise<WeekOfReadings[]> {
  const { month, years, timeZone } = asked
  const { rows } = await sql<WeekOfReadings>`
    with span as (
      select ((first - 6)::timestamp at time zone ${timeZone}) as since,
             ((first + interval '1 month')::date + 6)::timestamp at time zone ${timeZone} as until
        from unnest(${years}::integer[]) as year,
             lateral (select make_date(year, ${month}::integer, 1) as first) as months
    )
    select monday::text as start, (monday + 6)::text as "end", sum(readings)::integer as readings
      from span, lateral (
        select date_trunc('week', r.at at time zone ${timeZone})::date as monday, count(*) as readings
          from readings r
         where r.controller_id = ${controllerId} and r.at >= span.since and r.at < span.until
           and r.invalid is null
         group by 1) as weeks
     where ${month}::integer in (extract(month from monday), extract(month from monday + 6))
     group by monday order by monday desc`.execute(db)
  return rows
}

/** Every sensor that ever spoke. */
export async function sensorsOf(
  db: Reader,
  controllerId: number,
): Promise<{ probe: number; depthCm: number }[]> {
  const { rows } = await sql<{ probe: number; depthCm: number }>`
    select probe, depth_cm as "depthCm" from sensors
     where controller_id = ${controllerId} order by probe, depth_cm`.execute(db)
  return rows
}
