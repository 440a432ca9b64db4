/** Which status is shown for which known steps, and that it never goes back. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryClimb, type DeliveryState } from '../../contract/delivery.ts'
import type { Delivery } from '../devices/device-link.ts'
import { deliveryStatusOf } from './delivery-status.rules.ts'

const SAVED = new Date('2026-07-01T10:00:00Z')
const LATER = new Date('2026-07-01T11:00:00Z')

function steps(reached: Partial<Delivery>): Delivery {
  return {
    settingsRev: 1,
    rev: 1,
    sentAt: null,
    receivedAt: null,
    appliedAt: null,
    rejectedAt: null,
    rejectedCode: null,
    expiredAt: null,
    ...reached,
  }
}

describe('deliveryStatusOf', () => {
  it.each<[DeliveryState, Partial<Delivery>, Date | null]>([
    ['saved', {}, null],
    ['sent', { sentAt: LATER }, null],
    ['received', { sentAt: LATER, receivedAt: LATER }, null],
    // a report may arrive before the broker's acknowledgement
    ['received', { receivedAt: LATER }, null],
    ['applied', { appliedAt: LATER }, null],
    ['rejected', { sentAt: LATER, receivedAt: LATER, rejectedAt: LATER, rejectedCode: 'RX_HASH' }, null],
    ['expired', { sentAt: LATER, receivedAt: LATER, expiredAt: LATER }, null],
    ['superseded', {}, LATER],
    ['superseded', { sentAt: LATER, receivedAt: LATER }, LATER],
    ['superseded', { rejectedAt: LATER }, LATER],
    ['applied', { appliedAt: LATER }, LATER],
  ])('shows %s', (state, reached, supersededAt) => {
    const status = deliveryStatusOf(SAVED, steps(reached), supersededAt)
    expect(status.delivery).toBe(state)
    expect(status.delivery_times[state]).toBe((state === 'saved' ? SAVED : LATER).toISOString())
    expect(status.delivery_code).toBe(reached.rejectedCode ?? null)
  })

  it('shows saved before anything is published', () => {
    expect(deliveryStatusOf(SAVED, undefined, null)).toEqual({
      delivery: 'saved',
      delivery_times: {
        saved: '2026-07-01T10:00:00.000Z',
        sent: null,
        received: null,
        applied: null,
        rejected: null,
        expired: null,
        superseded: null,
      },
      delivery_code: null,
    })
  })

  it('never shows applied before the controller does, and never takes a step back as more becomes known', () => {
    const fields = ['sentAt', 'receivedAt', 'appliedAt'] as const
    fc.assert(
      fc.property(fc.shuffledSubarray([...fields]), (order) => {
        const reached: Partial<Delivery> = {}
        let height = 0
        for (const field of order) {
          reached[field] = LATER
          const { delivery } = deliveryStatusOf(SAVED, steps(reached), null)
          const now = deliveryClimb.findIndex((step) => step === delivery)
          expect(now).toBeGreaterThanOrEqual(height)
          expect(delivery === 'applied').toBe(reached.appliedAt !== undefined)
          height = now
        }
      }),
    )
  })
})
