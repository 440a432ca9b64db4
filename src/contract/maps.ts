/** Calls of moisture maps: pictures live and of any week of the past, and the same surfaces as numbers. */
import * as z from 'zod/mini'
import { MAP_SIZE } from './limits.ts'
import { systemName } from './fields.ts'
import { pivotGeometryFields } from './pivot.ts'

/** Colour scale of moisture; `target` is pale at the target, brown below and blue above it. */
export const mapRamp = z.enum(['viridis', 'cividis', 'target'], 'map_ramp_unknown')
export type MapRamp = z.infer<typeof mapRamp>
/**
 * What a picture shows: the share of available water in classes or on a continuous scale, water by volume, or the
 * uncertainty of the share.
 */
export const mapLayer = z.enum(['classes', 'share', 'volume', 'uncertainty'], 'map_layer_unknown')
export type MapLayer = z.infer<typeof mapLayer>
/** Background of a picture's text, so that a picture on a dark screen has no white panels. */
export const mapPaper = z.enum(['light', 'dark'], 'map_paper_unknown')
export type MapPaper = z.infer<typeof mapPaper>

/** The byte of a cell outside the circle. */
export const OUTSIDE_CELL = 255

/** Half the width of the 90 % interval, in standard deviations. */
export const NINE_OF_TEN = 1.645

/** URL of the pictures of a system; everything under it needs the cookie or the header of a member. */
function picturePath(userId: number, system: string, file: string): string {
  return `/plots/user_${userId}/${encodeURIComponent(system)}/${file}.png`
}

export interface PictureChoice {
  ramp?: MapRamp
  layer?: MapLayer
  paper?: MapPaper
}

/**
 * URL of the live moisture picture of one system.
 *
 * @param version milliseconds; a new one makes the browser request it again
 */
export function liveMapPath(
  userId: number,
  system: string,
  version: number,
  { ramp = 'viridis', layer = 'classes', paper = 'light' }: PictureChoice = {},
): string {
  const parameters = [
    ramp === 'viridis' ? '' : `&ramp=${ramp}`,
    layer === 'classes' ? '' : `&layer=${layer}`,
    paper === 'light' ? '' : `&paper=${paper}`,
  ]
  return `${picturePath(userId, system, encodeURIComponent(system))}?v=${version}${parameters.join('')}`
}

/** URL of the picture of a week; its name cannot be guessed. */
export function weekMapPath(userId: number, system: string, token: string): string {
  return picturePath(userId, system, token)
}

/** A calendar day of the system's time zone. */
const aDay = (code: string) => z.string(code).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, code))

export const mapWeeksQuery = z.object({
  system: systemName,
  month: z
    .optional(z.string('map_month_invalid').check(z.regex(/^(0?[1-9]|1[0-2])$/, 'map_month_invalid')))
    .check(z.describe('If left out, only the newest week.')),
})

/** Weeks, Monday to Sunday, that have valid readings and touch the month in any year; newest first. */
export const mapWeeks = z.object({
  ranges: z.array(z.object({ start: z.string(), end: z.string(), readings: z.int() })),
})
export type MapWeeks = z.infer<typeof mapWeeks>
export type MapWeek = MapWeeks['ranges'][number]

export const weekMapBody = z.object(
  {
    system: systemName,
    month: z.pipe(
      z.union([z.string('map_month_invalid'), z.number('map_month_invalid')], 'map_month_invalid'),
      z.transform(Number),
    ),
    start_date: aDay('map_week_invalid').check(z.describe('The Monday of the week.')),
    ramp: z.optional(mapRamp),
    layer: z.optional(mapLayer),
    paper: z.optional(mapPaper),
  },
  'invalid_request',
)
export type WeekMapBody = z.infer<typeof weekMapBody>

const waterContent = z.number().check(z.describe('m3/m3.'))
const waterShare = z
  .number()
  .check(z.describe('Share of available water: 0 wilting point, 1 field capacity.'))

/**
 * How values between the probes are computed: `balance`, if crop and weather are known, from the water balance of each
 * place, corrected by the probes; else `kriging`, interpolated from the probes alone.
 */
const mapMethod = z.enum(['balance', 'kriging'])
export type MapMethod = z.infer<typeof mapMethod>

const contradicting = z
  .array(z.int())
  .check(
    z.describe(
      'Probes that contradict the balance: the map is interpolated by kriging although crop and weather are known.',
    ),
  )

const mapNotes = {
  notes: z.array(z.string()),
  cover_note: z
    .nullable(z.string())
    .check(z.describe('Probes whose sensors reach less than 60 % of the root zone; null if there are none.')),
  cover: z
    .nullable(
      z.object({
        probes: z.array(z.int()),
        all: z.boolean().check(z.describe('Whether these are all probes with a value.')),
        most_percent: z
          .number()
          .check(z.describe('Part of the root zone reached by the one of them that reaches most.')),
      }),
    )
    .check(z.describe('The same as data.')),
}
export type ShortCover = NonNullable<z.infer<typeof weekMap>['cover']>

export const weekMap = z.object({
  url: z.string(),
  start: z.string(),
  end: z.string(),
  probes: z.int().check(z.describe('Probes used in the map.')),
  root_depth_in: z.number(),
  scale: z
    .object({ min: z.number(), max: z.number() })
    .check(
      z.describe(
        'Range of the colour scale: shares of available water; m3/m3 for a picture of water by volume.',
      ),
    ),
  method: mapMethod,
  contradicting,
  ...mapNotes,
})
export type WeekMap = z.infer<typeof weekMap>

const depthQuery = z.optional(
  z
    .string()
    .check(
      z.regex(/^(root|\d{1,4}(\.\d{1,2})?)$/, 'map_depth_unknown'),
      z.describe('`root` for the root zone, or a sensor depth in centimetres.'),
    ),
)
const sizeQuery = z.optional(
  z
    .string()
    .check(
      z.regex(/^\d{1,3}$/, 'map_size_invalid'),
      z.describe(`Cells on a side, ${MAP_SIZE.min} to ${MAP_SIZE.max}.`),
    ),
)

/** One instant (`at`, else now), or the mean of whole days (`from` to `to`). */
export const surfaceQuery = z.object({
  system: systemName,
  at: z.optional(z.string().check(z.maxLength(40, 'map_time_invalid'))),
  from: z.optional(aDay('map_days_invalid')),
  to: z.optional(aDay('map_days_invalid')),
  depth: depthQuery,
  size: sizeQuery,
  deviation: z
    .optional(z.enum(['true', 'false']))
    .check(
      z.describe(
        '`false` leaves out the uncertainty of each cell, which takes longer to compute than the map.',
      ),
    ),
})
export type SurfaceQuery = z.infer<typeof surfaceQuery>

/** A map for each day from `from` to `to`; if left out, the newest season. */
export const seriesQuery = z.object({
  system: systemName,
  from: z.optional(aDay('map_days_invalid')),
  to: z.optional(aDay('map_days_invalid')),
  depth: depthQuery,
  size: sizeQuery,
})
export type SeriesQuery = z.infer<typeof seriesQuery>

/**
 * `measured`: used; `filled`: silent, and drawn with an estimate; `suspect`: has a value that is not trusted and
 * not used; `silent`: without any.
 */
const probeState = z.enum(['measured', 'filled', 'suspect', 'silent'])
export type ProbeState = z.infer<typeof probeState>

const cellBytes = `Bytes in base64, size x size, rows from the north: value = offset + step x byte; 255 lies outside.`
const quantised = z.object({
  offset: z.number(),
  step: z.number(),
  b64: z.string().check(z.describe(cellBytes)),
})
export type QuantisedCells = z.infer<typeof quantised>

const mapProbe = {
  number: z.int(),
  latitude: z.number(),
  longitude: z.number(),
  cover_percent: z
    .nullable(z.number())
    .check(z.describe('Part of the root zone reached by its sensors; null on a map of one depth.')),
  fenced: z
    .boolean()
    .check(
      z.describe(
        'For a map of now or a series: the probe is inside a geofence with 0 % in force, so prescriptions do not use it elsewhere.',
      ),
    ),
}

/** Position of the arm, and where its last pass applied water. */
const mapMachine = z.object({
  arm_degrees: z.number().check(z.describe('Bearing, clockwise from true north, to 2 degrees.')),
  seen_at: z.string(),
  stale: z.boolean().check(z.describe('No report for ten minutes.')),
  words: z.string().check(z.describe('The same in words, for screen readers.')),
  pass: z.nullable(
    z.object({
      since: z.string(),
      arcs: z
        .array(z.tuple([z.number(), z.number()]))
        .check(z.describe('Arcs that received water, degrees clockwise; 0 to 360 is the whole circle.')),
    }),
  ),
})

/** Fields shared by all maps of a system. */
const mapFrame = {
  system: z.string(),
  time_zone: z.string(),
  ...pivotGeometryFields,
  depth_cm: z.nullable(z.number()).check(z.describe('Null for the root zone.')),
  depths_cm: z.array(z.number()).check(z.describe('Depths that can be requested.')),
  root_depth_in: z.number(),
  target_percent: z.number(),
  field_capacity: waterContent.check(z.describe('Of the system; individual cells may have their own.')),
  wilting_point: waterContent,
  soil_assumed: z
    .boolean()
    .check(z.describe('Some limits come from an assumed texture that nobody has confirmed.')),
  volume_scale: z
    .object({ min: waterContent, max: waterContent })
    .check(
      z.describe('Range of the colour scale for water by volume. Shares are always coloured from 0 to 1.'),
    ),
  size: z.int(),
  field_capacity_cells: quantised.check(
    z.describe('Of each cell, m3/m3: its water by volume is WP + share (FC - WP).'),
  ),
  wilting_point_cells: quantised,
}

export const moistureGrid = z.object({
  ...mapFrame,
  as_of: z.nullable(z.string()).check(z.describe('Time of the newest reading used.')),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  words: z.nullable(z.string()).check(z.describe('Why there is no map; null if there is one.')),
  shares: z.nullable(quantised).check(z.describe('Share of available water of each cell.')),
  deviation: z.nullable(quantised).check(z.describe('Standard deviation of each share.')),
  probes: z.array(
    z.object({
      ...mapProbe,
      value: z.nullable(waterContent),
      share: z.nullable(waterShare),
      state: probeState,
    }),
  ),
  method: mapMethod,
  contradicting,
  ...mapNotes,
  machine: z.nullable(mapMachine).check(z.describe('Only on a map of now, once a machine has reported.')),
})
export type MoistureGrid = z.infer<typeof moistureGrid>
export type MachineOnMap = NonNullable<MoistureGrid['machine']>

export const mapSeries = z.object({
  ...mapFrame,
  first_day: z.nullable(z.string()).check(z.describe('Of all days with valid readings.')),
  last_day: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  days: z.array(
    z.object({
      day: z.string(),
      /** Null if nothing can be drawn; else its index in `shares`. */
      map: z.nullable(z.int()),
      values: z.array(z.nullable(waterContent)).check(z.describe('For each of `probes`, in the same order.')),
      shares: z.array(z.nullable(waterShare)).check(z.describe('For each of `probes`, in the same order.')),
      states: z.array(probeState),
      method: mapMethod,
      contradicting,
    }),
  ),
  probes: z.array(z.object(mapProbe)),
  cover_note: mapNotes.cover_note,
  cover: mapNotes.cover,
  fenced_note: z
    .nullable(z.string())
    .check(
      z.describe('Probes inside a geofence with 0 % in force, and the consequence; null if there are none.'),
    ),
  shares: z.nullable(quantised).check(z.describe('The maps one after the other: share of available water.')),
})
export type MapSeries = z.infer<typeof mapSeries>

export const nextProbeQuery = z.object({ system: systemName })

/** The best place for another probe; nulls if no probe is placed. */
export const nextProbe = z.object({
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  gain_percent: z.nullable(z.number()).check(z.describe("Reduction of the map's mean standard deviation.")),
})
export type NextProbe = z.infer<typeof nextProbe>

export const mapPaths = {
  weeks: '/api/historic-maps/dates/',
  week: '/api/historic-maps/',
  surface: '/api/maps/surface/',
  series: '/api/maps/series/',
  nextProbe: '/api/maps/next-probe/',
} as const
