/** The same server against a broker that is not its own: started, stopped, restarted under it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Aedes } from 'aedes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appliedReport, connectByHand, eventually } from '../testing/controller-by-hand.ts'
import { desire, farm, newestDelivery } from '../testing/farm.ts'

/** A bare broker that remembers nothing; `port` 0 picks one. */
async function bareBroker(port = 0): Promise<{ port: number; stop(): Promise<void> }> {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => void broker.handle(socket)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= new Promise((resolve) => {
      broker.close(() => server.close(() => resolve()))
    }))
  onTestFinished(stop)
  return { port: typeof address === 'object' && address ? address.port : port, stop }
}

describe('an external broker', () => {
  it('carries settings down and reports up', async () => {
    const broker = await bareBroker()
    const { built, url, controllerId, controller } = await farm({
      MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    await desire(built, controllerId, 1)
    const hand = await connectByHand(url, controller)
    const document = await hand.desired()
    await eventually('applied', async () => {
      // again and again: this broker answers before the server has subscribed
      await hand.say('reported', appliedReport(document))
      return (await newestDelivery(built, controllerId))?.appliedAt ?? null
    })
    expect(built.app.devices.mqttPort).toBeNull()
  })

  it('that comes back empty is given every desired state again, and what was saved meanwhile', async () => {
    const first = await bareBroker()
    const url = `mqtt://127.0.0.1:${first.port}`
    const { built, controllerId } = await farm({ MQTT_URL: url })
    const other = await built.kit.database.write((tx) => built.app.devices.connect(tx))
    await desire(built, controllerId, 1)
    await eventually('sent', async () => (await newestDelivery(built, controllerId))?.sentAt ?? null)
    await first.stop()
    await eventually('not ready', async () => ((await built.call('/readyz')).status === 503 ? true : null))
    await desire(built, other.controllerId, 1)
    expect(await newestDelivery(built, other.controllerId)).toMatchObject({ sentAt: null })
    await bareBroker(first.port)
    await eventually('sent', async () => (await newestDelivery(built, other.controllerId))?.sentAt ?? null)
    const { controller } = other
    const hand = await connectByHand(url, controller)
    expect(await hand.desired()).toMatchObject({ rev: 1, settingsRev: 1 })
    expect((await newestDelivery(built, controllerId))?.rev).toBe(1)
    expect(await built.call('/readyz')).toMatchObject({ status: 200 })
  })
})

const installed = !spawnSync('mosquitto', ['-h']).error

/** Starts one that anybody may use; returns its address. */
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
  it('keeps what devices said while no server ran', async () => {
    const MQTT_URL = await mosquitto()
    const JWT_SECRET = 'one installation, two processes of it'
    const { built, controllerId, controller } = await farm({ MQTT_URL, JWT_SECRET })
    await eventually('readiness', async () => ((await built.call('/readyz')).status === 200 ? true : null))
    await desire(built, controllerId, 1)
    const hand = await connectByHand(MQTT_URL, controller)
    const document = await hand.desired()
    await hand.say('status', { state: 'online', session: 's', at: new Date().toISOString() })
    await eventually('online', async () => {
      const links = await built.app.devices.links(built.kit.database.reader, [controllerId])
      return links.get(controllerId)?.online ? true : null
    })
    await built.stop()
    await hand.say('reported', appliedReport(document), false)
    await hand.say('event', { id: 'e', at: new Date().toISOString(), code: 'STOPPED' })
    const again = await farm({ MQTT_URL, JWT_SECRET, DATABASE_URL: built.databaseUrl })
    await eventually(
      'applied',
      async () => (await newestDelivery(again.built, controllerId))?.appliedAt ?? null,
    )
    expect(await newestDelivery(again.built, controllerId)).toMatchObject({ rev: 1, settingsRev: 1 })
  })

  it('is listened to by one process at a time, and the other takes over', async () => {
    const MQTT_URL = await mosquitto()
    const JWT_SECRET = 'one installation, two processes of it'
    const one = await farm({ MQTT_URL, JWT_SECRET })
    const two = await farm({ MQTT_URL, JWT_SECRET, DATABASE_URL: one.built.databaseUrl })
    const heard: string[] = []
    one.built.app.devices.onReadings(async (_id, { batch }) => void heard.push(`one ${batch}`))
    two.built.app.devices.onReadings(async (_id, { batch }) => void heard.push(`two ${batch}`))
    const hand = await connectByHand(MQTT_URL, one.gateway)
    await eventually('a listener', async () => {
      await hand.say('readings', { batch: 'first', readings: [] })
      return heard.length > 0 ? true : null
    })
    await hand.say('readings', { batch: 'second', readings: [] })
    await eventually('the second batch', async () => (heard.includes('one second') ? true : null))
    await one.built.stop()
    await hand.say('readings', { batch: 'third', readings: [] })
    await eventually('the third batch', async () => (heard.includes('two third') ? true : null))
    expect(heard.filter((each) => each.endsWith('second'))).toEqual(['one second'])
    expect(heard.filter((each) => each.endsWith('third'))).toEqual(['two third'])
  })
})
