/** Schemas of probes: placement sets, reporting sensors, their soil, and suspect ones. */
import * as z from 'zod/mini'
import { soilSource, systemName, texture } from './fields.ts'
import { FIELD_NAME_MAX, PROBES_PER_GROUP_MAX, PROBE_NUMBER_DIGITS_MAX, VWC } from './limits.ts'

const PROBE_NUMBER = new RegExp(`^\\d{1,${PROBE_NUMBER_DIGITS_MAX}}$`)

const probeNumber = z.pipe(
  z.union([z.string('probe_group_invalid'), z.int('probe_group_invalid')], 'probe_group_invalid'),
  z.transform((number) => String(number)),
)

/** Latitude, longitude, number; the number travels as a string of digits. */
const placedProbe = z.tuple(
  [
    z
      .number('probe_group_invalid')
      .check(z.minimum(-90, 'probe_group_invalid'), z.maximum(90, 'probe_group_invalid')),
    z
      .number('probe_group_invalid')
      .check(z.minimum(-180, 'probe_group_invalid'), z.maximum(180, 'probe_group_invalid')),
    z.pipe(probeNumber, z.string().check(z.regex(PROBE_NUMBER, 'probe_group_invalid'))),
  ],
  'probe_group_invalid',
)
export type PlacedProbe = [latitude: number, longitude: number, number: string]

export const probeGroupBody = z.object(
  {
    fieldName: z
      .string('probes_incomplete')
      .check(
        z.trim(),
        z.minLength(1, 'probes_incomplete'),
        z.maxLength(FIELD_NAME_MAX, 'probe_group_invalid'),
      ),
    probes: z
      .array(placedProbe, 'probes_incomplete')
      .check(z.minLength(1, 'probes_incomplete'), z.maxLength(PROBES_PER_GROUP_MAX, 'probe_group_invalid')),
  },
  'probes_incomplete',
)
export type ProbeGroupBody = z.infer<typeof probeGroupBody>

export const probeGroup = z.object({
  id: z.int(),
  field_name: z.string(),
  probes: z.array(z.tuple([z.number(), z.number(), z.string()])),
})
export type ProbeGroup = z.infer<typeof probeGroup>
export const probeGroupList = z.array(probeGroup)

export const probePaths = {
  saved: '/api/saved-probes/',
  save: '/api/save-probes/',
  update: (id: number) => `/api/update-probe-group/${id}/`,
  delete: (id: number) => `/api/delete-probe-group/${id}/`,
} as const

/** Fresh: its last valid reading is at most 72 hours old. */
const freshness = z.enum(['fresh', 'silent'])

const sensor = z.object({
  sensor: z.string().check(z.describe('For example P3-20cm.')),
  depth_cm: z.number(),
  value: z.number().check(z.describe('Last valid reading, m3/m3.')),
  at: z.string(),
  freshness,
})
export type Sensor = z.infer<typeof sensor>

const tensionSensor = z.object({
  depth_cm: z.number(),
  kpa: z.number().check(z.describe('Last valid reading: suction above zero.')),
  at: z.string(),
  freshness,
})

const battery = z.object({ volts: z.nullable(z.number()), percent: z.nullable(z.number()), at: z.string() })

/** Limits set for one probe; null for the system's. */
const probeSoil = z.object({
  texture: z.nullable(texture),
  field_capacity: z.nullable(z.number()),
  wilting_point: z.nullable(z.number()),
})
export type ProbeSoil = z.infer<typeof probeSoil>

/** A probe that reports, that is placed in the system's circle, or both. */
export const sensorProbe = z.object({
  number: z.int(),
  place: z
    .nullable(z.object({ latitude: z.number(), longitude: z.number() }))
    .check(z.describe('Null: this number is not placed in the circle.')),
  field_capacity: z.number().check(z.describe('In force, m3/m3.')),
  wilting_point: z.number().check(z.describe('In force, m3/m3.')),
  soil_source: soilSource,
  soil_zone: z
    .nullable(z.object({ name: z.string(), confirmed: z.boolean() }))
    .check(z.describe('The soil zone whose limits are in force.')),
  own_soil: probeSoil,
  sensors: z.array(sensor).check(z.describe('By depth; empty: no moisture sensor has this number.')),
  tension: z
    .optional(
      z.object({
        sensors: z.array(tensionSensor),
        curve: z
          .nullable(texture)
          .check(
            z.describe(
              'Retention curve by which maps and prescriptions use the probe; null: its soil has limits but no texture, so it cannot be used.',
            ),
          ),
      }),
    )
    .check(z.describe('Left out if no sensor measures it.')),
  battery: z.optional(battery).check(z.describe('Left out if not reported.')),
})
export type SensorProbe = z.infer<typeof sensorProbe>

/** By number. */
export const sensorList = z.object({ system: z.string(), probes: z.array(sensorProbe) })
export type SensorList = z.infer<typeof sensorList>

export const sensorsQuery = z.object({ system: systemName })
/** Any probe number in a URL: an unknown one is answered like one of another user. */
export const sensorParams = z.object({ system: z.string(), number: z.string() })

const waterLimit = z.nullable(
  z
    .number('soil_limits_invalid')
    .check(z.gt(0, 'soil_limits_invalid'), z.maximum(VWC.max, 'soil_limits_invalid')),
)

/**
 * Soil of one probe, set by an owner or operator. Fields that are left out stay. `texture` gives both limits, an explicit
 * limit takes precedence over it, and null resets to the system's.
 */
export const sensorPatch = z.partial(
  z.object({ texture: z.nullable(texture), field_capacity: waterLimit, wilting_point: waterLimit }),
)
export type SensorPatch = z.infer<typeof sensorPatch>

export const sensorPaths = {
  list: '/api/sensors/',
  one: '/api/sensors/:system/:number/',
} as const

/** URL of the sensors of one system. */
export function sensorsPath(system: string): string {
  return `${sensorPaths.list}?system=${encodeURIComponent(system)}`
}

/** URL of the soil of one probe. */
export function sensorPath(system: string, number: number): string {
  return `/api/sensors/${encodeURIComponent(system)}/${number}/`
}

/**
 * Of a sensor: its value is stuck, jumped without water, is higher than soil can hold, or stays wet without water while
 * the others dry. Of a probe: a person excluded it.
 */
const suspicionKind = z.enum(['STILL', 'JUMP', 'TOO_WET', 'STAYS_WET', 'DISTRUSTED'])
export type SuspicionKind = z.infer<typeof suspicionKind>

/** Wetter or drier than all of its neighbours, or the only one that would keep a whole pass dry. */
const probeDoubt = z.enum(['WETTER', 'DRIER', 'ONLY'])

/** Trust is valid for a week and for the question asked; exclusion until it is withdrawn. */
export const probeVerdict = z.object({
  verdict: z.enum(['trust', 'distrust']),
  about: z.array(z.string()).check(z.describe('Why the probe was suspect when the person was asked.')),
  by: z.string(),
  at: z.string(),
  until: z.nullable(z.string()),
})
export type ProbeVerdict = z.infer<typeof probeVerdict>

export const doubtedProbe = z.object({
  probe: z.int(),
  doubt: probeDoubt,
  available_percent: z.number().check(z.describe('Its value for its root zone, at most 100.')),
  neighbours_percent: z
    .nullable(z.tuple([z.number(), z.number()]))
    .check(z.describe('Lowest and highest value of its nearest neighbours.')),
})

const suspect = z.object({
  number: z.int(),
  sensors: z
    .array(z.object({ depth_cm: z.number(), suspicion: suspicionKind, value: z.number(), at: z.string() }))
    .check(z.describe('Sensors that are shown but not used.')),
  doubt: z.nullable(doubtedProbe),
  verdict: z.nullable(probeVerdict),
})
export type Suspect = z.infer<typeof suspect>

export const suspectList = z.object({
  system: z.string(),
  probes: z.array(suspect),
  held: z
    .boolean()
    .check(
      z.describe(
        'The prescription would keep a whole pass dry because of this probe alone, and waits for an answer.',
      ),
    ),
})
export type SuspectList = z.infer<typeof suspectList>

export const suspectsQuery = z.object({ system: systemName })

/** `ask` withdraws a verdict. */
export const verdictBody = z.object(
  { system: systemName, probe: z.int('not_found'), verdict: z.enum(['trust', 'distrust', 'ask']) },
  'invalid_request',
)
export type VerdictBody = z.infer<typeof verdictBody>

export const suspectPaths = { list: '/api/suspects/' } as const
