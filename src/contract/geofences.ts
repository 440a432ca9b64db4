/** Schemas of geofences: outlines on a field that force a percentage inside. */
import * as z from 'zod/mini'
import { FORCED_PERCENT, GEOFENCE_NAME_MAX, OUTLINE_PINS } from './limits.ts'
import { systemName } from './fields.ts'

/** Neither control characters nor unpaired surrogates: the database and file formats refuse them. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

/** Latitude and longitude, degrees. */
const geofencePin = z.tuple(
  [
    z
      .number('geofence_pin_invalid')
      .check(z.minimum(-90, 'geofence_pin_invalid'), z.maximum(90, 'geofence_pin_invalid')),
    z
      .number('geofence_pin_invalid')
      .check(z.minimum(-180, 'geofence_pin_invalid'), z.maximum(180, 'geofence_pin_invalid')),
  ],
  'geofence_pin_invalid',
)
export type GeofencePin = z.infer<typeof geofencePin>

export const geofenceName = z
  .string('geofence_name_invalid')
  .check(
    z.trim(),
    z.minLength(1, 'geofence_name_invalid'),
    z.maxLength(GEOFENCE_NAME_MAX, 'geofence_name_invalid'),
    z.regex(PRINTABLE, 'geofence_name_invalid'),
  )

/** Per cent of the application rate that the geofence forces. */
export const forcedPercent = z
  .int('geofence_prescription_range')
  .check(
    z.minimum(FORCED_PERCENT.min, 'geofence_prescription_range'),
    z.maximum(FORCED_PERCENT.max, 'geofence_prescription_range'),
  )

/**
 * Body of a saved geofence; the system is in the URL. Beyond the schema: at least three different pins, no
 * self-intersection, some part inside the wetted circle. A last pin that repeats the first is dropped.
 */
export const geofenceBody = z.object(
  {
    name: geofenceName,
    prescription: forcedPercent,
    polygon: z
      .array(geofencePin, 'geofence_pins_few')
      .check(
        z.minLength(OUTLINE_PINS.min, 'geofence_pins_few'),
        z.maxLength(OUTLINE_PINS.max, 'geofence_pins_many'),
      ),
    enabled: z.optional(z.boolean('geofence_enabled_invalid')),
  },
  'invalid_request',
)
export type GeofenceBody = z.infer<typeof geofenceBody>

export const geofence = z.object({
  id: z.int(),
  system: z.string(),
  name: z.string(),
  prescription: z.int(),
  polygon: z.array(z.tuple([z.number(), z.number()])),
  enabled: z.boolean().check(z.describe('A disabled geofence is kept but has no effect.')),
})
export type Geofence = z.infer<typeof geofence>

/** Body of a new geofence. */
export const newGeofence = z.extend(geofenceBody, {
  once: z
    .optional(z.boolean('invalid_request'))
    .check(
      z.describe(
        'A geofence of the system that equals this one is answered instead of saving it twice, so that the request can be repeated.',
      ),
    ),
})
export type NewGeofence = z.infer<typeof newGeofence>

/** Body that replaces a geofence. */
export const geofenceChange = z.extend(geofenceBody, {
  seen: z
    .optional(z.partial(z.pick(geofence, { name: true, prescription: true, polygon: true })))
    .check(
      z.describe(
        'What was seen before the change: 409, with the geofence as `current`, when any of it has changed since. What is left out is not compared.',
      ),
    ),
})
export type GeofenceChange = z.infer<typeof geofenceChange>

/** The body with all defaults filled in. */
export type DrawnGeofence = Required<GeofenceBody>

/** Geofences of one system, in the order in which they were made. */
export const geofenceList = z.array(geofence)

export const geofencesQuery = z.object({ system: systemName })
/** Any id in a URL: an invalid one is answered like one of another user. */
export const geofenceParams = z.object({ id: z.string() })

export const geofencePaths = {
  list: '/api/geofences/',
  one: '/api/geofences/:id/',
} as const

/** Address of the geofences of one system. */
export function geofencesPath(system: string): string {
  return `${geofencePaths.list}?system=${encodeURIComponent(system)}`
}

/** Address of one geofence. */
export function geofencePath(id: number): string {
  return `/api/geofences/${id}/`
}
