/** The ladder over a real broker, climbed by a controller that the test plays by hand. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { appliedReport, connectTestDevice, eventually, seenReport } from '../testing/test-device.ts'
import type { Built } from '../testing/build.ts'
import type { Delivery } from './device-link.ts'
import { desire, farm, newestDelivery } from '../testing/farm.ts'
import { deliveryMoved } from './devices.events.ts'

const STEPS = ['sentAt', 'receivedAt', 'appliedAt', 'rejectedAt', 'expiredAt'] as const

/** The steps reached, for example `sent received`. */
function reached(delivery: Delivery): string {
  return STEPS.filter((step) => delivery[step] !== null)
    .map((step) => step.replace('At', ''))
    .join(' ')
}

async function untilReached(built: Built, controllerId: number, wanted: string): Promise<Delivery> {
  return eventually(wanted, async () => {
    const delivery = await newestDelivery(built, controllerId)
    return delivery && reached(delivery) === wanted ? delivery : null
  })
}

describe('a setting', () => {
  it('is saved, sent, received and applied, and each step is told', async () => {
    const { built, controllerId, topicId, controller, url } = await farm()
    const told: unknown[] = []
    built.kit.events.on(deliveryMoved, (fact) => void told.push(fact))
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
    await eventually('three facts', async () => (told.length === 3 ? told : null))
    expect(told).toEqual(Array.from({ length: 3 }, () => ({ controllerId, settingsRev: 1, rev: 1 })))
    const link = (await built.app.devices.links(built.kit.database.reader, [controllerId])).get(controllerId)
    expect(link).toMatchObject({ topicId, reported: { rev: 1, settingsRev: 1, result: 'APPLIED' } })
  })

  it('is rejected with its code, and a later duplicate of "seen" changes nothing', async () => {
    const { built, controllerId, controller, url } = await farm()
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    await hand.publish('reported', seenReport(document, 'REJECTED', 'RX_HASH'))
    const rejected = await untilReached(built, controllerId, 'sent received rejected')
    expect(rejected.rejectedCode).toBe('RX_HASH')
    await hand.publish('reported', seenReport(document))
    // answered means handled: nothing is left to wait for
    expect(await newestDelivery(built, controllerId)).toEqual(rejected)
  })

  it('is expired when the controller says so', async () => {
    const { built, controllerId, controller, url } = await farm()
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    await hand.publish('reported', seenReport(await hand.desired(), 'EXPIRED'))
    const expired = await untilReached(built, controllerId, 'sent received expired')
    expect(expired).toMatchObject({ settingsRev: 1, rejectedCode: null })
  })

  it('is not applied by another prescription, other settings or a foreign command', async () => {
    const { built, controllerId, controller, url } = await farm()
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

  it('goes out above a revision that only the controller knows', async () => {
    const { built, controllerId, controller, url } = await farm()
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

  it('comes at half the life while the controller is online, and carries the same setting', async () => {
    const { built, controllerId, controller, url } = await farm()
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
    // what was applied stays applied while the renewal is on its way
    expect(await newestDelivery(built, controllerId)).toMatchObject({ rev: 2, settingsRev: 1 })
    expect((await newestDelivery(built, controllerId))?.appliedAt).not.toBeNull()
    await built.app.devices.renew()
    expect((await newestDelivery(built, controllerId))?.rev).toBe(2)
  })

  it('does not bring back a setting that ran out while the controller was away', async () => {
    const { built, controllerId, controller, url } = await farm()
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
    expect(hand.heard.map(({ rev }) => rev)).toEqual([1])
    // a controller that knows more than the server is published to again, but not beyond the old validity
    await hand.publish('reported', { ...seenReport(stale), seenRev: 9 })
    const again = await hand.desired(({ rev }) => rev === 10)
    expect(again.validUntil).toBe(stale.validUntil)
  })
})
