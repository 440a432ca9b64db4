/** SQL of sensors that are not believed, and of the readings that tell. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'

export interface SuspectSensor {
  probe: number
  depthCm: number
  suspicion: string
  /** m3/m3; what it said before, null where that is not known. */
  lastTrusted: number | null
}

export async function selectSuspects(db: Reader, controllerId: number): Promise<SuspectSensor[]> {
  const { rows } = await sql<SuspectSensor>`
    select probe, depth_cm as "depthCm", suspicion, last_trusted as "lastTrusted"
      from suspect_sensors where controller_id = ${controllerId} order by probe, depth_cm`.execute(db)
  return rows
}

/** What is not listed is believed again. */
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

/** Valid readings of one sensor, oldest first. */
export interface SensorHistory {
  probe: number
  depthCm: number
  /** Milliseconds. */
  at: number[]
  /** m3/m3. */
  values: number[]
}

/** Of these probes, since an instant. */
export async function sensorHistories(
  db: Reader,
  controllerId: number,
  probes: number[],
  since: Date,
): Promise<SensorHistory[]> {
  if (probes.length === 0) return []
  const { rows } = await sql<SensorHistory>`
    select probe, depth_cm as "depthCm",
           array_agg(extract(epoch from at)::double precision * 1000 order by at) as at,
           array_agg(value order by at) as values
      from readings
     where controller_id = ${controllerId} and probe = any(${probes}::integer[])
       and at >= ${since} and invalid is null
     group by probe, depth_cm order by probe, depth_cm`.execute(db)
  return rows
}

/** The arm over one sector, and what its valves really gave. */
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
