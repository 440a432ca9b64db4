/** The delivery status over a real broker, with a controller that the test drives by hand. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { appliedReport, connectTestDevice, eventually, seenReport } from '../testing/test-device.ts'
import { build, type Built, shared } from '../testing/build.ts'
import type { Delivery } from './device-link.ts'
import { desire, farmIn, newestDelivery } from '../testing/farm.ts'
import { deliveryMoved } from './devices.events.ts'

const STEPS = ['sentAt', 'receivedAt', 'appliedAt', 'rejectedAt', 'expiredAt'] as const

/** The steps reached, for example `sent received`. */
function reached(delivery: Delivery): string {
  return STEPS.filter((step) => delivery[step] !== null)
    .map((step) => step.replace('At', ''))
    .join(' ')
}

async function untilReached(built: Built, controllerId: number, step: string): Promise<Delivery> {
  return eventually(step, async () => {
    const delivery = await newestDelivery(built, controllerId)
    return delivery && reached(delivery) === step ? delivery : null
  })
}

const server = shared(() => build())

describe('a setting', () => {
  it('is saved, sent, received and applied, and an event is published for each step', async () => {
    const { built, controllerId, topicId, controller, url } = await farmIn(server())
    const received: unknown[] = []
    built.kit.events.on(deliveryMoved, (event) => {
      if (event.controllerId === controllerId) received.push(event)
    })
    expect(await desire(built, controllerId, 1)).toEqual({ rev: 1 })
    await untilReached(built, controllerId, 'sent')
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    const cells = Buffer.from(document.rx.b64, 'base64')
    expect(cells).toEqual(Buffer.alloc(1620, 100))
    expect(document.rx.sha256).toBe(createHash('sha256').update(cells).digest('hex'))
    expect(Date.parse(document.validUntil) - Date.parse(document.issuedAt)).toBe(72 * 3_600_000)
    await hand.publish('reported', seenReport(document))
    await untilReached(built, controllerId, 'sent received')
    await hand.publish('reported', appliedReport(document))
    await untilReached(built, controllerId, 'sent received applied')
    await eventually('three events', async () => (received.length === 3 ? received : null))
    expect(received).toEqual(Array.from({ length: 3 }, () => ({ controllerId, settingsRev: 1, rev: 1 })))
    const link = (await built.app.devices.links(built.kit.database.reader, [controllerId])).get(controllerId)
    expect(link).toMatchObject({ topicId, reported: { rev: 1, settingsRev: 1, result: 'APPLIED' } })
  })

  it('is rejected with its code, and a later repeated "seen" changes nothing', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    await hand.publish('reported', seenReport(document, 'REJECTED', 'RX_HASH'))
    const rejected = await untilReached(built, controllerId, 'sent received rejected')
    expect(rejected.rejectedCode).toBe('RX_HASH')
    await hand.publish('reported', seenReport(document))
    // the messages are handled once they are acknowledged
    expect(await newestDelivery(built, controllerId)).toEqual(rejected)
  })

  it('is expired when the controller reports so', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    await hand.publish('reported', seenReport(await hand.desired(), 'EXPIRED'))
    const expired = await untilReached(built, controllerId, 'sent received expired')
    expect(expired).toMatchObject({ settingsRev: 1, rejectedCode: null })
  })

  it('is not marked applied by a report with another prescription, other settings or an unknown command', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    await untilReached(built, controllerId, 'sent')
    const applied = appliedReport(document)
    await hand.publish('reported', { ...applied, settingsRev: 7 })
    await hand.publish('reported', { ...applied, commandId: 'of somebody else' })
    await hand.publish('reported', 'not JSON')
    await hand.publish('reported', { ...applied, rev: 'one' })
    await untilReached(built, controllerId, 'sent')
    await hand.publish('reported', { ...applied, rxSha256: '0'.repeat(64) })
    await untilReached(built, controllerId, 'sent received')
    expect(hand.client.connected).toBe(true)
  })

  it('is published above a revision that only the controller knows', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const first = await hand.desired()
    await hand.publish('reported', {
      ...appliedReport(first),
      rev: 41,
      seenRev: 41,
      settingsRev: 12,
      commandId: null,
    })
    const again = await hand.desired(({ rev }) => rev > 1)
    expect(again).toMatchObject({ rev: 42, settingsRev: 1, commandId: first.commandId, rx: first.rx })
    expect(await newestDelivery(built, controllerId)).toMatchObject({ rev: 42, receivedAt: null })
    for (const leap of [2 ** 53 - 1, 2 ** 52, 42 + 1_000_001]) {
      await hand.publish('reported', { ...appliedReport(first), rev: leap })
      await hand.publish('reported', { ...seenReport(again), seenRev: leap })
    }
    await desire(built, controllerId, 2)
    const next = await hand.desired(({ settingsRev }) => settingsRev === 2)
    expect(next).toMatchObject({ rev: 43 })
    await hand.publish('reported', appliedReport(next))
    await untilReached(built, controllerId, 'sent received applied')
  })
})

describe('renewal', () => {
  const HOUR = 3_600_000

  it('happens at half the validity while the controller is online, and carries the same setting', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const first = await hand.desired()
    await hand.publish('status', { state: 'online', session: 'a', at: new Date().toISOString() })
    await hand.publish('reported', appliedReport(first))
    built.clock.advance(35.9 * HOUR)
    await built.app.devices.renew()
    expect((await newestDelivery(built, controllerId))?.rev).toBe(1)
    built.clock.advance(0.2 * HOUR)
    await built.app.devices.renew()
    const second = await hand.desired(({ rev }) => rev === 2)
    expect(second).toMatchObject({ settingsRev: 1, rx: first.rx })
    expect(Date.parse(second.validUntil)).toBeGreaterThan(Date.parse(first.validUntil) + 36 * HOUR - 1)
    // the setting stays applied while its renewal is being delivered
    expect(await newestDelivery(built, controllerId)).toMatchObject({ rev: 2, settingsRev: 1 })
    expect((await newestDelivery(built, controllerId))?.appliedAt).not.toBeNull()
    await built.app.devices.renew()
    expect((await newestDelivery(built, controllerId))?.rev).toBe(2)
  })

  it('does not bring back a setting that expired while the controller was offline', async () => {
    const { built, controllerId, controller, url } = await farmIn(server())
    await desire(built, controllerId, 1)
    await untilReached(built, controllerId, 'sent')
    built.clock.advance(50 * HOUR)
    await built.app.devices.renew()
    expect((await newestDelivery(built, controllerId))?.rev).toBe(1)
    built.clock.advance(23 * HOUR)
    const hand = await connectTestDevice(url, controller)
    await hand.publish('status', { state: 'online', session: 'a', at: new Date().toISOString() })
    await built.app.devices.renew()
    const stale = await hand.desired()
    await hand.publish('reported', seenReport(stale, 'EXPIRED'))
    await untilReached(built, controllerId, 'sent received expired')
    expect(hand.received.map(({ rev }) => rev)).toEqual([1])
    // a controller ahead of the server is published to again, but the validity is not extended
    await hand.publish('reported', { ...seenReport(stale), seenRev: 9 })
    const again = await hand.desired(({ rev }) => rev === 10)
    expect(again.validUntil).toBe(stale.validUntil)
  })
})
