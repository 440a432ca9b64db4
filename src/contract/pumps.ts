/** Schemas of pumps: capacity, the systems that share one, and the current flow. */
import * as z from 'zod/mini'
import { PUMP_FLOW_MAX_GPM, PUMP_NAME_MAX, PUMP_SYSTEMS_MAX } from './limits.ts'
import { systemName } from './fields.ts'

const flow = z
  .nullable(
    z
      .number('pump_flow_invalid')
      .check(z.gt(0, 'pump_flow_invalid'), z.maximum(PUMP_FLOW_MAX_GPM, 'pump_flow_invalid')),
  )
  .check(z.describe('US gallons a minute; null if not known.'))

/** Body of a pump; a system can belong to one pump only and is moved to this one. */
export const pumpBody = z
  .object(
    {
      name: z
        .string('pump_name_invalid')
        .check(
          z.trim(),
          z.minLength(1, 'pump_name_invalid'),
          z.maxLength(PUMP_NAME_MAX, 'pump_name_invalid'),
          z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'pump_name_invalid'),
        ),
      least_flow_gpm: flow,
      greatest_flow_gpm: flow,
      systems: z
        .array(systemName, 'pump_systems_invalid')
        .check(z.minLength(1, 'pump_systems_invalid'), z.maxLength(PUMP_SYSTEMS_MAX, 'pump_systems_invalid')),
    },
    'invalid_request',
  )
  .check(
    z.refine(
      ({ least_flow_gpm: least, greatest_flow_gpm: greatest }) =>
        least === null || greatest === null || least <= greatest,
      { message: 'pump_flows_crossed', path: ['greatest_flow_gpm'] },
    ),
  )
export type PumpBody = z.infer<typeof pumpBody>

/** Total flow of the running machines. */
const pumpDraw = z.object({
  machines: z.int().check(z.describe('Systems running with water now, including those of other users.')),
  flow_gpm: z.number(),
  measured: z.boolean().check(z.describe('False: for at least one of them its design flow is assumed.')),
})

export const pump = z.object({
  id: z.int(),
  name: z.string(),
  least_flow_gpm: z.nullable(z.number()),
  greatest_flow_gpm: z.nullable(z.number()),
  systems: z.array(z.string()).check(z.describe('Those that the caller is a member of.')),
  others: z.int().check(z.describe('How many more systems share it.')),
  now: pumpDraw,
})
export type Pump = z.infer<typeof pump>
export const pumpList = z.array(pump)

/** Part of a pass in which the flow is below the pump's minimum. */
const lowStretch = z.object({
  from_deg: z.number(),
  to_deg: z.number(),
  flow_gpm: z.number().check(z.describe('Lowest flow within it.')),
})
export type LowStretch = z.infer<typeof lowStretch>

/** `current` of the refusal `pump_flow_low`: where the flow is too low, and where raising would not help. */
export const pumpShortfall = z.object({
  pump: z.string(),
  least_flow_gpm: z.number(),
  low: z.array(lowStretch),
  low_when_raised: z.array(lowStretch),
})
export type PumpShortfall = z.infer<typeof pumpShortfall>

export const pressureQuery = z.object({ system: systemName })
/** Pressure by flow, from the machine's reports of the last two weeks: P = at_rest_kpa - fall_kpa Q^2, Q in L/s. */
export const pressureByFlow = z.object({
  curve: z
    .nullable(
      z.object({
        at_rest_kpa: z.number(),
        fall_kpa: z.number().check(z.describe('kPa s2/L2.')),
        least_lps: z.number().check(z.describe('Lowest flow of the data; the next, the highest.')),
        greatest_lps: z.number(),
      }),
    )
    .check(z.describe('Null until the machine has run with water for some hours.')),
  wet_since: z
    .nullable(z.string())
    .check(
      z.describe('Since when water has been on without interruption; pressure builds up for some minutes.'),
    ),
})
export type PressureByFlow = z.infer<typeof pressureByFlow>

/** An invalid id is answered like one of another user. */
export const pumpParams = z.object({ id: z.string() })
export const pumpPaths = {
  list: '/api/pumps/',
  one: '/api/pumps/:id/',
  pressure: '/api/pumps/pressure/',
} as const

/** URL of one pump. */
export function pumpPath(id: number): string {
  return `/api/pumps/${id}/`
}
