/** How far a setting has come on its way to the valves, and what a machine does: words that controllers and pages share. */
import * as z from 'zod/mini'

export const deliveryState = z.enum([
  'saved',
  'sent',
  'received',
  'applied',
  'rejected',
  'expired',
  'superseded',
])
export type DeliveryState = z.infer<typeof deliveryState>

/** ISO 8601 UTC of each step that was reached. */
export const deliveryTimes = z.object({
  saved: z.string(),
  sent: z.nullable(z.string()),
  received: z.nullable(z.string()),
  applied: z.nullable(z.string()),
  rejected: z.nullable(z.string()),
  expired: z.nullable(z.string()),
  superseded: z.nullable(z.string()),
})
export type DeliveryTimes = z.infer<typeof deliveryTimes>

/** The climb; the other three states end it. */
export const deliveryClimb = ['saved', 'sent', 'received', 'applied'] as const satisfies DeliveryState[]

export const direction = z.enum(['FORWARD', 'REVERSE', 'STOPPED'])

export const mode = z.enum(['VRI', 'UNIFORM', 'TEST'])

/** Events after which a machine needs somebody; the next STARTED ends them. */
export const FAULT_EVENTS = ['LOW_PRESSURE', 'MISALIGNED', 'POWER_LOST', 'VALVE_FAULT'] as const

export const telemetryView = z.object({
  angle_deg: z.number(),
  direction,
  wet: z.boolean(),
  moving: z.boolean(),
  timer_pct: z.nullable(z.number()),
  pressure_kpa: z.optional(z.nullable(z.number())),
  flow_lps: z.optional(z.nullable(z.number())),
  at: z.string(),
})
export type TelemetryView = z.infer<typeof telemetryView>
