/** SQL of readings: stored idempotently in batches, with the last reading of each sensor. */
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { CheckedReading } from './reading-check.ts'

/** One depth of one probe and its last valid reading since an instant; nulls when it was silent. */
export interface LatestReading {
  probe: number
  depthCm: number
  at: Date | null
  value: number | null
}

export interface BatchOutcome {
  /** Valid readings that were new, or replaced an invalid or wetter one. */
  stored: number
  /** The newest of them. */
  latest: Date | null
}

/** First day of the UTC month of every reading that gets a partition. */
function monthsOf(readings: readonly CheckedReading[]): string[] {
  const usable = readings.filter(({ invalid }) => invalid === null || invalid.startsWith('value'))
  return [...new Set(usable.map(({ at }) => `${at.toISOString().slice(0, 7)}-01`))]
}

/** Precedence of readings with the same key: the lowest wins, in any order of arrival. */
const rank = (row: string) =>
  sql.raw(
    `(${row}.invalid is not null, coalesce(${row}.value, 'Infinity'), coalesce(${row}.invalid, '') collate "C")`,
  )
const BETTER = sql`${rank('excluded')} < ${rank('readings')}`
/** Whether the new reading has a column that is missing, or larger, in the stored one. */
const adds = (column: string) =>
  sql.raw(
    `coalesce(excluded.${column} < readings.${column}, excluded.${column} is not null and readings.${column} is null)`,
  )

/** Whether the default partition refused a reading because its month has a partition by now. */
export function isTurnedAway(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23514' && error.table === 'readings_default'
}

/**
 * The result is the same for every order of batches and of readings in them; keys are locked in one order. Moisture, temperature and
 * salinity of one place and time may arrive separately.
 */
export async function storeBatch(
  tx: ServerTx,
  controllerId: number,
  readings: readonly CheckedReading[],
): Promise<BatchOutcome> {
  if (readings.length === 0) return { stored: 0, latest: null }
  // a batch that waits longer for locks is better set aside
  await sql`select set_config('lock_timeout', '2s', true), ensure_reading_months(${monthsOf(readings)}::date[])`.execute(
    tx,
  )
  // a temperature added to a known reading does not count as a new reading
  const hasValueless = readings.some(({ invalid }) => invalid === 'value_missing')
  const counted = hasValueless
    ? sql`select probe, depth_cm, at from kept where invalid is null
          intersect select probe, depth_cm, at from best where invalid is null`
    : sql`select at from kept where invalid is null`
  const { rows } = await sql<{ stored: number; latest: Date | null }>`
    with given as (
      select * from unnest(
        ${readings.map(({ probe }) => probe)}::integer[],
        ${readings.map(({ depthCm }) => depthCm)}::double precision[],
        ${readings.map(({ at }) => at.toISOString())}::timestamptz[],
        ${readings.map(({ value }) => value)}::double precision[],
        ${readings.map(({ temperatureC }) => temperatureC)}::real[],
        ${readings.map(({ ec }) => ec)}::real[],
        ${readings.map(({ invalid }) => invalid)}::text[]
      ) as g (probe, depth_cm, at, value, temperature_c, ec, invalid)
    ), best as (
      select distinct on (probe, depth_cm, at) probe, depth_cm, at, value,
             min(temperature_c) over place as temperature_c, min(ec) over place as ec, invalid
        from given window place as (partition by probe, depth_cm, at)
       order by probe, depth_cm, at, ${rank('given')}
    ), kept as (
      insert into readings (controller_id, probe, depth_cm, at, value, temperature_c, ec, invalid)
      select ${controllerId}::integer, probe, depth_cm, at, value, temperature_c, ec, invalid from best
      order by probe, depth_cm, at
      on conflict (controller_id, probe, depth_cm, at) do update
        set value = case when ${BETTER} then excluded.value else readings.value end,
            invalid = case when ${BETTER} then excluded.invalid else readings.invalid end,
            temperature_c = least(readings.temperature_c, excluded.temperature_c),
            ec = least(readings.ec, excluded.ec)
        where ${BETTER} or ${adds('temperature_c')} or ${adds('ec')}
      returning probe, depth_cm, at, value, invalid
    ), spoken as (
      insert into sensors (controller_id, probe, depth_cm, last_at, last_value)
      select distinct on (probe, depth_cm) ${controllerId}::integer, probe, depth_cm, at, value
        from kept where invalid is null order by probe, depth_cm, at desc
      on conflict (controller_id, probe, depth_cm) do update
        set last_at = excluded.last_at, last_value = excluded.last_value
        where excluded.last_at > sensors.last_at
           or (excluded.last_at = sensors.last_at and excluded.last_value < sensors.last_value)
    )
    select count(*)::integer as stored, max(at) as latest from (${counted}) as counted`.execute(tx)
  return rows[0] ?? { stored: 0, latest: null }
}

/** Every sensor that ever sent a valid reading, in the order of probes and depths. */
export async function readLatest(db: Reader, controllerId: number, since: Date): Promise<LatestReading[]> {
  const { rows } = await sql<LatestReading>`
    select probe, depth_cm as "depthCm",
           case when last_at >= ${since} then last_at end as at,
           case when last_at >= ${since} then last_value end as value
      from sensors where controller_id = ${controllerId} order by probe, depth_cm`.execute(db)
  return rows
}
