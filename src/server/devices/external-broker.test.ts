/** The server with an external broker that is started, stopped and restarted. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appliedReport, connectTestDevice, eventually, telemetry } from '../testing/test-device.ts'
import { desire, farm, newestDelivery } from '../testing/farm.ts'

/**
 * A broker without persistence that ends abruptly, closing all connections; `port` 0 picks a free one.
 *
 * @param kept retained messages from before the first connection, by topic
 */
async function bareBroker(
  port = 0,
  kept: Record<string, object> = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const broker = await Aedes.createBroker()
  for (const [topic, document] of Object.entries(kept))
    await new Promise<void>((resolve, reject) =>
      broker.publish(
        { cmd: 'publish', topic, payload: JSON.stringify(document), qos: 1, retain: true, dup: false },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    broker.handle(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    }))
  onTestFinished(async () => {
    await stop()
    broker.close()
  })
  return { port: typeof address === 'object' && address ? address.port : port, stop }
}

describe('an external broker', () => {
  it('delivers settings and reports', async () => {
    const broker = await bareBroker()
    const { built, url, controllerId, controller } = await farm({
      MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    const document = await hand.desired()
    await eventually('applied', async () => {
      // repeated: this broker acknowledges before the server has subscribed
      await hand.publish('reported', appliedReport(document))
      return (await newestDelivery(built, controllerId))?.appliedAt ?? null
    })
    expect(built.app.devices.mqttPort).toBeNull()
  })

  it('that comes back empty gets every desired state again, including what was saved meanwhile', async () => {
    const first = await bareBroker()
    const url = `mqtt://127.0.0.1:${first.port}`
    const { built, controllerId } = await farm({ MQTT_URL: url })
    const otherController = await built.kit.database.write((tx) => built.app.devices.connect(tx))
    await desire(built, controllerId, 1)
    await eventually('sent', async () => (await newestDelivery(built, controllerId))?.sentAt ?? null)
    await first.stop()
    await eventually('not ready', async () => ((await built.call('/readyz')).status === 503 ? true : null))
    await desire(built, otherController.controllerId, 1)
    expect(await newestDelivery(built, otherController.controllerId)).toMatchObject({ sentAt: null })
    await bareBroker(first.port)
    await eventually(
      'sent',
      async () => (await newestDelivery(built, otherController.controllerId))?.sentAt ?? null,
    )
    const { controller } = otherController
    const hand = await connectTestDevice(url, controller)
    expect(await hand.desired()).toMatchObject({ rev: 1, settingsRev: 1 })
    expect((await newestDelivery(built, controllerId))?.rev).toBe(1)
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
  })

  it('that tells only later of a machine’s new connection keeps it online until its next telemetry is due', async () => {
    const first = await bareBroker()
    const url = `mqtt://127.0.0.1:${first.port}`
    const { built, controllerId, topicId, controller } = await farm({ MQTT_URL: url })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    const link = async () =>
      (await built.app.devices.links(built.kit.database.reader, [controllerId])).get(controllerId)
    const online = async () => (await link())?.online
    const hand = await connectTestDevice(url, controller)
    await eventually('online', async () => {
      await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
      return (await online()) ? true : null
    })
    await hand.publish('telemetry', telemetry(1))
    await eventually('telemetry', async () => (await link())?.telemetry ?? null)
    await first.stop()
    built.clock.advance(25_000)
    await eventually('offline', async () => ((await online()) ? null : true))
    // the machine was sooner than the server: of its messages only those that are retained are left
    const status = { state: 'online', session: 'next', at: built.clock.now().toISOString() }
    await bareBroker(first.port, { [`vri/v1/${topicId}/status`]: status })
    await eventually('online again', async () => ((await online()) ? true : null))
    // more than one check
    await sleep(5000)
    expect(await online()).toBe(true)
    built.clock.advance(13_000)
    await eventually('offline again', async () => ((await online()) ? null : true))
  })

  it('that died together with a machine does not keep it online', async () => {
    const first = await bareBroker()
    const url = `mqtt://127.0.0.1:${first.port}`
    const { built, controllerId, controller } = await farm({ MQTT_URL: url })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    const online = async () =>
      (await built.app.devices.links(built.kit.database.reader, [controllerId])).get(controllerId)?.online
    const hand = await connectTestDevice(url, controller)
    await eventually('online', async () => {
      await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
      await hand.publish('telemetry', telemetry(1))
      return (await online()) ? true : null
    })
    await first.stop()
    built.clock.advance(15_000)
    await sleep(2500)
    expect(await online()).toBe(true)
    built.clock.advance(10_000)
    await eventually('offline', async () => ((await online()) ? null : true))
    // no online message: its telemetry brings it back online
    await bareBroker(first.port)
    const again = await connectTestDevice(url, controller)
    await eventually('online again', async () => {
      await again.publish('telemetry', telemetry(2, { at: built.clock.now().toISOString() }))
      return (await online()) ? true : null
    })
  })
})

const installed = !spawnSync('mosquitto', ['-h']).error

/** Starts a broker without authentication; returns its address. */
async function mosquitto(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-mosquitto-'))
  const probe = await bareBroker()
  await probe.stop()
  const file = path.join(folder, 'mosquitto.conf')
  await writeFile(file, `listener ${probe.port} 127.0.0.1\nallow_anonymous true\n`)
  const broker = spawn('mosquitto', ['-c', file], { stdio: 'ignore' })
  onTestFinished(async () => {
    broker.kill()
    await rm(folder, { recursive: true })
  })
  return `mqtt://127.0.0.1:${probe.port}`
}

describe.skipIf(!installed)('Mosquitto (skipped where it is not installed)', () => {
  it('queues messages of devices while no server runs', async () => {
    const MQTT_URL = await mosquitto()
    const JWT_SECRET = 'one installation, two processes of it'
    const { built, controllerId, controller } = await farm({ MQTT_URL, JWT_SECRET })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(MQTT_URL, controller)
    const document = await hand.desired()
    await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    await eventually('online', async () => {
      const links = await built.app.devices.links(built.kit.database.reader, [controllerId])
      return links.get(controllerId)?.online ? true : null
    })
    await built.stop()
    await hand.publish('reported', appliedReport(document), false)
    await hand.publish('event', { id: 'e', at: new Date().toISOString(), code: 'STOPPED' })
    const again = await farm({ MQTT_URL, JWT_SECRET, DATABASE_URL: built.databaseUrl })
    await eventually(
      'applied',
      async () => (await newestDelivery(again.built, controllerId))?.appliedAt ?? null,
    )
    expect(await newestDelivery(again.built, controllerId)).toMatchObject({ rev: 1, settingsRev: 1 })
  })

  it('is shared by two processes, and one takes over the shards that the other leaves', async () => {
    const MQTT_URL = await mosquitto()
    const JWT_SECRET = 'one installation, two processes of it'
    const first = await farm({ MQTT_URL, JWT_SECRET })
    const second = await farm({ MQTT_URL, JWT_SECRET, DATABASE_URL: first.built.databaseUrl })
    const batches: string[] = []
    first.built.app.devices.onReadings(async (id, { batch }) => void batches.push(`${batch} ${id}: one`))
    second.built.app.devices.onReadings(async (id, { batch }) => void batches.push(`${batch} ${id}: two`))
    const gateways = [first, second]
    for (let n = 0; n < 14; n += 1) {
      const { database } = first.built.kit
      gateways.push({ ...first, ...(await database.write((tx) => first.built.app.devices.connect(tx))) })
    }
    const hands = await Promise.all(gateways.map(({ gateway }) => connectTestDevice(MQTT_URL, gateway)))
    const sayAll = (batch: string) =>
      Promise.all(hands.map((hand) => hand.publish('readings', { batch, readings: [] })))
    const of = (batch: string) => batches.filter((batchText) => batchText.startsWith(`${batch} `))
    const all = (batch: string) =>
      eventually(`every ${batch}`, async () => (of(batch).length >= hands.length ? of(batch) : null))
    await eventually('each its share', async () => {
      await sayAll('first')
      const ears = new Set(
        of('first')
          .slice(-hands.length)
          .map((line) => line.split(': ')[1]),
      )
      return ears.size === 2 ? true : null
    })
    await all('first')
    await sayAll('second')
    expect(new Set((await all('second')).map((line) => line.split(': ')[1]))).toEqual(new Set(['one', 'two']))
    expect(of('second')).toHaveLength(hands.length)
    await first.built.stop()
    await sayAll('third')
    expect(new Set((await all('third')).map((line) => line.split(': ')[1]))).toEqual(new Set(['two']))
    expect(of('third')).toHaveLength(hands.length)
  })
})
