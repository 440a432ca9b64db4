/** Derives the delivery status of a setting from stored times and the controller's reports; it never goes back. */
import type { DeliveryState, DeliveryTimes } from '../../contract/delivery.ts'
import type { Delivery } from '../devices/device-link.ts'

export interface DeliveryStatus {
  delivery: DeliveryState
  delivery_times: DeliveryTimes
  /** The controller's code for its refusal. */
  delivery_code: string | null
}

/** The delivery status of one setting of one system. */
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
 * @param savedAt when the setting was stored
 * @param steps the steps its publications reached; undefined before the first
 * @param supersededAt when a newer setting was saved; null for the newest
 */
export function deliveryStatusOf(
  savedAt: Date,
  steps: Delivery | undefined,
  supersededAt: Date | null,
): DeliveryStatus {
  // a setting that ran before it was superseded counts as applied
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

/** The delivery status of a controller's newest setting; null before its first publication. */
export function deliveryStepOf(steps: Delivery | undefined): DeliveryState | null {
  return steps ? stateOf(steps, null) : null
}
