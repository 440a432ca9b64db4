/** Schemas of soil moisture graphs: seasons and their dates, pictures of a range, and the readings. */
import * as z from 'zod/mini'
import { PROBE_NUMBER_DIGITS_MAX } from './limits.ts'
import { systemName, texture } from './fields.ts'

/** Longer than any identifier of a season. */
const DATABASE_LENGTH_MAX = 160

const userIdText = z.string('invalid_request').check(z.regex(/^\d{1,10}$/, 'invalid_request'))

/** Identifier of one season of one system, from the owner's list; never a path that the server opens. */
export function databaseOf(userId: number, system: string, year: number): string {
  return `${userId}/${system} ${year}.db`
}

/** A season as a file name without its extension. */
export function databaseName(database: string): string {
  return database.replace(/^.*\//, '').replace(/\.db$/, '')
}

/** With `db` its dates, without it my seasons. */
export const datesQuery = z.object({
  user_id: userIdText,
  db: z.optional(z.string('invalid_request').check(z.maxLength(DATABASE_LENGTH_MAX, 'system_not_found'))),
})

/** Newest season first, systems in the order of their names. */
export const availableDatabases = z.object({ available_databases: z.array(z.string()) })
/** Days of the system's time zone that have valid readings, each as that day at 00:00Z; oldest first. */
export const availableDates = z.object({ dates: z.array(z.string()) })
export const datesAnswer = z.union([availableDatabases, availableDates])

const DAY_MONTH_YEAR = /^\d{2}-\d{2}-\d{4}$/
const graphDate = z
  .string('dates_required')
  .check(z.minLength(1, 'dates_required'), z.regex(DAY_MONTH_YEAR, 'date_invalid'))

/** Both days, day-month-year, are from the list; the range includes them. */
export const graphRequest = z.object(
  {
    user_id: z.pipe(
      z.union([z.int('invalid_request'), userIdText], 'invalid_request'),
      z.transform((id) => Number(id)),
    ),
    selected_db: z
      .string('database_not_selected')
      .check(z.minLength(1, 'database_not_selected'), z.maxLength(DATABASE_LENGTH_MAX, 'system_not_found')),
    start_date: graphDate,
    end_date: graphDate,
  },
  'invalid_request',
)
export type GraphRequest = z.infer<typeof graphRequest>

/** One picture for each sensor that has readings in the range, by probe and depth. */
export const graphPictures = z.object({ plot_urls: z.record(z.string(), z.string()) })
export type GraphPictures = z.infer<typeof graphPictures>

/** A longer range is answered with fewer readings: the extremes of each sensor in each interval. */
export const GRAPH_ROWS_MAX = 8000
/** Too many sensors to tell apart in one graph: choose depths or probes. */
export const GRAPH_SERIES_MAX = 50
/** Maximum days of one range. */
export const GRAPH_DAYS_MAX = 3 * 366

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const isoDay = z
  .string('dates_required')
  .check(z.minLength(1, 'dates_required'), z.regex(ISO_DAY, 'date_invalid'))

/**
 * `start` and `end`: days of the system's time zone as 2026-07-06, both included. `depths` (cm) and `probes` (numbers):
 * comma-separated; all if left out.
 */
export const graphDataQuery = z.object({
  system: systemName,
  start: isoDay,
  end: isoDay,
  depths: z.optional(
    z
      .string('depths_invalid')
      .check(z.regex(/^\d{1,4}(\.\d{1,2})?(,\d{1,4}(\.\d{1,2})?){0,49}$/, 'depths_invalid')),
  ),
  probes: z.optional(
    z
      .string('probes_invalid')
      .check(
        z.regex(
          new RegExp(`^\\d{1,${PROBE_NUMBER_DIGITS_MAX}}(,\\d{1,${PROBE_NUMBER_DIGITS_MAX}}){0,99}$`),
          'probes_invalid',
        ),
      ),
  ),
})

const seconds = z.number().check(z.describe('Seconds since 1970, UTC.'))

const graphSeries = z.object({
  sensor: z.string(),
  probe: z.int(),
  depth_cm: z.number(),
  gap_s: z
    .number()
    .check(z.describe('Consecutive readings further apart than this are not joined by a line.')),
  values: z
    .array(z.nullable(z.number()))
    .check(z.describe('m3/m3, one for each of `times`; null: no valid reading of this sensor at that time.')),
})
export type GraphSeries = z.infer<typeof graphSeries>

/** Between `refill` and `full` the soil has enough water for the crop; m3/m3. */
const graphBand = z.object({
  sensor: z.string(),
  full: z.number().check(z.describe('Field capacity.')),
  refill: z
    .number()
    .check(
      z.describe(
        'Wilting point + a share of the available water: refill_percent of the water balance, or without a crop the target.',
      ),
    ),
  wilting_point: z.number(),
})
export type GraphBand = z.infer<typeof graphBand>

/** A pass of the arm over a placed probe, as the machine recorded it. */
const graphEvent = z.object({
  kind: z.literal('irrigation'),
  probe: z.int(),
  from: seconds,
  to: seconds,
  depth_in: z.number().check(z.describe('Gross depth applied there, inches.')),
})
export type GraphEvent = z.infer<typeof graphEvent>

export const graphData = z.object({
  system: z.string(),
  time_zone: z.string(),
  root_depth_in: z.nullable(z.number()),
  target_percent: z.number().check(z.describe('Percent of available water; 70 if none is set.')),
  reduced: z.boolean().check(z.describe('Whether readings between the extremes were left out.')),
  times: z.array(seconds),
  series: z.array(graphSeries),
  bands: z.array(graphBand),
  events: z.array(graphEvent),
})
export type GraphData = z.infer<typeof graphData>

/** Days shown before a range is chosen. */
export const NEWEST_DAYS = 30
export const newestQuery = z.object({ system: systemName })

/** The last 30 days up to the newest reading, and the probes with readings in them; nulls if there are none. */
export const newestDays = z.object({
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  probes: z.array(z.int()),
})
export type NewestDays = z.infer<typeof newestDays>

/** Quantities other than soil moisture, one per graph: `volume` is a water meter's counter, `charge` a battery's. */
export const OTHER_QUANTITIES = [
  'tension',
  'temperature',
  'salinity',
  'flow',
  'volume',
  'rain',
  'battery',
  'charge',
] as const
export type OtherQuantity = (typeof OTHER_QUANTITIES)[number]

export const otherReadingsQuery = z.object({
  system: systemName,
  start: isoDay,
  end: isoDay,
  quantity: z
    .optional(z.enum(OTHER_QUANTITIES, 'invalid_request'))
    .check(z.describe('If left out, the first quantity that the system has.')),
})

/** Like `graphData` for another quantity than moisture. */
export const otherReadings = z.object({
  system: z.string(),
  time_zone: z.string(),
  quantities: z
    .array(z.enum(OTHER_QUANTITIES))
    .check(z.describe('Quantities of which the system has any reading.')),
  quantity: z.nullable(z.enum(OTHER_QUANTITIES)),
  unit: z.string().check(z.describe('kPa, °C, dS/m, m3/h, m3, mm, V or %.')),
  reduced: z.boolean(),
  times: z.array(seconds),
  series: z.array(
    z.object({
      number: z.int().check(z.describe('Of the probe, flow meter or rain gauge.')),
      depth_cm: z.nullable(z.number()),
      gap_s: z.number(),
      values: z.array(z.nullable(z.number())),
    }),
  ),
  bands: z
    .array(
      z.object({
        number: z.int(),
        curve: z.nullable(texture).check(z.describe('Null: no texture is set, so there is no band.')),
        full: z.nullable(z.number()).check(z.describe('kPa at field capacity.')),
        refill: z.nullable(z.number()).check(z.describe('kPa at the refill point.')),
      }),
    )
    .check(z.describe('For tension only, by probe.')),
})
export type OtherReadings = z.infer<typeof otherReadings>

export const graphPaths = {
  dates: '/dates',
  data: '/api/graph-data/',
  others: '/api/graph-data/others/',
  newest: '/api/graph-data/newest/',
  picture: '/plots/graphs/:file',
} as const

/** URL of my seasons, or of the dates of one of them. */
export function datesPath(userId: number, database?: string): string {
  const db = database === undefined ? '' : `&db=${encodeURIComponent(database)}`
  return `${graphPaths.dates}?user_id=${userId}${db}`
}

/** URL of a picture with an unguessable key. */
export function graphPicturePath(key: string): string {
  return `/plots/graphs/${key}.png`
}
