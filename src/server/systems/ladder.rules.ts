/** How far a setting has come, from what is stored and what the controller said; it never goes back. */
import type { DeliveryState, DeliveryTimes } from '../../contract/delivery.ts'
import type { Delivery } from '../devices/device-link.ts'

export interface Ladder {
  delivery: DeliveryState
  delivery_times: DeliveryTimes
  /** Why the controller refused, in its own code. */
  delivery_code: string | null
}

function iso(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null
}

/**
 * @param savedAt when the setting became durable
 * @param rungs what its publications reached; undefined before the first
 * @param supersededAt when a newer setting was saved; null for the newest
 */
export function ladderOf(savedAt: Date, rungs: Delivery | undefined, supersededAt: Date | null): Ladder {
  // what ran before it was replaced did run
  const superseded = rungs?.appliedAt ? null : supersededAt
  return {
    delivery: stateOf(rungs, superseded),
    delivery_times: {
      saved: savedAt.toISOString(),
      sent: iso(rungs?.sentAt),
      received: iso(rungs?.receivedAt),
      applied: iso(rungs?.appliedAt),
      rejected: iso(rungs?.rejectedAt),
      expired: iso(rungs?.expiredAt),
      superseded: iso(superseded),
    },
    delivery_code: rungs?.rejectedCode ?? null,
  }
}

function stateOf(rungs: Delivery | undefined, superseded: Date | null): DeliveryState {
  if (rungs?.appliedAt) return 'applied'
  if (superseded) return 'superseded'
  if (rungs?.rejectedAt) return 'rejected'
  if (rungs?.expiredAt) return 'expired'
  if (rungs?.receivedAt) return 'received'
  return rungs?.sentAt ? 'sent' : 'saved'
}
