/** SQL of the proof of irrigation: the publication that ran over each sector, and sensor gains under the arm. */
import { sql } from 'kysely'
import type { Reader } from '../kit/postgres/transactions.ts'

/** The newest publication that ran over each sector in an interval. */
export async function selectRevs(
  db: Reader,
  controllerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ sector: number; rev: number }>`
    select distinct on (sector) sector, rev::double precision as rev from as_applied
     where controller_id = ${controllerId} and from_at >= ${from} and from_at <= ${to}
     order by sector, from_at desc`.execute(db)
  return new Map(rows.map(({ sector, rev }) => [sector, rev]))
}

/** Hours before the arm within which a sensor must have a reading, and after it within which water reaches it. */
const [BEFORE_HOURS, AFTER_HOURS] = [12, 24]

/** Gain of each sensor from its last reading before the arm to its highest within a day after, m3/m3, at least 0. */
export async function selectGains(
  db: Reader,
  controllerId: number,
  probes: readonly { number: number; from: Date; to: Date }[],
): Promise<{ probe: number; depthCm: number; gain: number }[]> {
  if (probes.length === 0) return []
  const numbers = probes.map(({ number }) => number)
  const froms = probes.map(({ from }) => from.toISOString())
  const tos = probes.map(({ to }) => to.toISOString())
  const { rows } = await sql<{ probe: number; depthCm: number; gain: number }>`
    with under as (
      select * from unnest(${numbers}::integer[], ${froms}::timestamptz[], ${tos}::timestamptz[]) as u (probe, from_at, to_at)
    ), said as (
      select r.probe, r.depth_cm,
             (array_agg(r.value order by r.at desc) filter (where r.at <= u.from_at))[1] as before,
             max(r.value) filter (where r.at >= u.to_at) as after
        from under u
        join readings r on r.controller_id = ${controllerId} and r.probe = u.probe and r.invalid is null
         and r.at between u.from_at - make_interval(hours => ${BEFORE_HOURS})
                      and u.to_at + make_interval(hours => ${AFTER_HOURS})
       group by r.probe, r.depth_cm
    )
    select probe, depth_cm as "depthCm", greatest(0, after - before) as gain from said
     where before is not null and after is not null
     order by probe, depth_cm`.execute(db)
  return rows
}
