/** Weather of a place from a service with Open-Meteo's JSON: its forecast with the most recent days, and its archive. */
import { z } from 'zod'
import { inchesToMm } from '#agronomy/units.ts'
import { dayAfter, dayReader, type DaySpan } from '../../readings/zone-days.ts'
import { USUAL_ELEVATION_M } from '../stations.ts'
import { askService, notUnderstood, readAnswer } from './weather-request.ts'
import type { FetchedWeather, Question, WeatherService } from './weather-service.ts'
import { daysOfHours, plausibleHour, type WeatherHour } from '../weather.rules.ts'

interface Access {
  /** Base address, without /v1. */
  url: string
  key: string | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Today and a week; with six past days these are fourteen, which count as one call. */
const FORECAST_DAYS = 8
const AGAIN_DAYS = 6
/** The longest forecast of the service. */
const MOST_PAST_DAYS = 92
/** Its archive lags five days behind, and a local day may end later than a UTC day. */
const ARCHIVE_LAG_DAYS = 6
/** Height of its wind. */
const WIND_HEIGHT_M = 10

const VARIABLES = {
  temperatureC: 'temperature_2m',
  dewPointC: 'dew_point_2m',
  windMS: 'wind_speed_10m',
  radiationWM2: 'shortwave_radiation',
  rainMm: 'precipitation',
  rainChancePct: 'precipitation_probability',
  sourceEtMm: 'et0_fao_evapotranspiration',
} as const
/** An archive has no forecast. */
const PAST_VARIABLES = Object.values(VARIABLES).filter((name) => name !== VARIABLES.rainChancePct)

const column = z.array(z.number().nullable()).optional()
const oneAnswer = z.object({
  elevation: z.number().nullish(),
  utc_offset_seconds: z.number(),
  hourly_units: z.record(z.string(), z.string()).optional(),
  hourly: z.object({
    time: z.array(z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)).min(1),
    temperature_2m: column,
    dew_point_2m: column,
    wind_speed_10m: column,
    shortwave_radiation: column,
    precipitation: column,
    precipitation_probability: column,
    et0_fao_evapotranspiration: column,
  }),
})

/** Several places are answered as a list, by some compatible services also a single one. */
const answer = z.union([oneAnswer, z.tuple([oneAnswer]).transform(([single]) => single)])

const celsius = { '°C': (value: number) => value, '°F': (value: number) => (value - 32) / 1.8 }
const depth = { mm: (value: number) => value, inch: inchesToMm }
/** Converts by the units in the answer: m/s is requested, but a service that ignores that names its own. */
const UNITS: Record<string, Record<string, (value: number) => number>> = {
  [VARIABLES.temperatureC]: celsius,
  [VARIABLES.dewPointC]: celsius,
  [VARIABLES.windMS]: {
    'm/s': (value) => value,
    'km/h': (value) => value / 3.6,
    'mp/h': (value) => value * 0.44704,
    kn: (value) => value * 0.514444,
  },
  [VARIABLES.radiationWM2]: { 'W/m²': (value) => value },
  [VARIABLES.rainMm]: depth,
  [VARIABLES.rainChancePct]: { '%': (value) => value },
  [VARIABLES.sourceEtMm]: depth,
}

/** @throws WeatherUnavailable for an unknown unit */
function unitOf(name: string, units: Record<string, string> | undefined): (value: number) => number {
  const unit = units?.[name]
  const convert = unit === undefined ? (value: number) => value : UNITS[name]?.[unit]
  if (!convert) throw notUnderstood('a unit that is not known')
  return convert
}

/** Every three hours, including the most recent days, because a model corrects itself. */
export function openMeteoForecast({ url, key }: Access): WeatherService {
  return openMeteo('forecast', { url, key }, 3 * HOUR_MS, {
    wants: { kind: 'since', againDays: AGAIN_DAYS, mostDays: MOST_PAST_DAYS, aheadDays: FORECAST_DAYS - 1 },
    path: '/v1/forecast',
    variables: Object.values(VARIABLES),
    span: ({ start }, now) => ({
      // in UTC it may be the next day already
      past_days: String(Math.min(MOST_PAST_DAYS, Math.round((startOfDay(now) - Date.parse(start)) / DAY_MS))),
      forecast_days: String(FORECAST_DAYS),
    }),
  })
}

/** Once a day, and only if days of the season are missing. */
export function openMeteoArchive({ url, key }: Access): WeatherService {
  return openMeteo('archive', { url, key }, DAY_MS, {
    wants: { kind: 'gaps', lagDays: ARCHIVE_LAG_DAYS },
    path: '/v1/archive',
    variables: PAST_VARIABLES,
    // a local day is part of two UTC days
    span: ({ start, end }) => ({ start_date: dayAfter(start, -1), end_date: dayAfter(end) }),
  })
}

interface Call {
  wants: WeatherService['wants']
  path: string
  variables: readonly string[]
  span(span: DaySpan, now: Date): Record<string, string>
}

function openMeteo(
  name: 'forecast' | 'archive',
  { url, key }: Access,
  everyMs: number,
  { wants, path, variables, span: daysAsked }: Call,
): WeatherService {
  const questionOf = ({ place, span, now }: Question) => {
    const query = new URLSearchParams({
      latitude: place.latitude.toFixed(4),
      longitude: place.longitude.toFixed(4),
      hourly: variables.join(','),
      wind_speed_unit: 'ms',
      // UTC has no daylight saving time
      timezone: 'UTC',
      ...daysAsked(span, now),
    })
    return `${url.replace(/\/+$/, '')}${path}?${query.toString()}`
  }
  return {
    name,
    everyMs,
    wants,
    questionOf,
    async ask(question) {
      const withKey = key === null ? '' : `&${new URLSearchParams({ apikey: key }).toString()}`
      // a forecast hour may be past now, though the answer is the same
      const validator = name === 'forecast' ? null : question.validator
      const response = await askService(`${questionOf(question)}${withKey}`, validator)
      return response && { ...streamOf(name, question, response.text), validator: response.validator }
    },
  }
}

/** @throws WeatherUnavailable if the answer is not one of that service */
function streamOf(
  source: 'forecast' | 'archive',
  { place, span, now }: Question,
  text: string,
): Pick<FetchedWeather, 'streams'> {
  const { elevation, utc_offset_seconds: offset, hourly_units: units, hourly } = readAnswer(text, answer)
  const lengths = Object.values(hourly).map((values) => values?.length ?? hourly.time.length)
  if (lengths.some((length) => length !== hourly.time.length))
    throw notUnderstood('columns of different length')
  const value = (name: keyof typeof VARIABLES, i: number) => {
    const figure = hourly[VARIABLES[name]]?.[i] ?? null
    return figure === null ? null : unitOf(VARIABLES[name], units)(figure)
  }
  const allHours = hourly.time.map((time, i): WeatherHour => ({
    // written without an offset, in the time zone that the answer names
    at: new Date(Date.parse(`${time}Z`) - 1000 * offset),
    temperatureC: value('temperatureC', i),
    dewPointC: value('dewPointC', i),
    humidityPct: null,
    windMS: value('windMS', i),
    radiationWM2: value('radiationWM2', i),
    rainMm: value('rainMm', i),
    rainChancePct: value('rainChancePct', i),
    sourceEtMm: value('sourceEtMm', i),
  }))
  if (allHours.some(({ at }) => at.getTime() % (HOUR_MS / 4) !== 0))
    throw notUnderstood('times that are none')
  const hours = hoursOfSpan(allHours, span)
  const knownHours = source === 'forecast' ? hours : hours.filter((hour) => isKnown(hour) && hour.at <= now)
  const { code, latitude, longitude } = place
  const elevationM = elevation ?? place.elevationM ?? USUAL_ELEVATION_M
  const site = { latitude, elevationM, windHeightM: WIND_HEIGHT_M }
  const days = daysOfHours(knownHours, dayReader(place.timeZone), site, now)
  return {
    streams: [{ source, code, name: '', latitude, longitude, elevationM, hours: knownHours, days }],
  }
}

/** Each hour once, of the requested days and the adjacent ones; implausible figures are unknown. */
function hoursOfSpan(hours: readonly WeatherHour[], { start, end }: DaySpan): WeatherHour[] {
  const [from, to] = [Date.parse(start) - 2 * DAY_MS, Date.parse(end) + 3 * DAY_MS]
  const byTime = new Map(hours.map((hour) => [hour.at.getTime(), plausibleHour(hour)]))
  return [...byTime].flatMap(([at, hour]) => (at >= from && at <= to ? [hour] : []))
}

/** An archive answers nulls for days that it does not have yet. */
function isKnown({ temperatureC, rainMm }: WeatherHour): boolean {
  return temperatureC !== null || rainMm !== null
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS
}
