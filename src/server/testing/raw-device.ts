/** A device that speaks MQTT 3.1.1 byte by byte on a socket it never reads. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

const CONNECT = 0x10
const PUBLISH = 0x30
const SUBSCRIBE = 0x82
const CLEAN_SESSION_WITH_CREDENTIALS = 0xc2
const KEEPALIVE_S = 0

/** Connects and never reads, not even the broker's CONNACK. */
export async function connectDeaf(
  url: string,
  { id, secret }: { id: string; secret: string },
): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = Buffer.from([...text('MQTT'), 4, CLEAN_SESSION_WITH_CREDENTIALS, 0, KEEPALIVE_S])
  socket.write(packet(CONNECT, Buffer.concat([head, text(id), text(id), text(secret)])))
  await once(socket, 'readable')
  return socket
}

/** One SUBSCRIBE packet for each of the filters, QoS 1. */
export function subscribes(filters: readonly string[]): Buffer {
  return Buffer.concat(
    filters.map((filter, at) => {
      const id = (at % 0xff_ff) + 1
      return packet(
        SUBSCRIBE,
        Buffer.concat([Buffer.from([id >> 8, id & 0xff]), text(filter), Buffer.from([1])]),
      )
    }),
  )
}

/** QoS 0, without a document. */
export function publishes(topic: string): Buffer {
  return packet(PUBLISH, text(topic))
}

/** A number of packets without a body, like PINGREQ. */
export function empties(kind: number, count: number): Buffer {
  return Buffer.alloc(count * 2, Buffer.from([kind, 0]))
}

/** A fixed header with its length encoded as in MQTT 3.1.1, 2.2.3, and the body. */
export function packet(kind: number, body: Buffer): Buffer {
  const length: number[] = []
  for (let rest = body.length; ;) {
    const digit = rest % 128
    rest = Math.floor(rest / 128)
    length.push(rest > 0 ? digit | 0x80 : digit)
    if (rest === 0) break
  }
  return Buffer.concat([Buffer.from([kind, ...length]), body])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
