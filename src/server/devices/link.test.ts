/** The link to a controller, identical over the embedded broker and over Mosquitto. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { controllerTopic } from '../../contract/controller.ts'
import { build, type Built, shared } from '../testing/build.ts'
import {
  appliedReport,
  connectTestDevice,
  eventually,
  type TestDevice,
  seenReport,
} from '../testing/test-device.ts'
import { connected, desire, farm, farmIn, newestDelivery } from '../testing/farm.ts'
import { type Mosquitto, mosquittoIsHere, startMosquitto } from '../testing/mosquitto.ts'
import type { Connected } from './device-link.ts'

interface Site {
  built: Built
  a: Connected
  b: Connected
  /** The URL devices connect to. */
  url: string
}

const server = shared(() => build())

async function embedded(): Promise<Site> {
  const { built, url, ...a } = await farmIn(server())
  return { built, url, a, b: await connected(built) }
}

async function mosquitto(): Promise<Site & { broker: Mosquitto }> {
  const broker = await startMosquitto()
  const { built, ...a } = await farm({ MQTT_URL: broker.serverUrl })
  const b = await connected(built)
  await broker.admit([a, b])
  await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
  return { built, url: broker.url, a, b, broker }
}

const now = () => new Date().toISOString()

async function online({ built }: Site, { controllerId }: Connected): Promise<boolean> {
  const links = await built.app.devices.links(built.kit.database.reader, [controllerId])
  return links.get(controllerId)?.online ?? false
}

/** The session that the server considers current, null for none. */
async function heardSession({ built }: Site, { controllerId }: Connected): Promise<string | null> {
  const { rows } = await sql<{ session: string | null }>`
    select session from controller_links where controller_id = ${controllerId} and online`.execute(
    built.kit.database.reader,
  )
  return rows[0]?.session ?? null
}

/** Publishes online until the server has stored it: its subscription may not exist yet. */
async function arrive(site: Site, who: Connected, hand: TestDevice, session: string): Promise<void> {
  await eventually('online', async () => {
    await hand.publish('status', { state: 'online', session, at: now() })
    return (await heardSession(site, who)) === session ? true : null
  })
}

async function applied({ built }: Site, { controllerId }: Connected, settingsRev: number): Promise<true> {
  return eventually(`setting ${settingsRev} applied`, async () => {
    const delivery = await newestDelivery(built, controllerId)
    return delivery?.settingsRev === settingsRev && delivery.appliedAt ? true : null
  })
}

const brokers: [string, () => Promise<Site>, boolean][] = [
  ['the embedded broker', embedded, true],
  ['Mosquitto (skipped where it is not installed)', mosquitto, mosquittoIsHere],
]

for (const [name, open, here] of brokers)
  describe.skipIf(!here)(`over ${name}`, () => {
    it('delivers a setting, also one that was saved while the machine was offline', async () => {
      const site = await open()
      const { built, a, url } = site
      const hand = await connectTestDevice(url, a.controller)
      await arrive(site, a, hand, 's')
      await desire(built, a.controllerId, 1)
      await hand.publish('reported', appliedReport(await hand.desired()))
      await applied(site, a, 1)
      await hand.end()
      await desire(built, a.controllerId, 2)
      await desire(built, a.controllerId, 3)
      await eventually('sent', async () => (await newestDelivery(built, a.controllerId))?.sentAt ?? null)
      const again = await connectTestDevice(url, a.controller)
      const document = await again.desired()
      // only the newest revision is delivered
      expect(document.settingsRev).toBe(3)
      await again.publish('reported', seenReport(document))
      await again.publish('reported', appliedReport(document))
      await again.publish('reported', appliedReport(document))
      await applied(site, a, 3)
      expect(again.received.map(({ rev }) => rev)).toEqual([3])
    })

    it('marks a machine offline by its will, unless a newer session exists', async () => {
      const site = await open()
      const { a, url } = site
      const will = (session: string) => ({
        topic: controllerTopic(a.topicId, 'status'),
        payload: Buffer.from(JSON.stringify({ state: 'offline', session, at: now() })),
        qos: 1 as const,
        retain: true,
      })
      const first = await connectTestDevice(url, a.controller, { will: will('one') })
      await arrive(site, a, first, 'one')
      // the same machine reconnects before the broker notices that the first connection is lost
      const second = await connectTestDevice(url, a.controller, { will: will('two') })
      await arrive(site, a, second, 'two')
      expect(await online(site, a)).toBe(true)
      second.client.stream.destroy()
      await eventually('offline', async () => ((await online(site, a)) ? null : true))
    })

    it('confines a machine to its own topics, for publishing and subscribing', async () => {
      const site = await open()
      const { built, a, b, url } = site
      const victim = await connectTestDevice(url, b.controller)
      await arrive(site, b, victim, 's')
      const farewell = JSON.stringify({ state: 'offline', session: 's', at: now() })
      const foreign = [
        controllerTopic(b.topicId, 'status'),
        controllerTopic(b.topicId, 'desired'),
        '$SYS/x',
        'x',
      ]
      for (const topic of foreign) {
        const hand = await connectTestDevice(url, a.controller)
        hand.client.publish(topic, farewell, { qos: 1, retain: true })
        await eventually('an answer', async () =>
          hand.client.connected && hand.client.getLastMessageId() < 2 ? null : true,
        )
        hand.client.end(true)
      }
      const spy = await connectTestDevice(url, a.controller)
      for (const filter of ['#', 'vri/v1/+/desired', controllerTopic(b.topicId, 'desired')])
        await spy.client.subscribeAsync(filter, { qos: 1 }).catch(() => [])
      await desire(built, b.controllerId, 1)
      await victim.desired()
      expect(await online(site, b)).toBe(true)
      expect(spy.received).toEqual([])
      const gateway = await connectTestDevice(url, a.gateway)
      gateway.client.publish(controllerTopic(a.topicId, 'status'), farewell, { qos: 1 })
      await expect(connectTestDevice(url, { ...a.controller, secret: 'wrong' })).rejects.toThrow(
        /[Nn]ot authorized/,
      )
    })

    it('publishes above the revision of a controller that is ahead after a restore', async () => {
      const site = await open()
      const { built, a, url } = site
      await desire(built, a.controllerId, 1)
      const hand = await connectTestDevice(url, a.controller)
      await arrive(site, a, hand, 's')
      const first = await hand.desired()
      await hand.publish('reported', {
        ...appliedReport(first),
        rev: 41,
        seenRev: 41,
        settingsRev: 9,
        commandId: null,
      })
      const again = await hand.desired(({ rev }) => rev === 42)
      await hand.publish('reported', appliedReport(again))
      expect(await applied(site, a, 1)).toBe(true)
    })
  })
