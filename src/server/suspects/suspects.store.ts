/** SQL of suspect sensors and of the readings that made them suspect. */
import { sql } from 'kysely'
import type { Reader, ServerTx, Tx } from '../kit/postgres/transactions.ts'
import type { StoredVerdict, SuspectSensor } from './suspicion.rules.ts'

export async function selectSuspects(db: Reader, controllerId: number): Promise<SuspectSensor[]> {
  const { rows } = await sql<SuspectSensor>`
    select probe, depth_cm as "depthCm", suspicion, last_trusted as "lastTrusted"
      from suspect_sensors where controller_id = ${controllerId} order by probe, depth_cm`.execute(db)
  return rows
}

export async function selectVerdicts(db: Reader, systemId: number): Promise<StoredVerdict[]> {
  const { rows } = await sql<StoredVerdict>`
    select probe, verdict, about, by_name as by, at
      from probe_verdicts where system_id = ${systemId} order by probe`.execute(db)
  return rows
}

/** The newest verdict counts. */
export async function putVerdict(
  tx: Tx,
  systemId: number,
  userId: number,
  { probe, verdict, about, by, at }: StoredVerdict,
): Promise<void> {
  await sql`
    insert into probe_verdicts (system_id, probe, verdict, about, user_id, by_name, at)
    values (${systemId}, ${probe}, ${verdict}, ${about}::text[], ${userId}, ${by}, ${at})
    on conflict (system_id, probe) do update
       set verdict = excluded.verdict, about = excluded.about, user_id = excluded.user_id,
           by_name = excluded.by_name, at = excluded.at`.execute(tx)
}

export async function deleteVerdict(tx: Tx, systemId: number, probe: number): Promise<void> {
  await sql`delete from probe_verdicts where system_id = ${systemId} and probe = ${probe}`.execute(tx)
}

/** The data for judging a probe. */
export interface Evidence {
  /** The machine applied water there within three days. */
  watered: boolean
  /** It has a valid reading between one and four days ago: on a field's first day normal differences are unknown. */
  watched: boolean
}

/** In the order of the places. */
export async function evidenceOf(
  db: Reader,
  controllerId: number,
  places: readonly { probe: number; sector: number; zone: number }[],
  now: Date,
): Promise<Evidence[]> {
  if (places.length === 0) return []
  const { rows } = await sql<Evidence>`
    select exists (
             select from as_applied
              where controller_id = ${controllerId} and as_applied.sector = asked.sector
                and to_at >= ${now}::timestamptz - interval '3 days' and depth_in[asked.zone + 1] > 0) as watered,
           exists (
             select from readings
              where controller_id = ${controllerId} and readings.probe = asked.probe and invalid is null
                and at >= ${now}::timestamptz - interval '4 days'
                and at <= ${now}::timestamptz - interval '1 day') as watched
      from unnest(${places.map(({ probe }) => probe)}::integer[], ${places.map(({ sector }) => sector)}::integer[],
                  ${places.map(({ zone }) => zone)}::integer[])
           with ordinality as asked (probe, sector, zone, place)
     order by place`.execute(db)
  return rows
}

/** Sensors that are not listed are trusted again. */
export async function replaceSuspects(
  tx: ServerTx,
  controllerId: number,
  suspects: readonly SuspectSensor[],
): Promise<void> {
  await sql`delete from suspect_sensors where controller_id = ${controllerId}`.execute(tx)
  if (suspects.length === 0) return
  await sql`
    insert into suspect_sensors (controller_id, probe, depth_cm, suspicion, last_trusted)
    select ${controllerId}::integer, * from unnest(
      ${suspects.map(({ probe }) => probe)}::integer[],
      ${suspects.map(({ depthCm }) => depthCm)}::double precision[],
      ${suspects.map(({ suspicion }) => suspicion)}::text[],
      ${suspects.map(({ lastTrusted }) => lastTrusted)}::double precision[])`.execute(tx)
}

/** Valid readings of one sensor, oldest first: of each minute at most the first, the last, the least and the greatest. */
export interface SensorHistory {
  probe: number
  depthCm: number
  /** Milliseconds. */
  at: number[]
  /** m3/m3. */
  values: number[]
}

/**
 * Of these probes, since an instant. The rules compare extremes of an hour and more, which four readings of each minute
 * keep: all those of a sensor that reads every second would be hundreds of thousands.
 */
export async function sensorHistories(
  db: Reader,
  controllerId: number,
  probes: number[],
  since: Date,
): Promise<SensorHistory[]> {
  if (probes.length === 0) return []
  const { rows } = await sql<SensorHistory>`
    with minutes as (
           select probe, depth_cm,
                  min(array[ms, value]) as first, max(array[ms, value]) as last,
                  min(array[value, ms]) as least, max(array[value, ms]) as greatest
             from readings, lateral (select (extract(epoch from at) * 1000)::double precision as ms)
            where controller_id = ${controllerId} and probe = any(${probes}::integer[])
              and at >= ${since} and invalid is null
            group by probe, depth_cm, date_trunc('minute', at)),
         -- the same reading may be several of them
         kept as (
           select distinct probe, depth_cm, ms, value
             from minutes, lateral (
                  values (first[1], first[2]), (last[1], last[2]), (least[2], least[1]), (greatest[2], greatest[1])
                  ) as reading (ms, value))
    select probe, depth_cm as "depthCm", array_agg(ms order by ms) as at, array_agg(value order by ms) as values
      from kept
     group by probe, depth_cm order by probe, depth_cm`.execute(db)
  return rows
}

/** The arm over one sector, and what its valves actually applied. */
export interface SectorPass {
  sector: number
  from: Date
  to: Date
  /** Inches, by zone. */
  depthIn: number[]
}

export async function sectorPasses(db: Reader, controllerId: number, since: Date): Promise<SectorPass[]> {
  const { rows } = await sql<SectorPass>`
    select sector, from_at as "from", to_at as "to", depth_in as "depthIn"
      from as_applied where controller_id = ${controllerId} and to_at >= ${since}`.execute(db)
  return rows
}
