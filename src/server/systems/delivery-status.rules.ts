/** How far a setting has come, from what is stored and what the controller said; it never goes back. */
import type { DeliveryState, DeliveryTimes } from '../../contract/delivery.ts'
import type { Delivery } from '../devices/device-link.ts'

export interface DeliveryStatus {
  delivery: DeliveryState
  delivery_times: DeliveryTimes
  /** Why the controller refused, in its own code. */
  delivery_code: string | null
}

/** How far one setting of one controller's system has come. */
export interface SettingProgress extends DeliveryStatus {
  system: string
  settings_rev: number
  /** The newest publication that carries it; 0 before the first. */
  rev: number
}

function iso(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null
}

/**
 * @param savedAt when the setting became durable
 * @param steps what its publications reached; undefined before the first
 * @param supersededAt when a newer setting was saved; null for the newest
 */
export function deliveryStatusOf(
  savedAt: Date,
  steps: Delivery | undefined,
  supersededAt: Date | null,
): DeliveryStatus {
  // what ran before it was replaced did run
  const superseded = steps?.appliedAt ? null : supersededAt
  return {
    delivery: stateOf(steps, superseded),
    delivery_times: {
      saved: savedAt.toISOString(),
      sent: iso(steps?.sentAt),
      received: iso(steps?.receivedAt),
      applied: iso(steps?.appliedAt),
      rejected: iso(steps?.rejectedAt),
      expired: iso(steps?.expiredAt),
      superseded: iso(superseded),
    },
    delivery_code: steps?.rejectedCode ?? null,
  }
}

function stateOf(steps: Delivery | undefined, superseded: Date | null): DeliveryState {
  if (steps?.appliedAt) return 'applied'
  if (superseded) return 'superseded'
  if (steps?.rejectedAt) return 'rejected'
  if (steps?.expiredAt) return 'expired'
  if (steps?.receivedAt) return 'received'
  return steps?.sentAt ? 'sent' : 'saved'
}

/** How far the newest setting of a controller has come; null before the first publication. */
export function deliveryStepOf(steps: Delivery | undefined): DeliveryState | null {
  return steps ? stateOf(steps, null) : null
}
