/** SQL of weather: hours and days by source, and when a service was queried about a place. */
import { sql } from 'kysely'
import type { WeatherFailure, WeatherSource } from '#contract/weather.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { DaySpan } from '../readings/zone-days.ts'
import type { StoredDay, WeatherHour } from './weather.rules.ts'

/** Of a time series: a model's belongs to a place, a file's to a system. */
export interface WeatherOrigin {
  id: number
  source: WeatherSource
  code: string
  name: string
  latitude: number | null
  longitude: number | null
  elevationM: number | null
}

type NewOrigin = Omit<WeatherOrigin, 'id'> & { systemId: number | null }

/** The series of this source and code, created if there is none; its metadata is updated. */
export async function keepOrigin(tx: ServerTx, origin: NewOrigin): Promise<number> {
  const { source, code, systemId, name, latitude, longitude, elevationM } = origin
  const target = systemId === null ? sql`(source, code) where system_id is null` : OF_SYSTEM
  const { rows } = await sql<{ id: number }>`
    insert into weather_origins (source, code, system_id, name, latitude, longitude, elevation_m)
    values (${source}, ${code}, ${systemId}, ${name}, ${latitude}, ${longitude}, ${elevationM})
    on conflict ${target} do update set name = excluded.name, latitude = excluded.latitude,
      longitude = excluded.longitude, elevation_m = coalesce(excluded.elevation_m, weather_origins.elevation_m)
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}
const OF_SYSTEM = sql`(system_id) where system_id is not null`

/** Series that apply to a system: its own, those of its place, and stations in a box of some degrees around it. */
export async function selectOrigins(
  db: Reader,
  systemId: number,
  box: { latitude: number; longitude: number },
): Promise<WeatherOrigin[]> {
  const { rows } = await sql<WeatherOrigin>`
    select o.id, o.source, o.code, o.name, o.latitude, o.longitude, o.elevation_m as "elevationM"
      from weather_origins o join systems s on s.id = ${systemId}
     where o.system_id = s.id
        or o.system_id is null and case when o.source in ('forecast', 'archive', 'simulated')
             then o.code = weather_place(s.latitude, s.longitude, s.time_zone)
             else abs(o.latitude - s.latitude) <= ${box.latitude}::float8
              and abs(o.longitude - s.longitude) <= ${box.longitude}::float8 end
     order by o.id`.execute(db)
  return rows
}

export async function storeHours(
  tx: ServerTx,
  originId: number,
  fetchedAt: Date,
  hours: readonly WeatherHour[],
): Promise<void> {
  await sql`
    insert into weather_hours (origin_id, at, temperature_c, dew_point_c, humidity_pct, wind_m_s, radiation_w_m2,
      rain_mm, rain_chance_pct, source_et_mm, fetched_at)
    select ${originId}, h.at, h."temperatureC", h."dewPointC", h."humidityPct", h."windMS", h."radiationWM2", h."rainMm",
           h."rainChancePct", h."sourceEtMm", ${fetchedAt}
      from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h (at timestamptz, "temperatureC" real,
           "dewPointC" real, "humidityPct" real, "windMS" real, "radiationWM2" real, "rainMm" real,
           "rainChancePct" real, "sourceEtMm" real)
    on conflict (origin_id, at) do update set temperature_c = excluded.temperature_c,
      dew_point_c = excluded.dew_point_c, humidity_pct = excluded.humidity_pct, wind_m_s = excluded.wind_m_s,
      radiation_w_m2 = excluded.radiation_w_m2, rain_mm = excluded.rain_mm,
      rain_chance_pct = excluded.rain_chance_pct, source_et_mm = excluded.source_et_mm,
      fetched_at = excluded.fetched_at`.execute(tx)
}

/**
 * @param keep fields that are not given stay, so that a second file can add what the first does not have
 * @returns the first day with a changed value; null if none changed
 */
export async function storeDays(
  tx: ServerTx,
  originId: number,
  fetchedAt: Date,
  days: readonly StoredDay[],
  keep = false,
): Promise<string | null> {
  const newOrStored = (column: string) =>
    sql.raw(keep ? `coalesce(excluded.${column}, w.${column})` : `excluded.${column}`)
  const { rows } = await sql<{ day: string | null }>`
    with given as (
      select d.* from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (day date, "maxC" float8, "minC" float8,
        "leastHumidityPct" float8, "windMS" float8, "radiationMj" float8, "rainMm" float8, "rainChancePct" float8,
        "rainExpectedMm" float8, "referenceEtMm" float8, "etMethod" text, "etEstimated" text[], forecast boolean)
    ), changed as (
      select min(g.day) as day from given g
        left join weather_days w on w.origin_id = ${originId} and w.day = g.day
       where (w.max_c, w.min_c, w.rain_mm, w.rain_expected_mm, w.reference_et_mm, w.forecast)
             is distinct from (g."maxC", g."minC", g."rainMm", g."rainExpectedMm", g."referenceEtMm", g.forecast)
    ), stored as (
      insert into weather_days as w (origin_id, day, max_c, min_c, least_humidity_pct, wind_m_s, radiation_mj, rain_mm,
        rain_chance_pct, rain_expected_mm, reference_et_mm, et_method, et_estimated, forecast, fetched_at)
      select ${originId}, g.day, g."maxC", g."minC", g."leastHumidityPct", g."windMS", g."radiationMj", g."rainMm",
             g."rainChancePct", g."rainExpectedMm", g."referenceEtMm", g."etMethod", g."etEstimated", g.forecast,
             ${fetchedAt}
        from given g
      on conflict (origin_id, day) do update set max_c = ${newOrStored('max_c')}, min_c = ${newOrStored('min_c')},
        least_humidity_pct = ${newOrStored('least_humidity_pct')}, wind_m_s = ${newOrStored('wind_m_s')},
        radiation_mj = ${newOrStored('radiation_mj')}, rain_mm = ${newOrStored('rain_mm')},
        rain_chance_pct = ${newOrStored('rain_chance_pct')}, rain_expected_mm = ${newOrStored('rain_expected_mm')},
        reference_et_mm = ${newOrStored('reference_et_mm')}, et_method = ${newOrStored('et_method')},
        et_estimated = case when ${keep} and excluded.reference_et_mm is null then w.et_estimated
                            else excluded.et_estimated end,
        forecast = excluded.forecast, fetched_at = excluded.fetched_at)
    select day::text as day from changed`.execute(tx)
  return rows[0]?.day ?? null
}

export interface OriginDay extends StoredDay {
  originId: number
}

/** The stored days of a system's own station file. */
export async function selectFile(
  db: Reader,
  systemId: number,
): Promise<{ name: string; days: number; first: string; last: string } | undefined> {
  const { rows } = await sql<{ name: string; days: number; first: string; last: string }>`
    select o.name, count(*)::integer as days, min(d.day)::text as first, max(d.day)::text as last
      from weather_origins o join weather_days d on d.origin_id = o.id
     where o.system_id = ${systemId} group by o.id`.execute(db)
  return rows[0]
}

/** @returns the first deleted day; null if there was nothing */
export async function deleteFile(tx: ServerTx, systemId: number): Promise<string | null> {
  const first = (await selectFile(tx, systemId))?.first ?? null
  await sql`delete from weather_origins where system_id = ${systemId}`.execute(tx)
  return first
}

/** Elevation of a system's place, m, if a service has reported it. */
export async function selectElevation(db: Reader, systemId: number): Promise<number | null> {
  const { rows } = await sql<{ elevationM: number }>`
    select o.elevation_m as "elevationM"
      from systems s join weather_origins o on o.code = weather_place(s.latitude, s.longitude, s.time_zone)
     where s.id = ${systemId} and o.source in ('forecast', 'archive', 'simulated') and o.elevation_m is not null
     order by o.id limit 1`.execute(db)
  return rows[0]?.elevationM ?? null
}

/** In chronological order. */
export async function selectDays(
  db: Reader,
  originIds: readonly number[],
  { start, end }: DaySpan,
): Promise<OriginDay[]> {
  const { rows } = await sql<OriginDay>`
    select origin_id as "originId", day::text as day, max_c as "maxC", min_c as "minC",
           least_humidity_pct as "leastHumidityPct", wind_m_s as "windMS", radiation_mj as "radiationMj",
           rain_mm as "rainMm", rain_chance_pct as "rainChancePct", rain_expected_mm as "rainExpectedMm",
           reference_et_mm as "referenceEtMm", et_method as "etMethod", et_estimated as "etEstimated", forecast
      from weather_days
     where origin_id = any (${originIds}::integer[]) and day between ${start}::date and ${end}::date
     order by day`.execute(db)
  return rows
}

/** Location and time zone. */
export interface AskedPlace {
  code: string
  latitude: number
  longitude: number
  timeZone: string
  /** Elevation, m; null until a service has reported it. */
  elevationM: number | null
}

/** The centre of each place whose query is due, those never queried first. */
export async function selectDuePlaces(
  db: Reader,
  service: string,
  now: Date,
  { most, code = null }: { most: number; code?: string | null },
): Promise<AskedPlace[]> {
  const { rows } = await sql<AskedPlace>`
    select p.code, p.latitude, p.longitude, p.time_zone as "timeZone", o.elevation_m as "elevationM"
      from (select distinct weather_place(latitude, longitude, time_zone) as code,
                   round(latitude * 50) / 50 as latitude, round(longitude * 50) / 50 as longitude, time_zone
              from systems) p
      left join weather_fetches f on f.service = ${service} and f.code = p.code
      left join weather_origins o on o.source = 'forecast' and o.code = p.code and o.system_id is null
     where (f.next_at is null or f.next_at <= ${now}) and p.code = coalesce(${code}::text, p.code)
     order by f.next_at nulls first, p.code limit ${most}`.execute(db)
  return rows
}

/** Systems of a place, or in a box of some degrees around a station. */
export async function selectSystemsOf(
  db: Reader,
  { code, latitude, longitude }: { code: string; latitude: number; longitude: number },
  box: { latitude: number; longitude: number } | null,
): Promise<{ systemId: number; controllerId: number }[]> {
  const { rows } = await sql<{ systemId: number; controllerId: number }>`
    select id as "systemId", controller_id as "controllerId" from systems
     where case when ${box === null} then weather_place(latitude, longitude, time_zone) = ${code}
                else abs(latitude - ${latitude}::float8) <= ${box?.latitude ?? 0}::float8
                 and abs(longitude - ${longitude}::float8) <= ${box?.longitude ?? 0}::float8 end
     order by id`.execute(db)
  return rows
}

/**
 * Days of a span that are missing in a place's model series; one that was requested in vain is requested again after a
 * month.
 */
export async function selectMissingDays(
  db: Reader,
  { source, code }: { source: WeatherSource; code: string },
  { start, end }: DaySpan,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select g::date::text as day
      from generate_series(${start}::date, ${end}::date, interval '1 day') g
      left join weather_origins o on o.source = ${source} and o.code = ${code} and o.system_id is null
      left join weather_days w on w.origin_id = o.id and w.day = g::date
     where w.day is null
        or (w.rain_mm is null or w.reference_et_mm is null) and w.fetched_at < ${now}::timestamptz - interval '30 days'
     order by g`.execute(db)
  return rows.map(({ day }) => day)
}

export interface WeatherFetch {
  fetchedAt: Date | null
  failure: WeatherFailure | null
  failures: number
}

/** With the last query and its cache validator. */
type KnownFetch = WeatherFetch & { asked: string | null; validator: string | null }

export async function selectFetch(
  db: Reader,
  service: string,
  code: string,
): Promise<KnownFetch | undefined> {
  const { rows } = await sql<KnownFetch>`
    select fetched_at as "fetchedAt", failure, failures, asked, validator from weather_fetches
     where service = ${service} and code = ${code}`.execute(db)
  return rows[0]
}

/** State of the fetching for a system's place. */
export async function selectFetchOfSystem(
  db: Reader,
  service: string,
  systemId: number,
): Promise<WeatherFetch | undefined> {
  const { rows } = await sql<WeatherFetch>`
    select f.fetched_at as "fetchedAt", f.failure, f.failures
      from systems s join weather_fetches f on f.code = weather_place(s.latitude, s.longitude, s.time_zone)
     where s.id = ${systemId} and f.service = ${service}`.execute(db)
  return rows[0]
}

/** A failed query keeps the time, the query and the validator of the last successful one. */
export async function recordFetch(
  tx: ServerTx,
  service: string,
  code: string,
  triedAt: Date,
  outcome: { nextAt: Date } & (
    | { failure: WeatherFailure }
    | { failure: null; asked: string; validator: string | null }
  ),
): Promise<void> {
  const { nextAt, failure } = outcome
  const recorded = outcome.failure === null ? outcome : { asked: null, validator: null }
  const fetchedAt = failure === null ? triedAt : null
  await sql`
    insert into weather_fetches as f (service, code, tried_at, fetched_at, next_at, failure, failures, asked, validator)
    values (${service}, ${code}, ${triedAt}, ${fetchedAt}, ${nextAt}, ${failure}, ${failure === null ? 0 : 1},
            ${recorded.asked}, ${recorded.validator})
    on conflict (service, code) do update set tried_at = excluded.tried_at, next_at = excluded.next_at,
      failure = excluded.failure, fetched_at = coalesce(excluded.fetched_at, f.fetched_at),
      failures = case when excluded.failure is null then 0 else f.failures + 1 end,
      asked = case when excluded.failure is null then excluded.asked else f.asked end,
      validator = case when excluded.failure is null then excluded.validator else f.validator end`.execute(tx)
}

interface ServiceRest {
  /** No query before this. */
  restUntil: Date
  /** Consecutive failures. */
  failures: number
  failure: WeatherFailure | null
}

/** A service by its name; inserted if it is not there. */
export async function findService(tx: ServerTx, service: string): Promise<ServiceRest> {
  await sql`
    insert into weather_services (service, rest_until, failures) values (${service}, '-infinity', 0)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<ServiceRest>`
    select greatest(rest_until, 'epoch') as "restUntil", failures, failure from weather_services
     where service = ${service}`.execute(tx)
  return rows[0] ?? { restUntil: new Date(0), failures: 0, failure: null }
}

export async function selectServiceRest(db: Reader, service: string): Promise<ServiceRest | undefined> {
  const { rows } = await sql<ServiceRest>`
    select greatest(rest_until, 'epoch') as "restUntil", failures, failure from weather_services
     where service = ${service}`.execute(db)
  return rows[0]
}

export async function restService(
  tx: ServerTx,
  service: string,
  { restUntil, failures, failure }: ServiceRest,
): Promise<void> {
  await sql`
    update weather_services set rest_until = ${restUntil}, failures = ${failures}, failure = ${failure} where service = ${service}`.execute(
    tx,
  )
}
