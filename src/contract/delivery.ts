/** Delivery states of a setting and states of a machine, shared by controllers and pages. */
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

/** The steps in order; the other three states end the delivery. */
export const deliveryClimb = ['saved', 'sent', 'received', 'applied'] as const satisfies DeliveryState[]

export const direction = z.enum(['FORWARD', 'REVERSE', 'STOPPED'])

export const mode = z.enum(['VRI', 'UNIFORM', 'TEST'])

/** Events after which a machine needs attention; the next STARTED ends them. */
export const FAULT_EVENTS = [
  'LOW_PRESSURE',
  'HIGH_PRESSURE',
  'LOW_FLOW',
  'HIGH_FLOW',
  'MISALIGNED',
  'POWER_LOST',
  'VALVE_FAULT',
  'CABLE_FAULT',
] as const

export const telemetryView = z.object({
  angle_deg: z.number(),
  direction,
  wet: z.boolean(),
  moving: z.boolean(),
  timer_pct: z.nullable(z.number()),
  pressure_kpa: z.optional(z.nullable(z.number())),
  flow_lps: z.optional(z.nullable(z.number())),
  at: z.string(),
  stopped_wet_since: z
    .nullable(z.string())
    .check(
      z.describe(
        "Since when it has been stopped with water on, by the machine's own clock; null: it moves, or its water is off. " +
          'The most urgent condition of all once it has lasted two minutes.',
      ),
    ),
})
export type TelemetryView = z.infer<typeof telemetryView>

/** A machine on a percent timer stops for a part of each minute, and one that is stopping drains. */
export const STOPPED_WET_GRACE_MS = 120_000

/** Whether a machine has been stopped with its water on for longer than the grace period, by its own clock. */
export function isStoppedWet(
  { at, stopped_wet_since: since }: Pick<TelemetryView, 'at' | 'stopped_wet_since'>,
  now: number,
): boolean {
  return since !== null && Math.max(now, Date.parse(at)) - Date.parse(since) >= STOPPED_WET_GRACE_MS
}
