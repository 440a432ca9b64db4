/** SQL of a system's sensor values: at an instant, and as daily means in its time zone. */
import { sql } from 'kysely'
import type { Reader } from '../../kit/postgres/transactions.ts'
import { dayAfter, dayReader, type DaySpan, momentsOf } from '../../readings/zone-days.ts'
import type { SensorReport } from './map-inputs.ts'

/** A period: after `since`, up to `until`. */
interface Stretch {
  since: Date
  until: Date
}

/** Every sensor with its newest valid reading in a period. */
export async function newestWithin(
  db: Reader,
  controllerId: number,
  { since, until }: Stretch,
): Promise<SensorReport[]> {
  const { rows } = await sql<SensorReport>`
    select s.probe, s.depth_cm as "depthCm", newest.at, newest.value
      from sensors s left join lateral (
        select r.at, r.value from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.at > ${since} and r.at <= ${until} and r.invalid is null
         order by r.at desc limit 1) newest on true
     where s.controller_id = ${controllerId} order by s.probe, s.depth_cm`.execute(db)
  return rows
}

/** Every sensor with the mean of its valid readings of some days; `at` is the newest of them. */
export async function meansOver(
  db: Reader,
  controllerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<SensorReport[]> {
  const { rows } = await sql<SensorReport>`
    select s.probe, s.depth_cm as "depthCm", said.at, said.value
      from sensors s left join lateral (
        select max(r.at) as at, avg(r.value) as value from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.at >= ${from} and r.at < ${to} and r.invalid is null) said on true
     where s.controller_id = ${controllerId} order by s.probe, s.depth_cm`.execute(db)
  return rows
}

/** First and last day with valid readings in the system's time zone; null without any. */
export async function daysOfRecord(
  db: Reader,
  controllerId: number,
  timeZone: string,
): Promise<DaySpan | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(oldest.at) as first, max(s.last_at) as last
      from sensors s left join lateral (
        select r.at from readings r
         where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
           and r.invalid is null
         order by r.at limit 1) oldest on true
     where s.controller_id = ${controllerId}`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (!first || !last) return null
  const dayOf = dayReader(timeZone)
  return { start: dayOf(first), end: dayOf(last) }
}

/** The number of valid readings in each of these periods, in order. */
export async function readingsIn(
  db: Reader,
  controllerId: number,
  spans: readonly DaySpan[],
  timeZone: string,
): Promise<number[]> {
  const from = momentsOf(
    spans.map(({ start }) => start),
    timeZone,
  )
  const to = momentsOf(
    spans.map(({ end }) => dayAfter(end)),
    timeZone,
  )
  const { rows } = await sql<{ readings: number }>`
    select counted.readings
      from unnest(${from.map((at) => at.toISOString())}::timestamptz[],
                  ${to.map((at) => at.toISOString())}::timestamptz[]) with ordinality as span (since, until, k),
           lateral (
             select count(*)::integer as readings from readings r
              where r.controller_id = ${controllerId} and r.at >= span.since and r.at < span.until
                and r.invalid is null) counted
     order by span.k`.execute(db)
  return rows.map(({ readings }) => readings)
}

/** Every sensor with any reading. */
export async function sensorsOf(
  db: Reader,
  controllerId: number,
): Promise<{ probe: number; depthCm: number }[]> {
  const { rows } = await sql<{ probe: number; depthCm: number }>`
    select probe, depth_cm as "depthCm" from sensors
     where controller_id = ${controllerId} order by probe, depth_cm`.execute(db)
  return rows
}
