/** SQL of weather: hours and days by source, when a system was asked about, typed rain and what somebody chose. */
import { sql } from 'kysely'
import type { RainSource, WeatherFailure } from '../../contract/weather.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { WeatherHour } from './open-meteo.ts'
import type { StoredDay } from './weather.rules.ts'

/** Systems whose time has come, those never asked about first; or one of them, if it is due and still there. */
export async function selectDueForWeather(
  db: Reader,
  now: Date,
  most: number,
  systemId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from systems s left join weather_fetches f on f.system_id = s.id
     where (f.next_at is null or f.next_at <= ${now}) and s.id = coalesce(${systemId}::integer, s.id)
     order by f.next_at nulls first, s.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface WeatherFetch {
  fetchedAt: Date | null
  failure: WeatherFailure | null
}

export async function selectWeatherFetch(db: Reader, systemId: number): Promise<WeatherFetch | undefined> {
  const { rows } = await sql<WeatherFetch>`
    select fetched_at as "fetchedAt", failure from weather_fetches
     where system_id = ${systemId}`.execute(db)
  return rows[0]
}

/** A try that brought nothing keeps the time of the last that did. */
export async function recordWeatherFetch(
  tx: ServerTx,
  systemId: number,
  triedAt: Date,
  { fetchedAt, nextAt, failure }: WeatherFetch & { nextAt: Date },
): Promise<void> {
  await sql`
    insert into weather_fetches (system_id, tried_at, fetched_at, next_at, failure)
    values (${systemId}, ${triedAt}, ${fetchedAt}, ${nextAt}, ${failure})
    on conflict (system_id) do update set tried_at = excluded.tried_at, next_at = excluded.next_at,
      fetched_at = coalesce(excluded.fetched_at, weather_fetches.fetched_at), failure = excluded.failure`.execute(
    tx,
  )
}

export async function storeWeather(
  tx: ServerTx,
  systemId: number,
  fetchedAt: Date,
  hours: readonly WeatherHour[],
  days: readonly StoredDay[],
): Promise<void> {
  await sql`
    insert into weather_hours (system_id, at, source, temperature_c, dew_point_c, wind_m_s, radiation_w_m2, rain_mm,
      rain_chance_pct, source_et_mm, fetched_at)
    select ${systemId}, h.at, 'model', h."temperatureC", h."dewPointC", h."windMS", h."radiationWM2", h."rainMm",
           h."rainChancePct", h."sourceEtMm", ${fetchedAt}
      from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h (at timestamptz, "temperatureC" real,
           "dewPointC" real, "windMS" real, "radiationWM2" real, "rainMm" real, "rainChancePct" real, "sourceEtMm" real)
    on conflict (system_id, at, source) do update set temperature_c = excluded.temperature_c,
      dew_point_c = excluded.dew_point_c, wind_m_s = excluded.wind_m_s, radiation_w_m2 = excluded.radiation_w_m2,
      rain_mm = excluded.rain_mm, rain_chance_pct = excluded.rain_chance_pct, source_et_mm = excluded.source_et_mm,
      fetched_at = excluded.fetched_at`.execute(tx)
  await sql`
    insert into weather_days (system_id, day, source, max_c, min_c, rain_mm, rain_chance_pct, reference_et_mm,
      et_method, forecast, fetched_at)
    select ${systemId}, d.day, 'model', d."maxC", d."minC", d."rainMm", d."rainChancePct", d."referenceEtMm",
           d."etMethod", d.forecast, ${fetchedAt}
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (day date, "maxC" float8, "minC" float8,
           "rainMm" float8, "rainChancePct" float8, "referenceEtMm" float8, "etMethod" text, forecast boolean)
    on conflict (system_id, day, source) do update set max_c = excluded.max_c, min_c = excluded.min_c,
      rain_mm = excluded.rain_mm, rain_chance_pct = excluded.rain_chance_pct,
      reference_et_mm = excluded.reference_et_mm, et_method = excluded.et_method, forecast = excluded.forecast,
      fetched_at = excluded.fetched_at`.execute(tx)
}

/** In order of their days, from one on. */
export async function selectWeatherDays(db: Reader, systemId: number, from: string): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select day::text as day, max_c as "maxC", min_c as "minC", rain_mm as "rainMm", rain_chance_pct as "rainChancePct",
           reference_et_mm as "referenceEtMm", et_method as "etMethod", forecast
      from weather_days where system_id = ${systemId} and day >= ${from}::date order by day`.execute(db)
  return rows
}

/** What people said about the rain of a day. */
export interface SaidRain {
  day: string
  mm: number | null
  choice: RainSource | null
}

export async function selectSaidRain(db: Reader, systemId: number, from: string): Promise<SaidRain[]> {
  const { rows } = await sql<SaidRain>`
    select coalesce(t.day, c.day)::text as day, t.mm, c.source as choice
      from (select day, mm from typed_rain where system_id = ${systemId} and day >= ${from}::date) t
      full join (select day, source from rain_choices where system_id = ${systemId} and day >= ${from}::date) c
        on c.day = t.day`.execute(db)
  return rows
}

export async function storeTypedRain(
  tx: ServerTx,
  systemId: number,
  day: string,
  mm: number | null,
  now: Date,
): Promise<void> {
  if (mm === null) {
    await sql`delete from typed_rain where system_id = ${systemId} and day = ${day}::date`.execute(tx)
    return
  }
  await sql`
    insert into typed_rain (system_id, day, mm, typed_at) values (${systemId}, ${day}::date, ${mm}, ${now})
    on conflict (system_id, day) do update set mm = excluded.mm, typed_at = excluded.typed_at`.execute(tx)
}

export async function storeRainChoice(
  tx: ServerTx,
  systemId: number,
  day: string,
  source: RainSource | null,
): Promise<void> {
  if (source === null) {
    await sql`delete from rain_choices where system_id = ${systemId} and day = ${day}::date`.execute(tx)
    return
  }
  await sql`
    insert into rain_choices (system_id, day, source) values (${systemId}, ${day}::date, ${source})
    on conflict (system_id, day) do update set source = excluded.source`.execute(tx)
}
