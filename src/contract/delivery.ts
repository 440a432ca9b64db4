/** The ladder that a setting climbs from the database to the valves, and the order of its steps. */
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
