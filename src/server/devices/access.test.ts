/** Access control on topics: each controller reaches its own topics and no others. */
// Shown to fail: with a rule that lets a controller subscribe to any filter, and with one that ignores the owner of a topic.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { controllerTopic, upwardTopics } from '../../contract/controller.ts'
import { connectTestDevice, connectDevice, cutOff } from '../testing/test-device.ts'
import { testTimeout, soak } from '../testing/soak.ts'
import { revokeCredential } from './controllers.store.ts'
import { mayPublish, mayReceive } from './broker/access.rules.ts'
import { build, shared } from '../testing/build.ts'
import { connected, desire, farm, farmIn } from '../testing/farm.ts'
import { provesRow } from '../testing/reliability.ts'

const A = 'a'.repeat(20)
const B = 'b'.repeat(20)
const controller = { controllerId: 1, topicId: A, kind: 'controller' } as const
const gateway = { controllerId: 1, topicId: A, kind: 'gateway' } as const

describe('the access rules', () => {
  it('allow a controller its own topics and a gateway its readings topic', () => {
    const own = upwardTopics.map((topic) => controllerTopic(A, topic))
    expect(own.filter((topic) => mayPublish(controller, topic))).toEqual(own)
    expect(own.filter((topic) => mayPublish(gateway, topic))).toEqual([controllerTopic(A, 'readings')])
    expect(mayReceive(controller, controllerTopic(A, 'desired'))).toBe(true)
    expect(mayReceive(gateway, controllerTopic(A, 'desired'))).toBe(false)
  })

  it('allow only the server to publish desired states', () => {
    expect(mayPublish({ kind: 'server' }, controllerTopic(A, 'desired'))).toBe(true)
    expect(mayPublish({ kind: 'server' }, controllerTopic(A, 'reported'))).toBe(false)
    expect(mayReceive({ kind: 'server' }, controllerTopic(A, 'desired'))).toBe(true)
    expect(mayReceive({ kind: 'server' }, controllerTopic(A, 'reported'))).toBe(false)
  })
})

/** Topics outside a controller's own tree that a client might try. */
const FOREIGN = [
  ...[...upwardTopics, 'desired' as const].map((topic) => controllerTopic(B, topic)),
  controllerTopic(A, 'desired'),
  '$SYS/broker/uptime',
  '$SYS/x/new/clients',
  'vri/v1',
  `vri/v1/${A}`,
  `vri/v1/${A}/`,
  `vri/v1/${A}/unknown`,
  `vri/v1/${A}/reported/more`,
  `vri/v1/${A}//reported`,
  `/vri/v1/${A}/reported`,
  `VRI/V1/${A}/reported`,
  `vri/v1/${A.toUpperCase()}/reported`,
  `vri/v2/${A}/reported`,
  `vri/v1/../${B}/reported`,
  `vri/v1/${A}/../${B}/reported`,
]
const WILDCARDS = [
  '#',
  '+',
  '+/+/+/+',
  'vri/#',
  'vri/v1/#',
  'vri/v1/+/desired',
  `vri/v1/${A}/#`,
  `vri/v1/${A}/+`,
  `vri/v1/${B}/#`,
  '$SYS/#',
  '$share/g/vri/v1/+/desired',
]

/** Replaces the placeholders by the real ids. */
function placed(topic: string, a: string, b: string): string {
  return topic.replace(A, a).replace(B, b)
}

const server = shared(() => build())

describe('a controller outside its own tree', () => {
  it('is disconnected when it publishes there, and no one receives the message', async () => {
    provesRow('G3', FOREIGN.length)
    const { built, url, topicId, controller, controllerId } = await farmIn(server())
    const otherSystem = await connected(built)
    const b = await connectTestDevice(url, otherSystem.controller)
    await b.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    for (const foreign of FOREIGN) {
      const client = await connectDevice(url, controller)
      client.publish(placed(foreign, topicId, otherSystem.topicId), '{"state":"offline","session":"s"}', {
        qos: 1,
        retain: true,
      })
      await cutOff(client)
    }
    expect(b.client.connected).toBe(true)
    expect(b.received).toEqual([])
    const links = await built.app.devices.links(built.kit.database.reader, [
      controllerId,
      otherSystem.controllerId,
    ])
    expect(links.get(otherSystem.controllerId)?.online).toBe(true)
    expect(links.get(controllerId)).toMatchObject({ online: false, reported: null, telemetry: null })
  })

  it('is refused every subscription there, also with a persistent session', async () => {
    const { built, url, topicId, controller } = await farmIn(server())
    const otherSystem = await connected(built)
    const own = controllerTopic(topicId, 'desired')
    const client = await connectDevice(url, controller, { clean: false })
    const topics: string[] = []
    client.on('message', (topic) => topics.push(topic))
    const foreign = [...FOREIGN.filter((topic) => topic !== controllerTopic(A, 'desired')), ...WILDCARDS]
    provesRow('G3', foreign.length)
    for (const topic of foreign) {
      const granted = await client
        .subscribeAsync(placed(topic, topicId, otherSystem.topicId), { qos: 1 })
        .catch(() => [])
      expect(granted.filter(({ qos }) => qos !== 128)).toEqual([])
    }
    // together with a valid one: the broker's library stores all filters of the packet
    await client
      .subscribeAsync([own, controllerTopic(otherSystem.topicId, 'desired')], { qos: 1 })
      .catch(() => [])
    await client.endAsync()
    await desire(built, otherSystem.controllerId, 1)
    const b = await connectTestDevice(url, otherSystem.controller)
    await b.desired()
    const again = await connectDevice(url, controller, { clean: false })
    again.on('message', (topic) => topics.push(topic))
    await again.subscribeAsync(own, { qos: 1 })
    await desire(built, otherSystem.controllerId, 2)
    await b.desired(({ settingsRev }) => settingsRev === 2)
    expect(topics).toEqual([])
  })
})

describe('a connection', () => {
  it("with another device's client id is refused, and that device keeps its session", async () => {
    const { built, url, controller, gateway } = await farmIn(server())
    const otherSystem = await connected(built)
    const b = await connectTestDevice(url, otherSystem.controller)
    provesRow('G3', 10)
    const attempts = [
      { ...controller, secret: 'wrong' },
      { ...controller, secret: '' },
      { ...controller, secret: otherSystem.controller.secret },
      { id: otherSystem.controller.id, secret: controller.secret },
      { id: 'nobody', secret: controller.secret },
    ]
    for (const attempt of attempts)
      await expect(connectDevice(url, attempt)).rejects.toThrow('Not authorized')
    for (const clientId of [otherSystem.controller.id, gateway.id, 'anything', ''])
      await expect(connectDevice(url, controller, { clientId, clean: true })).rejects.toThrow(
        'Not authorized',
      )
    await expect(
      connectDevice(url, controller, { username: undefined, password: undefined }),
    ).rejects.toThrow('Not authorized')
    expect(b.client.connected).toBe(true)
  })

  it('whose will goes to a foreign topic is refused', async () => {
    const { built, url, controller, topicId } = await farmIn(server())
    const otherSystem = await connected(built)
    const will = (topic: string) => ({
      will: { topic, payload: Buffer.from('{}'), qos: 1 as const, retain: true },
    })
    for (const topic of [
      controllerTopic(otherSystem.topicId, 'status'),
      controllerTopic(topicId, 'desired'),
      '$SYS/x',
    ])
      await expect(connectDevice(url, controller, will(topic))).rejects.toThrow('Not authorized')
    await expect(
      connectDevice(url, controller, will(controllerTopic(topicId, 'status'))),
    ).resolves.toBeDefined()
  })

  it('is closed when its credential is revoked, and refused afterwards', async () => {
    const { built, url, controller } = await farmIn(server())
    const client = await connectDevice(url, controller)
    await built.kit.database.write((tx) => built.app.devices.revoke(tx, controller.id))
    await cutOff(client)
    await expect(connectDevice(url, controller)).rejects.toThrow('Not authorized')
  })

  it('is closed within a minute when the event of the revocation was lost', async () => {
    const { built, url, controller } = await farmIn(server())
    const client = await connectDevice(url, controller)
    const { kit, app } = built
    await kit.database.write((tx) => revokeCredential(tx, controller.id, kit.clock.now()))
    expect(client.connected).toBe(true)
    // a server does this every minute
    await app.devices.renew()
    await expect(cutOff(client)).resolves.toBeUndefined()
  })

  it('of a gateway may publish readings and nothing else', async () => {
    const { url, gateway, topicId } = await farmIn(server())
    const hand = await connectTestDevice(url, gateway)
    await hand.publish('readings', { batch: '1', readings: [] })
    await expect(hand.client.subscribeAsync(controllerTopic(topicId, 'desired'))).rejects.toThrow(
      'Unspecified error',
    )
    hand.client.publish(controllerTopic(topicId, 'status'), '{}', { qos: 1 })
    await cutOff(hand.client)
  })
})

describe('the broker', () => {
  it('closes a connection that announces a larger packet than the largest document, and keeps running', async () => {
    const { url, controller, topicId } = await farmIn(server())
    const client = await connectDevice(url, controller)
    client.publish(controllerTopic(topicId, 'event'), Buffer.alloc(18_000), { qos: 1 })
    await cutOff(client)
    await expect(connectDevice(url, controller)).resolves.toBeDefined()
  })

  it(
    'survives random and truncated packets, and connections that say nothing',
    testTimeout(120_000),
    async () => {
      provesRow('G4', soak(350, 10_500), 7)
      const { built, url, controller } = await farm()
      const port = Number(new URL(url).port)
      const idle = Array.from({ length: soak(50, 500) }, () => connect(port, '127.0.0.1'))
      for (const socket of idle) socket.on('error', () => undefined)
      let seed = 7
      const random = () => (seed = (seed * 48_271) % 2_147_483_647)
      for (let at = 0; at < soak(300, 10_000); at += 1) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        const bytes = Buffer.from(Array.from({ length: random() % 200 }, () => random() % 256))
        // half of them begin like a CONNECT of MQTT 3.1.1
        const start = at % 2 ? Buffer.from([0x10, 0x7f, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4]) : Buffer.alloc(0)
        socket.end(Buffer.concat([start, bytes]))
        if (at % 50 === 0) await sleep(5)
      }
      const client = await connectDevice(url, controller)
      expect(await built.call('/readyz')).toMatchObject({ status: 200 })
      expect(client.connected).toBe(true)
      for (const socket of idle) socket.destroy()
    },
  )

  it('names the variable to change when its port is taken', async () => {
    const usedPort = String(server().app.devices.mqttPort)
    await expect(farm({ MQTT_PORT: usedPort })).rejects.toThrow('MQTT_PORT: another program already listens')
  })
})
