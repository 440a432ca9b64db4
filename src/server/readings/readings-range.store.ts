/** SQL of ranges of readings: the valid ones of one sensor, packed by the database so that many cost little. */
import { sql } from 'kysely'
import type { Reader } from '../kit/postgres/database.ts'

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

/** From the first instant up to the last, which is not in it. */
export interface Span {
  from: Date
  to: Date
}

/** The database counts microseconds from the first moment of 2000. */
const DATABASE_EPOCH_MS = Date.UTC(2000, 0, 1)
const BYTES = 16

/** Every sensor that ever sent a valid reading, by probe and depth. */
export async function selectSensors(db: Reader, controllerId: number): Promise<SensorKey[]> {
  const { rows } = await sql<SensorKey>`
    select probe, depth_cm as "depthCm" from sensors where controller_id = ${controllerId}
     order by probe, depth_cm`.execute(db)
  return rows
}

/** One row instead of thousands: eight bytes of time and eight of value each, as the database sends them. */
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
