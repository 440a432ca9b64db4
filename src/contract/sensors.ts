/** Calls of sensors: which probes of a system report, how fresh they are, and the soil around them. */
import * as z from 'zod/mini'
import { VWC } from './limits.ts'
import { texture } from './systems.ts'
import { systemName } from './system-name.ts'

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

/** Where the limits in force come from: set for the probe, of the soil zone in which it stands, set for the system, or assumed from the system's texture. */
export const soilSource = z.enum(['zone', 'probe', 'system', 'texture'])
export type SoilSource = z.infer<typeof soilSource>

/** What somebody set for one probe; null: nothing, so that of the system counts. */
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
    .check(z.describe('Null: nobody has placed this number in the circle.')),
  field_capacity: z.number().check(z.describe('In force, m3/m3.')),
  wilting_point: z.number().check(z.describe('In force, m3/m3.')),
  soil_source: soilSource,
  soil_zone: z
    .nullable(z.object({ name: z.string(), confirmed: z.boolean() }))
    .check(z.describe('The soil zone whose limits are in force.')),
  own_soil: probeSoil,
  sensors: z.array(sensor).check(z.describe('By depth; empty: no sensor uses this number.')),
})
export type SensorProbe = z.infer<typeof sensorProbe>

/** By number. */
export const sensorList = z.object({ system: z.string(), probes: z.array(sensorProbe) })
export type SensorList = z.infer<typeof sensorList>

export const sensorsQuery = z.object({ system: systemName })
/** Whatever the address says: what is no probe of mine is answered like one that does not exist. */
export const sensorParams = z.object({ system: z.string(), number: z.string() })

const waterLimit = z.nullable(
  z
    .number('soil_limits_invalid')
    .check(z.gt(0, 'soil_limits_invalid'), z.maximum(VWC.max, 'soil_limits_invalid')),
)

/**
 * Soil of one probe, by an owner or operator. What is absent stays. `texture` gives both limits, a limit of its own wins
 * over it, and null takes that of the system again.
 */
export const sensorPatch = z.partial(
  z.object({ texture: z.nullable(texture), field_capacity: waterLimit, wilting_point: waterLimit }),
)
export type SensorPatch = z.infer<typeof sensorPatch>

export const sensorPaths = {
  list: '/api/sensors/',
  one: '/api/sensors/:system/:number/',
} as const

/** Address of the sensors of one system. */
export function sensorsPath(system: string): string {
  return `${sensorPaths.list}?system=${encodeURIComponent(system)}`
}

/** Address of the soil of one probe. */
export function sensorPath(system: string, number: number): string {
  return `/api/sensors/${encodeURIComponent(system)}/${number}/`
}
