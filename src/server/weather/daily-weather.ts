/**
 * The daily weather of a system, past and forecast: the best source for each quantity, with its certainty. Pages and water
 * balances both use it.
 */
import { bearingAndDistance } from '#agronomy/pivot/pivot-geometry.ts'
import type { Certainty, RainSource, WeatherSource } from '#contract/weather.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { selectGaugeDays } from '../readings/rain-readings.store.ts'
import { dayAfter, dayReader, type DaySpan, daysOf, momentsOf } from '../readings/zone-days.ts'
import type { System } from '../systems/membership.ts'
import { gaugeRain, type RainAmounts, rainCertainty, rainOf } from './rain.rules.ts'
import { type SaidRain, selectSaidRain } from './rain.store.ts'
import { degreesOf, isModel, STATION_WITHIN_KM } from './stations.ts'
import { type OriginDay, selectDays, selectOrigins, type WeatherOrigin } from './weather.store.ts'

/** Air temperature, humidity, wind and radiation of a day from one source. */
interface DailyAir {
  maxC: number
  minC: number
  /** RHmin, %; null: no humidity is known. */
  leastHumidityPct: number | null
  /** u2, at 2 m; null: no wind is known. */
  windMS: number | null
  source: WeatherSource
  certainty: Certainty
}

/** Reference ET of a day (ASCE standardized, short). */
interface DailyEt {
  mm: number
  /** neighbours: the mean of the days around it, if the day itself is not known. */
  method: 'penman-monteith' | 'hargreaves' | 'neighbours'
  source: WeatherSource | null
  certainty: Certainty
}

/** One day in the system's time zone; null for unknown values. */
export interface DailyWeather {
  day: string
  /** Today and later. A forecast of a past day is dropped, and never used as its weather. */
  forecast: boolean
  air: DailyAir | null
  et: DailyEt | null
  rain: { mm: number; source: RainSource; certainty: Certainty } | null
  /** For future days, %. */
  rainChancePct: number | null
  /** For future days, the sum of probability times amount over the hours, mm. */
  rainExpectedMm: number | null
  /** Rain by source, and people's entries and choices. */
  beside: { amounts: RainAmounts; chosen: boolean; station: NearStation | null; said: SaidRain | null }
}

/** A station close enough for rain; the farm's own has no distance. */
interface NearStation {
  name: string
  km: number | null
}

/** A missing day is filled from known days as near as this. */
const FILLED_WITHIN_DAYS = 7
/** Sources of air and radiation, in the order in which complete ones are preferred. */
const BEST_FIRST: readonly WeatherSource[] = [
  'file',
  'acis',
  'eccc',
  'rcc-acis',
  'archive',
  'forecast',
  'simulated',
]

type Origin = WeatherOrigin & { km: number | null }
type SourceDay = OriginDay & { origin: Origin; order: number }

/**
 * Every day of the period in order, with all that is known of it; no service is queried.
 *
 * @param span days in the system's time zone, both ends included; future days as far as the forecast reaches
 */
export async function dailyWeather(
  db: Reader,
  system: Pick<System, 'id' | 'controllerId' | 'timeZone' | 'pivot'>,
  span: DaySpan,
  now: Date,
): Promise<DailyWeather[]> {
  const today = dayReader(system.timeZone)(now)
  const wide = {
    start: dayAfter(span.start, -FILLED_WITHIN_DAYS),
    end: dayAfter(span.end, FILLED_WITHIN_DAYS),
  }
  const origins = await nearOrigins(db, system)
  const byDay = await rowsByDay(db, origins, wide, today)
  const typedRain = new Map((await selectSaidRain(db, system.id, span)).map((rain) => [rain.day, rain]))
  const gauges = await gaugesByDay(db, system, wide, now)
  const allDays = daysOf(wide).map((day) =>
    dayOf(day, today, byDay.get(day) ?? [], typedRain.get(day) ?? null, gauges.get(day) ?? null),
  )
  const at = (day: string) => allDays[daysBetween(wide.start, day)]
  return allDays
    .filter(({ day }) => day >= span.start && day <= span.end)
    .map((weather) => ({ ...weather, et: weather.et ?? etAround(weather.day, at) }))
}

async function nearOrigins(db: Reader, { id, pivot: { place } }: Pick<System, 'id' | 'pivot'>) {
  const box = degreesOf(STATION_WITHIN_KM, place.lat)
  const origins = (await selectOrigins(db, id, box)).map((origin): Origin => {
    const { latitude: lat, longitude: lng } = origin
    const apart = isModel(origin.source) || origin.source === 'file' || lat === null || lng === null
    return { ...origin, km: apart ? null : bearingAndDistance(place, { lat, lng }).distance / 1000 }
  })
  return origins
    .filter(({ km }) => km === null || km <= STATION_WITHIN_KM)
    .sort((a, b) =>
      // stations by distance, of any network
      a.km !== null && b.km !== null
        ? a.km - b.km
        : BEST_FIRST.indexOf(a.source) - BEST_FIRST.indexOf(b.source),
    )
}

/** The values of each day, the best source first. */
async function rowsByDay(
  db: Reader,
  origins: readonly Origin[],
  span: DaySpan,
  today: string,
): Promise<Map<string, SourceDay[]>> {
  const byDay = new Map<string, SourceDay[]>()
  const ids = origins.map(({ id }) => id)
  for (const row of await selectDays(db, ids, span)) {
    const order = ids.indexOf(row.originId)
    const origin = origins[order]
    if (!origin || !counts(row, origin, today)) continue
    const dayRows = byDay.get(row.day)
    if (dayRows) dayRows.push({ ...row, origin, order })
    else byDay.set(row.day, [{ ...row, origin, order }])
  }
  for (const dayRows of byDay.values()) dayRows.sort((a, b) => a.order - b.order)
  return byDay
}

/** A forecast for a past day is not its weather, and a measurement of an unfinished day is incomplete. */
function counts({ day, forecast }: OriginDay, { source }: Origin, today: string): boolean {
  return day < today ? !forecast : isModel(source)
}

/** Rain from the system's own gauges; today it counts from the first drop. */
async function gaugesByDay(
  db: Reader,
  { controllerId, timeZone }: Pick<System, 'controllerId' | 'timeZone'>,
  span: DaySpan,
  now: Date,
): Promise<Map<string, number | null>> {
  const days = daysOf(span)
  const bounds = momentsOf([...days, dayAfter(span.end)], timeZone)
  const byDay = Map.groupBy(await selectGaugeDays(db, controllerId, bounds), ({ index }) => index)
  return new Map(
    [...byDay].map(([index, gaugeReadings]) => {
      const [start, end] = [bounds[index] ?? now, bounds[index + 1] ?? now]
      const elapsedMs = Math.min(end.getTime(), now.getTime()) - start.getTime()
      return [days[index] ?? '', gaugeRain(gaugeReadings, elapsedMs / 1000, end <= now)]
    }),
  )
}

/** @param rows of the day, the best source first */
function dayOf(
  day: string,
  today: string,
  rows: readonly SourceDay[],
  said: SaidRain | null,
  gauge: number | null,
): DailyWeather {
  const forecast = day >= today
  const model = rows.find(({ origin, rainMm }) => isModel(origin.source) && rainMm !== null)
  const station = rows.find(({ origin, rainMm }) => !isModel(origin.source) && rainMm !== null)
  const amounts: RainAmounts = {
    typed: said?.mm ?? null,
    gauge,
    station: station?.rainMm ?? null,
    model: model?.rainMm ?? null,
  }
  const { used, usedMm, chosen } = rainOf(amounts, said?.choice ?? null)
  return {
    day,
    forecast,
    ...airAndEt(rows, forecast),
    rain:
      used === null || usedMm === null
        ? null
        : { mm: usedMm, source: used, certainty: rainCertainty(used, forecast) },
    rainChancePct: forecast ? (model?.rainChancePct ?? null) : null,
    rainExpectedMm: forecast ? (model?.rainExpectedMm ?? null) : null,
    beside: {
      amounts,
      chosen,
      station: station ? { name: station.origin.name, km: station.origin.km } : null,
      said,
    },
  }
}

/** From the first source with all inputs of reference ET, else from the most complete one. */
function airAndEt(rows: readonly SourceDay[], forecast: boolean): Pick<DailyWeather, 'air' | 'et'> {
  const withEt = rows.filter(({ referenceEtMm }) => referenceEtMm !== null)
  const row =
    withEt.find(({ etMethod, etEstimated }) => etMethod === 'penman-monteith' && etEstimated.length === 0) ??
    withEt.find(({ etMethod }) => etMethod === 'penman-monteith') ??
    withEt[0]
  if (!row) return { air: null, et: null }
  const { maxC, minC, leastHumidityPct, windMS, referenceEtMm, etMethod, etEstimated, origin } = row
  const { source } = origin
  const instrument = !isModel(source)
  const sure = (complete: boolean): Certainty =>
    forecast ? 'guessed' : instrument && complete ? 'measured' : 'estimated'
  return {
    air:
      maxC === null || minC === null
        ? null
        : { maxC, minC, leastHumidityPct, windMS, source, certainty: sure(true) },
    et:
      referenceEtMm === null || etMethod === null
        ? null
        : { mm: referenceEtMm, method: etMethod, source, certainty: sure(etEstimated.length === 0) },
  }
}

/** The mean of the nearest known days before and after. */
function etAround(day: string, at: (day: string) => DailyWeather | undefined): DailyEt | null {
  const nearest = (way: 1 | -1) =>
    Array.from({ length: FILLED_WITHIN_DAYS }, (_, i) => at(dayAfter(day, way * (i + 1)))?.et?.mm).find(
      (mm) => mm !== undefined,
    )
  const found = [nearest(-1), nearest(1)].filter((mm) => mm !== undefined)
  if (found.length === 0) return null
  const mm = found.reduce((sum, value) => sum + value, 0) / found.length
  return { mm, method: 'neighbours', source: null, certainty: 'guessed' }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
