/** The part of MQTT 3.1.1 that machines and gateways need, as bytes on a socket: a library would take processor time from the server. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

export const credential = z.object({ id: z.string(), secret: z.string() })
export type Credential = z.infer<typeof credential>

export interface Hears {
  /** A message on the subscribed topic; it has been acknowledged. */
  message?(payload: Buffer): void
  /** The broker acknowledged a message of QoS 1. */
  taken?(packetId: number): void
  /** An accepted connection was lost. */
  lost(): void
}

interface Packet {
  kind: number
  flags: number
  body: Buffer
}

const CONNECT = 1
const CONNACK = 2
const PUBLISH = 3
const PUBACK = 4
const SUBSCRIBE = 8
const PINGREQ = 12
/** User name, password and a clean session. */
const CONNECT_FLAGS = 0xc2
const RETAIN = 1
const QOS_1 = 2
const DUP = 8

const KEEPALIVE_S = 120
const PING_MS = 60_000
const CONNECT_WITHIN_MS = 30_000
const TRY_AGAIN_MS = 1000

function packetOf(kind: number, flags: number, ...parts: Buffer[]): Buffer {
  const head = [(kind << 4) | flags]
  let length = parts.reduce((sum, part) => sum + part.length, 0)
  do {
    head.push((length & 0x7f) | (length > 0x7f ? 0x80 : 0))
    length >>= 7
  } while (length > 0)
  return Buffer.concat([Buffer.from(head), ...parts])
}

const number = (value: number) => Buffer.from([value >> 8, value & 0xff])

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([number(bytes.length), bytes])
}

function connectPacket({ id, secret }: Credential): Buffer {
  const header = [text('MQTT'), Buffer.from([4, CONNECT_FLAGS]), number(KEEPALIVE_S)]
  return packetOf(CONNECT, 0, ...header, text(id), text(id), text(secret))
}

/** Cuts a stream into packets. */
function cutter(hear: (packet: Packet) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (;;) {
      let [length, at] = [0, 1]
      for (; ((rest[at] ?? 0) & 0x80) !== 0; at += 1) length += ((rest[at] ?? 0) & 0x7f) << (7 * (at - 1))
      const last = rest[at]
      if (last === undefined) return
      length += last << (7 * (at - 1))
      const end = at + 1 + length
      if (rest.length < end) return
      const first = rest[0] ?? 0
      hear({ kind: first >> 4, flags: first & 0x0f, body: rest.subarray(at + 1, end) })
      rest = rest.subarray(end)
    }
  }
}

export class MqttLink {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** @throws Error if the broker refused or did not answer */
  static open(url: string, credential: Credential, hears: Hears): Promise<MqttLink> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const link = new MqttLink(socket)
    const opened = Promise.withResolvers<MqttLink>()
    const tooLate = setTimeout(() => socket.destroy(), CONNECT_WITHIN_MS)
    let ping: NodeJS.Timeout | undefined
    socket.once('connect', () => socket.write(connectPacket(credential)))
    socket.on(
      'data',
      cutter((packet) => {
        if (packet.kind !== CONNACK) return link.#hear(packet, hears)
        clearTimeout(tooLate)
        if (packet.body[1] !== 0) return socket.destroy()
        ping = setInterval(() => socket.write(packetOf(PINGREQ, 0)), PING_MS)
        opened.resolve(link)
      }),
    )
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(tooLate)
      clearInterval(ping)
      opened.reject(new Error(`${credential.id} was not connected`))
      if (ping) hears.lost()
    })
    return opened.promise
  }

  #hear({ kind, flags, body }: Packet, hears: Hears): void {
    if (kind === PUBACK) hears.taken?.(body.readUInt16BE(0))
    if (kind !== PUBLISH) return
    const topicEnd = 2 + body.readUInt16BE(0)
    const qos1 = (flags & QOS_1) !== 0
    if (qos1) this.#socket.write(packetOf(PUBACK, 0, body.subarray(topicEnd, topicEnd + 2)))
    hears.message?.(body.subarray(qos1 ? topicEnd + 2 : topicEnd))
  }

  /** With a packet number it is of QoS 1. */
  publish(
    topic: string,
    payload: string | Buffer,
    {
      packetId,
      retain = false,
      again = false,
    }: { packetId?: number; retain?: boolean; again?: boolean } = {},
  ): void {
    const flags = (packetId ? QOS_1 : 0) | (retain ? RETAIN : 0) | (again ? DUP : 0)
    const parts = packetId ? [text(topic), number(packetId)] : [text(topic)]
    this.#socket.write(packetOf(PUBLISH, flags, ...parts, Buffer.from(payload)))
  }

  subscribe(topic: string): void {
    this.#socket.write(packetOf(SUBSCRIBE, QOS_1, number(1), text(topic), Buffer.from([1])))
  }
}

/** A busy server may let a connection wait too long: devices retry, as in the field. */
export async function joinBroker(url: string, credential: Credential, hears: Hears): Promise<MqttLink> {
  for (;;) {
    const link = await MqttLink.open(url, credential, hears).catch(() => null)
    if (link) return link
    await sleep(TRY_AGAIN_MS * (0.5 + Math.random()))
  }
}
