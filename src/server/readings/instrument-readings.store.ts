/** SQL of tensions, flows, water meters and batteries: stored idempotently, with the last value of each. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { CheckedInstrument } from './instrument-check.ts'

/** Precedence of readings with the same key: the lowest wins, in any order of arrival; of tensions the drier. */
const rank = (row: string) =>
  sql.raw(
    `(${row}.invalid is not null,
      case when ${row}.kind = 'tension' then -coalesce(${row}.value, '-Infinity') else coalesce(${row}.value, 'Infinity') end,
      coalesce(${row}.temperature_c, 'Infinity'), coalesce(${row}.invalid, '') collate "C")`,
  )

/** @returns how many valid readings were new, or took the place of another; and the newest tension among them */
export async function storeInstruments(
  tx: ServerTx,
  controllerId: number,
  readings: readonly CheckedInstrument[],
): Promise<{ stored: number; tension: Date | null }> {
  if (readings.length === 0) return { stored: 0, tension: null }
  const { rows } = await sql<{ stored: number; tension: Date | null }>`
    with given as (
      select * from unnest(
        ${readings.map(({ kind }) => kind)}::text[],
        ${readings.map(({ number }) => number)}::integer[],
        ${readings.map(({ depthCm }) => depthCm)}::double precision[],
        ${readings.map(({ at }) => at.toISOString())}::timestamptz[],
        ${readings.map(({ value }) => value)}::double precision[],
        ${readings.map(({ temperatureC }) => temperatureC)}::real[],
        ${readings.map(({ invalid }) => invalid)}::text[]
      ) as g (kind, number, depth_cm, at, value, temperature_c, invalid)
    ), best as (
      select distinct on (kind, number, depth_cm, at) * from given
       order by kind, number, depth_cm, at, ${rank('given')}
    ), kept as (
      insert into instrument_readings (controller_id, kind, number, depth_cm, at, value, temperature_c, invalid)
      select ${controllerId}::integer, kind, number, depth_cm, at, value, temperature_c, invalid from best
       order by kind, number, depth_cm, at
      on conflict (controller_id, kind, number, depth_cm, at) do update
        set value = excluded.value, temperature_c = excluded.temperature_c, invalid = excluded.invalid
        where ${rank('excluded')} < ${rank('instrument_readings')}
      returning kind, number, depth_cm, at, value, invalid
    ), spoken as (
      insert into instruments (controller_id, kind, number, depth_cm, last_at, last_value)
      select distinct on (kind, number, depth_cm) ${controllerId}::integer, kind, number, depth_cm, at, value
        from kept where invalid is null order by kind, number, depth_cm, at desc
      on conflict (controller_id, kind, number, depth_cm) do update
        set last_at = excluded.last_at, last_value = excluded.last_value
        where excluded.last_at >= instruments.last_at
    )
    select count(*)::integer as stored, max(at) filter (where kind = 'tension') as tension
      from kept where invalid is null`.execute(tx)
  return rows[0] ?? { stored: 0, tension: null }
}

/** An instrument and its last valid value. */
export interface Instrument {
  kind: InstrumentKind
  /** Of the probe or the meter. */
  number: number
  /** Zero without a depth. */
  depthCm: number
  at: Date
  value: number
}
export type InstrumentKind = CheckedInstrument['kind']

/** By kind, number and depth. */
export async function selectInstruments(
  db: Reader,
  controllerId: number,
  kinds: readonly InstrumentKind[],
): Promise<Instrument[]> {
  const { rows } = await sql<Instrument>`
    select kind, number, depth_cm as "depthCm", last_at as at, last_value as value from instruments
     where controller_id = ${controllerId} and kind = any (${kinds}::text[])
     order by kind, number, depth_cm`.execute(db)
  return rows
}

/** The readings of one tensiometer. */
export interface Tension {
  probe: number
  depthCm: number
  at: Date | null
  kPa: number[]
}

/** Every tensiometer with its valid readings after `since`, up to `until`; all of them, or the newest alone. */
export async function tensionsWithin(
  db: Reader,
  controllerId: number,
  { since, until }: { since: Date; until: Date },
  which: 'newest' | 'all',
): Promise<Tension[]> {
  const most = which === 'newest' ? sql`limit 1` : sql``
  const { rows } = await sql<Tension>`
    select i.number as probe, i.depth_cm as "depthCm", said.at, coalesce(said.values, '{}') as "kPa"
      from instruments i left join lateral (
        select max(r.at) as at, array_agg(r.value) as values from (
          select at, value from instrument_readings
           where controller_id = i.controller_id and kind = 'tension' and number = i.number and depth_cm = i.depth_cm
             and at > ${since} and at <= ${until} and invalid is null
           order by at desc ${most}) r) said on true
     where i.controller_id = ${controllerId} and i.kind = 'tension' order by i.number, i.depth_cm`.execute(db)
  return rows
}

/** Deletes older readings, and instruments silent since. @returns how many readings */
export async function deleteInstrumentsBefore(tx: ServerTx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from instrument_readings where at < ${before}`.execute(tx)
  await sql`delete from instruments where last_at < ${before}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
