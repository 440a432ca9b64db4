/** Schemas of weather: past and forecast days with their source, and manual rain. */
import * as z from 'zod/mini'
import { systemName } from './fields.ts'

/** More rain in a day is a typing error, mm. */
export const RAIN_MAX_MM = 500
/** Past days that are shown, and for which rain can be entered. */
export const RAIN_DAYS_BACK = 14

/**
 * Source of a day's rain, best first: entered by a person, a rain gauge, a station within ten kilometres, a weather model.
 */
export const RAIN_SOURCES = ['typed', 'gauge', 'station', 'model'] as const
const rainSource = z.enum(RAIN_SOURCES, 'rain_source_unknown')
export type RainSource = z.infer<typeof rainSource>

/** Certainty of a figure: from an instrument; from a model, or with missing inputs; a forecast, or interpolated between days. */
const certainty = z.enum(['measured', 'estimated', 'guessed'])
export type Certainty = z.infer<typeof certainty>

/** Source of a day's air temperature and radiation; `file` was imported for the system. */
const weatherSource = z.enum(['file', 'acis', 'eccc', 'rcc-acis', 'archive', 'forecast', 'simulated'])
export type WeatherSource = z.infer<typeof weatherSource>

/** A calendar day in the system's time zone. */
const day = z
  .string('rain_day_invalid')
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'rain_day_invalid'))

/** Body of manually entered rain; null deletes the entry of that day. */
export const rainBody = z.object(
  {
    system: systemName,
    day,
    mm: z.nullable(
      z
        .number('rain_amount_invalid')
        .check(z.minimum(0, 'rain_amount_invalid'), z.maximum(RAIN_MAX_MM, 'rain_amount_invalid')),
    ),
  },
  'invalid_request',
)
export type RainBody = z.infer<typeof rainBody>

/** Which source counts on a day; null restores the default order. */
export const rainChoiceBody = z.object(
  { system: systemName, day, source: z.nullable(rainSource) },
  'invalid_request',
)
export type RainChoiceBody = z.infer<typeof rainChoiceBody>

/** Who entered it, and when. */
const saidBy = z.object({ name: z.string(), at: z.string() })

const weatherDay = z.object({
  day: z.string(),
  forecast: z.boolean().check(z.describe('Today and later; a forecast is never shown for a past day.')),
  max_c: z.nullable(z.number()),
  min_c: z.nullable(z.number()),
  reference_et_mm: z.nullable(z.number()).check(z.describe('ASCE standardized, short reference.')),
  et_method: z
    .nullable(z.enum(['penman-monteith', 'hargreaves', 'neighbours']))
    .check(z.describe('neighbours: the mean of the days around it, if the day itself is not known.')),
  et_certainty: z.nullable(certainty),
  et_source: z.nullable(weatherSource),
  rain_chance_pct: z.nullable(z.number()),
  rain: z.object({
    used_mm: z.nullable(z.number()),
    used: z.nullable(rainSource),
    chosen: z.nullable(saidBy).check(z.describe('Who chose it instead of the default order of the sources.')),
    typed_mm: z.nullable(z.number()),
    typed: z.nullable(saidBy),
    gauge_mm: z.nullable(z.number()),
    station_mm: z.nullable(z.number()),
    station: z
      .nullable(z.object({ name: z.string(), km: z.nullable(z.number()) }))
      .check(z.describe('km; null for the farm’s own station.')),
    model_mm: z.nullable(z.number()),
  }),
})
export type WeatherDay = z.infer<typeof weatherDay>

/** Why the last query failed. */
const weatherFailure = z.enum(['no_answer', 'refused', 'too_many_calls', 'not_understood'])
export type WeatherFailure = z.infer<typeof weatherFailure>

/** State of a service for a system. */
const serviceState = {
  state: z
    .enum(['off', 'waiting', 'current', 'late'])
    .check(
      z.describe('off: no source is configured; waiting: no data yet; late: no new data for six hours.'),
    ),
  fetched_at: z.nullable(z.string()),
  failure: z.nullable(weatherFailure),
}

export const weather = z.object({
  system: z.string(),
  file: z
    .nullable(z.object({ name: z.string(), days: z.int(), first: z.string(), last: z.string() }))
    .check(z.describe('Stored days from a file of the farm’s own station.')),
  ...serviceState,
  simulated: z
    .boolean()
    .check(z.describe('Whether this weather also drives the simulated machines of a demonstration.')),
  networks: z
    .array(z.object({ network: z.enum(['eccc', 'rcc-acis']), ...serviceState }))
    .check(z.describe('Configured station services.')),
  today: z.string(),
  days: z
    .array(weatherDay)
    .check(z.describe('From fourteen days ago to the end of the forecast; oldest first.')),
})
export type Weather = z.infer<typeof weather>

export const weatherQuery = z.object({ system: systemName })

/** A station's file, and what its name may be. */
export const WEATHER_FILE_BYTES_MAX = 4 * 1024 ** 2
const STATION_NAME_MAX = 80

const option = z.optional(z.string().check(z.maxLength(1000)))

/** Parameters of a station's file: the options of `headgate weather import`, with `_` for `-`. */
export const weatherFileQuery = z.object({
  system: systemName,
  preview: z.optional(z.enum(['true', 'false'])).check(z.describe('`true`: nothing is stored.')),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(STATION_NAME_MAX))),
  columns: option,
  units: option,
  decimal: option,
  date_order: option,
  time_zone: option,
  missing: option,
  delimiter: option,
  header_line: option,
  stamp: option,
  wind_height: option,
})
export type WeatherFileQuery = z.infer<typeof weatherFileQuery>

const figure = z.nullable(z.number())
const count = z.int()

/** The result of the import, or of its preview. */
export const weatherFileReport = z.object({
  preview: z.boolean(),
  understood: z.array(z.string()).check(z.describe('How the file was interpreted, in words.')),
  lines: count,
  hours: count,
  days: count,
  rain_days: count.check(z.describe('Days with a known amount of rain.')),
  et_days: count.check(z.describe('Days with a reference ET.')),
  measured_et_days: count.check(z.describe('Days for which nothing had to be estimated.')),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  first_days: z.array(
    z.object({
      day: z.string(),
      max_c: figure,
      min_c: figure,
      wind_m_s: figure.check(z.describe('At 2 m.')),
      radiation_mj: figure,
      rain_mm: figure,
      reference_et_mm: figure,
    }),
  ),
  refused: count.check(z.describe('Number of lines and cells left out.')),
  refusals: z.array(z.string()).check(z.describe('The first of them, with line numbers.')),
})
export type WeatherFileReport = z.infer<typeof weatherFileReport>

export const weatherPaths = {
  one: '/api/weather/',
  rain: '/api/rain/',
  choice: '/api/rain/choice/',
  file: '/api/weather/file/',
} as const

/** URL of the weather of one system. */
export function weatherPath(system: string): string {
  return `${weatherPaths.one}?system=${encodeURIComponent(system)}`
}

/** URL to which a station's file is sent. */
export function weatherFilePath(query: WeatherFileQuery): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${weatherPaths.file}?${new URLSearchParams(parameters).toString()}`
}
