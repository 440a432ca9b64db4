/** Requests in the formats of EMQX and mosquitto-go-auth, and a broker that follows the answers. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { callbackify } from 'node:util'
import { Aedes, type Client } from 'aedes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { controllerTopic } from '../../../contract/controller.ts'
import { appliedReport, connectTestDevice, connectDevice, eventually } from '../../testing/test-device.ts'
import { desire, farm, newestDelivery } from '../../testing/farm.ts'

const SECRET = 'the word of the broker'
const SERVER = { username: 'headgate', password: 'of the server' }
const allowed = z.object({ result: z.literal('allow'), Ok: z.literal(true) })

/** A broker that has no users of its own and asks the hook like EMQX. */
async function askingBroker() {
  let hook = ''
  const ask = async (call: string, json: object) => {
    // the server is not listening yet
    if (!hook) return false
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` }
    const answer = await fetch(`${hook}/api/broker/${call}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    })
    return allowed.safeParse(await answer.json()).success
  }
  const names = new WeakMap<object, string>()
  const admitted = callbackify(
    (client: Client, username: string | undefined, password: Readonly<Buffer | undefined>) => {
      names.set(client, username ?? '')
      return ask('auth', { username, password: String(password), clientid: client.id })
    },
  )
  const mayUse = callbackify((client: Client | null, topic: string, action: string) =>
    ask('acl', { username: client ? names.get(client) : '', clientid: client?.id, topic, action }),
  )
  const broker = await Aedes.createBroker({
    authenticate: (client, username, password, done) =>
      admitted(client, username, password, (_error, good) => done(null, good)),
    authorizePublish: (client, { topic }, done) =>
      mayUse(client, topic, 'publish', (_error, good) => done(good ? null : new Error('not allowed'))),
    authorizeSubscribe: (client, subscription, done) =>
      mayUse(client, subscription.topic, 'subscribe', (_error, good) =>
        done(null, good ? subscription : null),
      ),
  })
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    broker.close()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, hookAt: (url: string) => (hook = url) }
}

describe('the hook of an external broker', () => {
  it('allows every connected machine its own topics and no one else anything, without a list in the broker', async () => {
    const { port, hookAt } = await askingBroker()
    const { username, password } = SERVER
    const MQTT_URL = `mqtt://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}`
    const { built, controllerId, controller, gateway } = await farm({ MQTT_URL, BROKER_HOOK_SECRET: SECRET })
    hookAt(built.url)
    const url = `mqtt://127.0.0.1:${port}`
    await expect(connectDevice(url, { ...controller, secret: gateway.secret })).rejects.toThrow(
      /refused|authorized/i,
    )
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    await eventually('applied', async () => {
      await hand.publish('reported', appliedReport(document))
      return (await newestDelivery(built, controllerId))?.appliedAt ?? null
    })
    const [granted] = await hand.client.subscribeAsync('vri/v1/+/desired').catch(() => [{ qos: 128 }])
    expect(granted?.qos).toBe(128)
  })

  it('answers mosquitto-go-auth with its access codes', async () => {
    const MQTT_URL = `mqtt://${SERVER.username}:${encodeURIComponent(SERVER.password)}@127.0.0.1:9`
    const { built, topicId, controller, gateway } = await farm({ MQTT_URL, BROKER_HOOK_SECRET: SECRET })
    const ask = async (call: string, json: object, secret = SECRET) => {
      const address = `/api/broker/${call}/?secret=${encodeURIComponent(secret)}`
      const { status, body } = await built.call(address, { json })
      return status === 200 ? z.object({ Ok: z.boolean() }).parse(body).Ok : status
    }
    const auth = (username: string, password: string, clientid = username) =>
      ask('auth', { username, password, clientid })
    expect(await auth(controller.id, controller.secret)).toBe(true)
    expect(await auth(controller.id, gateway.secret)).toBe(false)
    expect(await auth(controller.id, controller.secret, gateway.id)).toBe(false)
    expect(await auth(SERVER.username, SERVER.password, 'any')).toBe(true)
    expect(await auth(SERVER.username, 'another')).toBe(false)
    const desired = controllerTopic(topicId, 'desired')
    const readings = controllerTopic(topicId, 'readings')
    const of = (username: string, topic: string, acc: number) =>
      ask('acl', { username, clientid: username, topic, acc })
    const table: [string, string, number, boolean][] = [
      [controller.id, desired, 4, true],
      [controller.id, desired, 1, true],
      [controller.id, desired, 2, false],
      [controller.id, desired, 3, false],
      [controller.id, readings, 2, true],
      [gateway.id, readings, 2, true],
      [gateway.id, desired, 4, false],
      [controller.id, controllerTopic('another', 'reported'), 2, false],
      [controller.id, 'vri/v1/#', 4, false],
      [SERVER.username, 'vri/v1/+/desired', 4, true],
      [SERVER.username, desired, 2, true],
      [SERVER.username, readings, 4, true],
      [SERVER.username, '#', 4, false],
      ['nobody', desired, 4, false],
    ]
    for (const [username, topic, acc, expected] of table)
      expect(await of(username, topic, acc), `${username} ${topic} ${acc}`).toBe(expected)
    await built.kit.database.write((tx) => built.app.devices.revoke(tx, controller.id))
    expect([await auth(controller.id, controller.secret), await of(controller.id, desired, 4)]).toEqual([
      false,
      false,
    ])
    expect(await ask('auth', { username: gateway.id, password: gateway.secret }, 'wrong')).toBe(401)
  })

  it('does not exist without a secret', async () => {
    const { built } = await farm()
    expect((await built.call('/api/broker/auth/', { json: {} })).status).toBe(404)
  })
})
