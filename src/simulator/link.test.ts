/** A closed link stays closed, at any stage of its connection. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { Link } from './link.ts'
import { startBroker } from './test-broker.ts'

const RECONNECT_MS = 20
const listener = { connected() {}, disconnected() {}, refused() {}, message() {} }

function linkTo(url: string, onConnected = () => {}): Link {
  const options = {
    url,
    clientId: 'machine',
    username: 'machine',
    password: 'secret',
    reconnectMs: RECONNECT_MS,
  }
  return new Link(options, { ...listener, connected: onConnected })
}

function urlOf(server: Server): string {
  const address = server.address()
  return `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

it("does not reconnect after it was closed while waiting for the broker's answer", async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const link = linkTo(urlOf(silent))
  link.open()
  await expect.poll(() => sockets.length).toBe(1)
  await link.close()
  await sleep(10 * RECONNECT_MS)
  expect(sockets).toHaveLength(1)
})

it('is closed once its connection is gone, even if a message was not acknowledged', async () => {
  const silent = createServer((socket) => {
    socket.once('data', () => socket.write(Buffer.from([0x20, 2, 0, 0])))
    setTimeout(() => socket.destroy(), 200)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const connected = Promise.withResolvers<void>()
  const link = linkTo(urlOf(silent), connected.resolve)
  link.open()
  await connected.promise
  void link.publish('machine/readings', {}, { qos: 1, retain: false })
  await link.close()
  expect(link.connected).toBe(false)
})

it('disconnects from a broker that it is connected to', async () => {
  const broker = await startBroker()
  onTestFinished(() => broker.close())
  const connected = Promise.withResolvers<void>()
  const link = linkTo(broker.url, connected.resolve)
  link.open()
  await connected.promise
  await link.close()
  expect(link.connected).toBe(false)
})

it('sends what it kept while it had no connection before it closes', async () => {
  const broker = await startBroker()
  onTestFinished(() => broker.close())
  const link = linkTo(broker.url)
  const batches = Array.from({ length: 50 }, (_, batch) => batch)
  for (const batch of batches)
    void link.publish('vri/v1/sys0001/readings', { batch }, { qos: 1, retain: false })
  link.open()
  // mqtt.js is connected before it sends what it kept, one message after the other
  while (!link.connected) await setImmediate()
  await link.close()
  expect(link.connected).toBe(false)
  expect(broker.bodies('readings').map(({ batch }) => batch)).toEqual(batches)
})
