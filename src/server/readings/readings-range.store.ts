/** SQL of ranges of readings: which ranges have valid ones, and those of one sensor in a packed format. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/postgres/transactions.ts'

export interface SensorKey {
  probe: number
  depthCm: number
}

/** Valid readings in the order of their times, one time for each value. */
export interface RangeOfReadings {
  /** Milliseconds since 1970. */
  times: Float64Array
  /** m3/m3. */
  values: Float64Array
}

/** From the first instant, included, to the last, excluded. */
export interface Span {
  from: Date
  to: Date
}

/** PostgreSQL counts microseconds from the beginning of 2000. */
const DATABASE_EPOCH_MS = Date.UTC(2000, 0, 1)
const BYTES = 16

/** Every sensor that ever sent a valid reading, by probe and depth. */
export async function selectSensors(db: Reader, controllerId: number): Promise<SensorKey[]> {
  const { rows } = await sql<SensorKey>`
    select probe, depth_cm as "depthCm" from sensors where controller_id = ${controllerId}
     order by probe, depth_cm`.execute(db)
  return rows
}

/** When each probe last sent a valid reading, by its number. */
export async function selectLastReadings(
  db: Reader,
  controllerId: number,
): Promise<{ probe: number; at: Date }[]> {
  const { rows } = await sql<{ probe: number; at: Date }>`
    select probe, max(last_at) as at from sensors
     where controller_id = ${controllerId}
     group by probe order by probe`.execute(db)
  return rows
}

/** One row instead of thousands: eight bytes of time and eight of value each, in the wire format. */
export async function readRange(
  db: Reader,
  controllerId: number,
  { probe, depthCm }: SensorKey,
  { from, to }: Span,
): Promise<RangeOfReadings> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(timestamptz_send(at) || float8send(value), ''::bytea order by at) as packed
      from readings
     where controller_id = ${controllerId} and probe = ${probe} and depth_cm = ${depthCm}
       and at >= ${from} and at < ${to} and invalid is null`.execute(db)
  return unpacked(rows[0]?.packed ?? Buffer.alloc(0))
}

/** A column other than moisture; °C or dS/m. */
export async function readBeside(
  db: Reader,
  controllerId: number,
  { probe, depthCm }: SensorKey,
  { from, to }: Span,
  column: 'temperature_c' | 'ec',
): Promise<RangeOfReadings> {
  const columnRef = sql.ref(column)
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(timestamptz_send(at) || float8send(${columnRef}::float8), ''::bytea order by at) as packed
      from readings
     where controller_id = ${controllerId} and probe = ${probe} and depth_cm = ${depthCm}
       and at >= ${from} and at < ${to} and ${columnRef} is not null and (invalid is null or invalid = 'value_missing')`.execute(
    db,
  )
  return unpacked(rows[0]?.packed ?? Buffer.alloc(0))
}

/** Whether the newest readings of a system have temperature and salinity. */
export async function selectBeside(
  db: Reader,
  controllerId: number,
): Promise<{ temperature: boolean; salinity: boolean }> {
  const { rows } = await sql<{ temperature: boolean | null; salinity: boolean | null }>`
    select bool_or(r.temperature_c is not null) as temperature, bool_or(r.ec is not null) as salinity
      from sensors s join readings r on r.controller_id = s.controller_id and r.probe = s.probe
       and r.depth_cm = s.depth_cm and r.at = s.last_at
     where s.controller_id = ${controllerId}`.execute(db)
  return { temperature: rows[0]?.temperature ?? false, salinity: rows[0]?.salinity ?? false }
}

/** Of one instrument: kPa, m3/h, m3, V or %. */
export async function readInstrument(
  db: Reader,
  controllerId: number,
  { kind, number, depthCm }: { kind: string; number: number; depthCm: number },
  { from, to }: Span,
): Promise<RangeOfReadings> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(timestamptz_send(at) || float8send(value), ''::bytea order by at) as packed
      from instrument_readings
     where controller_id = ${controllerId} and kind = ${kind} and number = ${number} and depth_cm = ${depthCm}
       and at >= ${from} and at < ${to} and invalid is null`.execute(db)
  return unpacked(rows[0]?.packed ?? Buffer.alloc(0))
}

/** Rain gauges of a system, by number. */
export async function selectGauges(db: Reader, controllerId: number): Promise<number[]> {
  const { rows } = await sql<{ gauge: number }>`
    select distinct gauge from rain_readings where controller_id = ${controllerId} and invalid is null
     order by gauge`.execute(db)
  return rows.map(({ gauge }) => gauge)
}

/** Rain since the previous reading, mm; for a counter its increase, and its value after a reset. */
export async function readGauge(
  db: Reader,
  controllerId: number,
  gauge: number,
  { from, to }: Span,
): Promise<RangeOfReadings> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(timestamptz_send(at) || float8send(fell), ''::bytea order by at) as packed from (
      select at, coalesce(mm, case when total_mm < lag(total_mm) over (order by at) then total_mm
                                   else total_mm - lag(total_mm) over (order by at) end)::float8 as fell
        from rain_readings
       where controller_id = ${controllerId} and gauge = ${gauge} and at >= ${from} and at < ${to}
         and invalid is null) gauged
     where fell is not null`.execute(db)
  return unpacked(rows[0]?.packed ?? Buffer.alloc(0))
}

function unpacked(packed: Buffer): RangeOfReadings {
  const count = packed.length / BYTES
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  for (let i = 0; i < count; i += 1) {
    const at = i * BYTES
    // microseconds of some centuries are far below 2^53
    const micros = packed.readInt32BE(at) * 2 ** 32 + packed.readUInt32BE(at + 4)
    times[i] = DATABASE_EPOCH_MS + micros / 1000
    values[i] = packed.readDoubleBE(at + 8)
  }
  return { times, values }
}

/** Whether any sensor has a valid reading in an interval, checked sensor by sensor up to the first. */
const hasReadingBetween = (
  controllerId: number,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
) => sql`exists (
  select from sensors s cross join lateral (
    select from readings r where r.controller_id = s.controller_id and r.probe = s.probe and r.depth_cm = s.depth_cm
       and r.at >= ${from} and r.at < ${to} and r.invalid is null limit 1) heard
   where s.controller_id = ${controllerId})`

/**
 * Which of the intervals have valid readings, in order. Skips from one reading to the next
 * interval: a season of many sensors costs a few hundred index lookups, however many readings
 * it has. The instants are the caller's: the database may have another edition of the time zone data.
 *
 * @param bounds in order; interval i is from bounds[i] to bounds[i + 1], which is excluded
 * @returns indices of intervals, from 0
 */
export async function selectIntervalsWithReadings(
  db: Reader,
  controllerId: number,
  bounds: readonly Date[],
): Promise<number[]> {
  const count = bounds.length - 1
  const times = bounds.map((bound) => bound.toISOString())
  // arrays of the database start at 1: interval k is between at[k] and at[k + 1]
  const { rows } = await sql<{ k: number }>`
    with recursive bounds as (select ${times}::timestamptz[] as at), heard (k) as (
      select 0
      union all
      select case when ${hasReadingBetween(controllerId, sql`b.at[k + 1]`, sql`b.at[k + 2]`)} then k + 1 else (
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
