/** One connection over a real socket whose peer reads late, slowly or never. */
// Shown to fail: without the drain time-out, with one that keeps running after the peer has read everything, with
// backpressure on the writer, and with a connection that drops what came before a proper end.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DRAIN_WITHIN_MS, LimitExceeded, type LimitReason, UNSENT_BYTES_MAX } from './connection-limits.ts'
import { LimitedConnection } from './limited-connection.ts'

const PIECE = Buffer.alloc(16 * 1024)

interface Pair {
  connection: LimitedConnection
  /** The other end; reads only when the test lets it. */
  peer: Socket
  /** Why the connection was closed. */
  ended: Promise<LimitReason | 'otherwise'>
}

async function pair(): Promise<Pair> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const peer = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  const accepted = await new Promise<Socket>((resolve) => server.once('connection', resolve))
  server.close()
  onTestFinished(() => {
    peer.destroy()
    accepted.destroy()
  })
  const connection = new LimitedConnection(accepted, 1000)
  const ended = new Promise<LimitReason | 'otherwise'>((resolve) => {
    connection.on('error', (error) => resolve(error instanceof LimitExceeded ? error.reason : 'otherwise'))
  })
  return { connection, peer, ended }
}

/** Writes until the socket buffers are full and data is queued here. */
async function clog(connection: LimitedConnection): Promise<void> {
  while (connection.writableLength === 0) {
    expect(connection.write(PIECE)).toBe(true)
    await sleep(1)
  }
}

describe('a connection whose peer does not read', () => {
  it('is closed past 256 KiB unsent, and never exerts backpressure', async () => {
    const { connection, ended } = await pair()
    await clog(connection)
    while (!connection.destroyed) {
      expect(connection.writableLength).toBeLessThanOrEqual(UNSENT_BYTES_MAX)
      expect(connection.write(PIECE)).toBe(true)
    }
    expect(await ended).toBe('unsent')
    expect(connection.write(PIECE)).toBe(true)
  })

  it('is closed when it does not drain in time, and not when it reads late', async () => {
    const [never, late] = [await pair(), await pair()]
    await clog(never.connection)
    await clog(late.connection)
    late.peer.resume()
    expect(await never.ended).toBe('drain')
    await sleep(DRAIN_WITHIN_MS / 10)
    expect(late.connection.destroyed).toBe(false)
    expect(late.connection.writableLength).toBe(0)
  })
})

describe('a trusted connection', () => {
  it('exerts backpressure for as long as it takes', async () => {
    const { connection, peer } = await pair()
    connection.trust()
    while (connection.write(PIECE)) await sleep(1)
    await sleep(DRAIN_WITHIN_MS + 500)
    expect(connection.destroyed).toBe(false)
    peer.resume()
    await once(connection, 'drain')
  })
})

describe('what a peer sends', () => {
  it('is passed on a few packets at a time, complete and in order', async () => {
    const { connection, peer } = await pair()
    const packets = Array.from({ length: 5000 }, (_, at) => Buffer.from([0x40, 2, at >> 8, at & 0xff]))
    const sent = Buffer.concat(packets)
    peer.end(sent)
    const received: Buffer[] = []
    for await (const piece of connection) received.push(piece)
    expect(Buffer.concat(received).equals(sent)).toBe(true)
    expect(Math.max(...received.map(({ length }) => length))).toBeLessThanOrEqual(17 * 4)
  })
})
