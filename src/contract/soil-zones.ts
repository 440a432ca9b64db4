/** Schemas of soil zones: areas of known soil, drawn or imported. */
import * as z from 'zod/mini'
import {
  SOIL_RING_CORNERS,
  SOIL_ZONE_NAME_MAX,
  SOIL_ZONES_PER_SYSTEM_MAX,
  SOIL_ZONE_POLYGONS_MAX,
  VWC,
} from './limits.ts'
import { systemName, texture } from './fields.ts'

/** Neither control characters nor unpaired surrogates: the database and file formats refuse them. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

const degrees = (limit: number) =>
  z
    .number('soil_zone_pin_invalid')
    .check(z.minimum(-limit, 'soil_zone_pin_invalid'), z.maximum(limit, 'soil_zone_pin_invalid'))

/** Latitude and longitude, degrees. */
const soilZonePin = z.tuple([degrees(90), degrees(180)], 'soil_zone_pin_invalid')
export type SoilZonePin = z.infer<typeof soilZonePin>

/** Pins in order, the last one not repeating the first. */
const ring = z
  .array(soilZonePin, 'soil_zone_pins_few')
  .check(
    z.minLength(SOIL_RING_CORNERS.min, 'soil_zone_pins_few'),
    z.maxLength(SOIL_RING_CORNERS.max, 'soil_zone_pins_many'),
  )

/** An outline and its holes. */
const polygon = z.array(ring, 'soil_zone_pins_few').check(z.minLength(1, 'soil_zone_pins_few'))
export type SoilZonePolygon = z.infer<typeof polygon>

const soilZoneName = z
  .string('soil_zone_name_invalid')
  .check(
    z.trim(),
    z.minLength(1, 'soil_zone_name_invalid'),
    z.maxLength(SOIL_ZONE_NAME_MAX, 'soil_zone_name_invalid'),
    z.regex(PRINTABLE, 'soil_zone_name_invalid'),
  )

const waterLimit = z
  .number('soil_limits_invalid')
  .check(z.gt(0, 'soil_limits_invalid'), z.maximum(VWC.max, 'soil_limits_invalid'))

/** Source of the outline and the soil of a zone. */
const soilZoneSource = z.enum(['drawn', 'ssurgo', 'cansis', 'soilgrids', 'file', 'conductivity'])
export type SoilZoneSource = z.infer<typeof soilZoneSource>

/**
 * Body of a saved zone; the system is in the URL. A texture gives both limits, an explicit limit takes precedence over it.
 * Beyond the schema: a texture or both limits, the wilting point below field capacity, no self-intersection, some part
 * inside the wetted circle. A last pin that repeats the first is dropped.
 */
const soilZoneBody = z.object(
  {
    name: soilZoneName,
    texture: z.optional(z.nullable(texture)),
    field_capacity: z.optional(z.nullable(waterLimit)).check(z.describe('m3/m3.')),
    wilting_point: z.optional(z.nullable(waterLimit)).check(z.describe('m3/m3.')),
    polygons: z
      .array(polygon, 'soil_zone_pins_few')
      .check(
        z.minLength(1, 'soil_zone_pins_few'),
        z.maxLength(SOIL_ZONE_POLYGONS_MAX, 'soil_zone_pins_many'),
      ),
    confirmed: z
      .optional(z.boolean('soil_zone_confirmed_invalid'))
      .check(z.describe('Somebody has confirmed these figures; otherwise they are shown as assumed.')),
    source: z.optional(soilZoneSource),
  },
  'invalid_request',
)
export type SoilZoneBody = z.infer<typeof soilZoneBody>

const once = z
  .optional(z.boolean('invalid_request'))
  .check(
    z.describe(
      'What the system has already, exactly so, is answered instead of saving it twice, so that the request can be repeated.',
    ),
  )

/** Body of a new zone. */
export const newSoilZone = z.extend(soilZoneBody, { once })
export type NewSoilZone = z.infer<typeof newSoilZone>

/** The body with all defaults filled in. */
export type DrawnSoilZone = Required<SoilZoneBody>

/** All of them are saved, or none. */
export const soilZonesBody = z.object(
  {
    zones: z
      .array(soilZoneBody, 'invalid_request')
      .check(
        z.minLength(1, 'invalid_request'),
        z.maxLength(SOIL_ZONES_PER_SYSTEM_MAX, 'soil_zones_too_many'),
      ),
    replace: z
      .optional(z.boolean('invalid_request'))
      .check(z.describe('The current zones of the system are deleted in the same step.')),
    once,
  },
  'invalid_request',
)
export type SoilZonesBody = z.infer<typeof soilZonesBody>

const pinView = z.tuple([z.number(), z.number()])
const squareMetres = z.number()

export const soilZone = z.object({
  id: z.int(),
  system: z.string(),
  name: z.string(),
  texture: z.nullable(texture),
  field_capacity: z
    .nullable(z.number())
    .check(z.describe('Explicit value, m3/m3; null: that of the texture.')),
  wilting_point: z
    .nullable(z.number())
    .check(z.describe('Explicit value, m3/m3; null: that of the texture.')),
  limits: z
    .object({ field_capacity: z.number(), wilting_point: z.number() })
    .check(z.describe('In force, m3/m3.')),
  confirmed: z.boolean(),
  source: soilZoneSource,
  polygons: z
    .array(z.array(z.array(pinView)))
    .check(z.describe('Polygons of rings of pins (latitude, longitude); the first ring is the outline.')),
  area_m2: squareMetres,
  inside_m2: squareMetres.check(z.describe('Part of it inside the wetted circle.')),
})
export type SoilZone = z.infer<typeof soilZone>

/** Body that replaces a zone. */
export const soilZoneChange = z.extend(soilZoneBody, {
  seen: z
    .optional(
      z.partial(
        z.pick(soilZone, {
          name: true,
          texture: true,
          field_capacity: true,
          wilting_point: true,
          confirmed: true,
          polygons: true,
        }),
      ),
    )
    .check(
      z.describe(
        'What was seen before the change: 409, with the zone as `current`, when any of it has changed since. What is left out is not compared.',
      ),
    ),
})
export type SoilZoneChange = z.infer<typeof soilZoneChange>

/** Largest first: where zones overlap the last one, which is the smallest, counts. */
export const soilZoneList = z.array(soilZone)

export const soilZonesQuery = z.object({ system: systemName })
/** Any id in a URL: an invalid one is answered like one of another user. */
export const soilZoneParams = z.object({ id: z.string() })

const columnName = z.optional(z.string().check(z.maxLength(200)))

/** Options for reading a file; those left out are derived from the names of its columns. */
export const soilFileQuery = z.object({
  system: systemName,
  name: columnName.check(z.describe('Column with the names of the zones.')),
  texture: columnName.check(z.describe('Column with texture names.')),
  field_capacity: columnName.check(z.describe('Column with field capacity, m3/m3 or per cent.')),
  wilting_point: columnName.check(z.describe('Column with the wilting point, m3/m3 or per cent.')),
  measure: columnName.check(z.describe('Column with a conductivity, which is classified into zones.')),
  zones: z.optional(z.enum(['2', '3', '4', '5'])).check(z.describe('Number of classes; 3 if left out.')),
})
export type SoilFileQuery = z.infer<typeof soilFileQuery>

/**
 * What the user should know about how a file was read: coordinates swapped or converted, figures taken as per cent,
 * missing units, a texture replaced by a similar one, simplified outlines, a survey that is coarser than variable rate
 * needs, averaged horizons, a missing projection.
 */
const soilFileNote = z.enum([
  'swapped',
  'converted',
  'per_cent',
  'kp_units',
  'texture_nearest',
  'simplified',
  'survey',
  'horizons',
  'ranking',
])
export type SoilFileNote = z.infer<typeof soilFileNote>

/** Why a part of the file is not among the zones. */
const soilFileLeftOut = z.enum(['outside', 'no_polygon', 'crossing', 'too_small', 'too_many', 'no_value'])
export type SoilFileLeftOut = z.infer<typeof soilFileLeftOut>

const soilFileColumn = z.object({
  name: z.string(),
  numbers: z.boolean().check(z.describe('Most of its values are numbers.')),
})

/** A zone from a file; if its soil is null, one must be set before it can be saved. */
const soilFileZone = z.object({
  name: z.string(),
  texture: z.nullable(texture),
  texture_said: z.nullable(z.string()).check(z.describe('As in the file.')),
  field_capacity: z.nullable(z.number()),
  wilting_point: z.nullable(z.number()),
  polygons: z.array(z.array(z.array(pinView))),
  area_m2: squareMetres,
  inside_m2: squareMetres,
  measure: z
    .nullable(z.object({ low: z.number(), high: z.number() }))
    .check(z.describe('Range of the conductivity in this zone.')),
})
export type SoilFileZone = z.infer<typeof soilFileZone>

/** A preview; nothing is stored. */
export const soilFilePreview = z.object({
  format: z.enum(['geojson', 'shapefile']),
  source: soilZoneSource,
  features: z.int(),
  columns: z.array(soilFileColumn),
  read: z
    .object({
      name: z.nullable(z.string()),
      texture: z.nullable(z.string()),
      field_capacity: z.nullable(z.string()),
      wilting_point: z.nullable(z.string()),
      measure: z.nullable(z.string()),
    })
    .check(z.describe('Columns used, by meaning.')),
  notes: z.array(soilFileNote),
  zones: z.array(soilFileZone),
  left_out: z.array(z.object({ name: z.string(), reason: soilFileLeftOut })),
})
export type SoilFilePreview = z.infer<typeof soilFilePreview>

export const soilZonePaths = {
  list: '/api/soil-zones/',
  several: '/api/soil-zones/several/',
  preview: '/api/soil-zones/preview/',
  one: '/api/soil-zones/:id/',
} as const

/** URL of the soil zones of one system. */
export function soilZonesPath(system: string): string {
  return `${soilZonePaths.list}?system=${encodeURIComponent(system)}`
}

/** URL that saves several zones at once. */
export function severalSoilZonesPath(system: string): string {
  return `${soilZonePaths.several}?system=${encodeURIComponent(system)}`
}

/** URL of one soil zone. */
export function soilZonePath(id: number): string {
  return `/api/soil-zones/${id}/`
}

/** URL of the preview of a file. */
export function soilFilePath(query: SoilFileQuery): string {
  const parameters = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `${soilZonePaths.preview}?${new URLSearchParams(parameters).toString()}`
}
