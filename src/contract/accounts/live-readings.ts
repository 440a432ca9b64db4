/** Schemas for field mappings of webhook messages, made from a sample. */
import * as z from 'zod/mini'
import { systemName } from '../fields.ts'

/** The meaning of a field: a measurement, or the time, device or depth of a message. */
const fieldUse = z.enum(
  [
    'moisture',
    'tension',
    'temperature',
    'ec',
    'rain',
    'rainTotal',
    'flow',
    'volume',
    'battery',
    'charge',
    'time',
    'device',
    'depth',
  ],
  'live_field_invalid',
)
export type FieldUse = z.infer<typeof fieldUse>

const saidField = z.object(
  {
    path: z.string('live_field_invalid').check(z.minLength(1), z.maxLength(400)),
    use: fieldUse,
    unit: z
      .string('live_field_invalid')
      .check(z.maxLength(20))
      .check(z.describe('Empty for a time or a device.')),
    depth_cm: z.nullable(z.number('live_field_invalid')),
    probe: z
      .nullable(z.int('live_field_invalid'))
      .check(z.describe('Set when one message has values of several probes; null: the probe of the device.')),
  },
  'live_field_invalid',
)
export type MappedField = z.infer<typeof saidField>

/** Same limit as for messages that are received. */
export const SAMPLE_CHARACTERS_MAX = 128 * 1024

/** Body that analyses a sample, or with `save` stores its mapping. */
export const liveFieldsBody = z.object(
  {
    system: systemName,
    sample: z
      .optional(z.string('sample_not_json').check(z.maxLength(SAMPLE_CHARACTERS_MAX, 'sample_not_json')))
      .check(z.describe('The message as JSON; if left out, the newest message received of this type.')),
    type: z.optional(z.string('invalid_request').check(z.maxLength(200))),
    fields: z
      .optional(z.array(saidField).check(z.maxLength(300)))
      .check(z.describe('If left out, the saved mapping, or a suggestion if none is saved.')),
    device_probe: z
      .optional(
        z
          .int('live_field_invalid')
          .check(z.gte(0, 'live_field_invalid'), z.lte(999_999, 'live_field_invalid')),
      )
      .check(z.describe('Number of the probe that the device belongs to.')),
    save: z.boolean('invalid_request'),
  },
  'invalid_request',
)
export type LiveFieldsBody = z.infer<typeof liveFieldsBody>

const liveField = z.object({
  path: z.string(),
  value: z.string(),
  use: z.nullable(fieldUse).check(z.describe('Null: the field is ignored.')),
  unit: z.nullable(z.string()).check(z.describe('Null: the message states no unit.')),
  depth_cm: z.nullable(z.number()),
  probe: z.nullable(z.int()),
})
export type LiveField = z.infer<typeof liveField>

const liveReading = z.object({
  use: fieldUse,
  value: z.number().check(z.describe('In the stored unit: m3/m3, kPa, °C, dS/m, mm, m3/h, m3, V, %.')),
  number: z.int().check(z.describe('Of the probe, rain gauge or flow meter.')),
  depth_cm: z.nullable(z.number()),
  at: z.string(),
})
export type LiveReading = z.infer<typeof liveReading>

/** Why nothing of the sample would be stored. */
const liveTrouble = z.enum(['probe', 'depth', 'fields', 'time'])
export type LiveTrouble = z.infer<typeof liveTrouble>

export const liveFields = z.object({
  type: z.string(),
  types: z.array(z.string()).check(z.describe('Device types in the sample.')),
  network: z.string(),
  device: z.nullable(z.string()),
  device_probe: z.nullable(z.int()),
  at: z.nullable(z.string()).check(z.describe('Time of measurement in the message.')),
  said: z.boolean().check(z.describe('Whether the mapping is a saved one rather than a suggestion.')),
  fields: z.array(liveField),
  readings: z.array(liveReading).check(z.describe('The readings that the sample would store.')),
  trouble: z.nullable(liveTrouble),
  saved: z.boolean(),
})
export type LiveFields = z.infer<typeof liveFields>

export const liveTypes = z.object({
  types: z.array(
    z.object({
      type: z.string(),
      said: z.boolean(),
      heard_at: z
        .nullable(z.string())
        .check(z.describe('When the newest message arrived of which some value could not be stored.')),
    }),
  ),
})
export type LiveTypes = z.infer<typeof liveTypes>

export const liveTypesQuery = z.object({ system: systemName })
export const liveTypeQuery = z.object({ system: systemName, type: z.string() })

const PATH = '/api/readings/fields/'
export const livePaths = { fields: PATH } as const

export const liveTypesPath = (system: string): string =>
  `${PATH}?${new URLSearchParams({ system }).toString()}`

export const liveTypePath = (system: string, type: string): string =>
  `${PATH}?${new URLSearchParams({ system, type }).toString()}`
