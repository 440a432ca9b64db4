/** A persistent session at an external broker, whose messages are acknowledged one by one as each is stored. */
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'

const KEEPALIVE_S = 10
/** A broker silent for longer than a ping takes is considered gone. */
const TIMEOUT_MS = 15_000
const ANSWER_WITHIN_MS = 5000
/** Filters per packet: a few kilobytes. */
const FILTERS_AT_ONCE = 60
/** Unacknowledged messages before reading stops: the broker keeps the rest. */
const IN_FLIGHT_MAX = 256

/** Resolves when the message may be acknowledged; rejects when it must not be. */
export type Receive = (topic: string, payload: Buffer, retained: boolean) => Promise<void>

export interface BrokerSession {
  /** @throws Error when the broker refuses one, or does not answer */
  subscribe(filters: string[]): Promise<void>
  end(): void
  isOpen(): boolean
}

/**
 * MQTT libraries acknowledge messages in the order in which they came; one that waits for storage would block all after
 * it. Messages that were not acknowledged are sent again on the next connection with the same client id.
 *
 * @throws Error when the broker is unavailable or refuses
 */
export async function openSession(url: string, clientId: string, receive: Receive): Promise<BrokerSession> {
  const socket = await connected(new URL(url))
  const session = createSession(socket, receive)
  const { username, password } = new URL(url)
  const answer = session.answerTo('connack')
  session.send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId,
    clean: false,
    keepalive: KEEPALIVE_S,
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: Buffer.from(decodeURIComponent(password)) } : {}),
  })
  try {
    const connack = await answer
    if (connack.cmd !== 'connack' || connack.returnCode !== 0)
      throw new Error('the broker refuses the session')
    return session
  } catch (error) {
    session.end()
    throw error
  }
}

async function connected({ protocol, hostname, port }: URL): Promise<Socket> {
  const tls = protocol === 'mqtts:'
  const at = { host: hostname, port: Number(port || (tls ? 8883 : 1883)) }
  const socket = tls ? connectTls({ ...at, servername: hostname }) : connectPlain(at)
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

type Resolver = (packet: Packet | null) => void

function createSession(socket: Socket, receive: Receive) {
  const packets = parser({ protocolVersion: 4 })
  /** Pending requests, by kind and packet id. */
  const awaited = new Map<string, Resolver>()
  let inFlight = 0
  let lastPacketAt = Date.now()
  let packetId = 0

  const end = () => void socket.destroy()
  const send = (packet: Packet) => void (socket.writable && socket.write(generate(packet)))
  const keepalive = setInterval(
    () => {
      if (socket.isPaused()) lastPacketAt = Date.now()
      if (Date.now() - lastPacketAt > TIMEOUT_MS) end()
      else send({ cmd: 'pingreq' })
    },
    (KEEPALIVE_S * 1000) / 2,
  )

  function answerTo(name: string): Promise<Packet> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => settle(null), ANSWER_WITHIN_MS)
      const settle: Resolver = (packet) => {
        clearTimeout(late)
        awaited.delete(name)
        if (packet) resolve(packet)
        else reject(new Error('the broker does not answer'))
      }
      awaited.set(name, settle)
    })
  }

  function acknowledge({ qos, messageId }: IPublishPacket): void {
    inFlight -= 1
    if (inFlight < IN_FLIGHT_MAX) socket.resume()
    if (qos === 1 && messageId !== undefined) send({ cmd: 'puback', messageId })
  }

  function onPacket(packet: Packet): void {
    if (packet.cmd === 'connack') awaited.get('connack')?.(packet)
    else if (packet.cmd === 'suback') awaited.get(`suback ${packet.messageId}`)?.(packet)
    else if (packet.cmd === 'publish') {
      inFlight += 1
      if (inFlight >= IN_FLIGHT_MAX) socket.pause()
      // a message that must not be acknowledged is sent again on the next connection
      receive(packet.topic, Buffer.from(packet.payload), packet.retain).then(() => acknowledge(packet), end)
    }
  }

  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearInterval(keepalive)
    for (const tell of awaited.values()) tell(null)
  })
  socket.on('data', (chunk: Buffer) => {
    lastPacketAt = Date.now()
    packets.parse(chunk)
  })
  packets.on('packet', onPacket)
  packets.on('error', end)

  return {
    send,
    answerTo,
    end,
    isOpen: () => !socket.destroyed,
    async subscribe(filters: string[]) {
      for (let from = 0; from < filters.length; from += FILTERS_AT_ONCE) {
        packetId = (packetId % 65_535) + 1
        const batch = filters.slice(from, from + FILTERS_AT_ONCE)
        const answer = answerTo(`suback ${packetId}`)
        const subscriptions = batch.map((topic) => ({ topic, qos: 1 as const }))
        send({ cmd: 'subscribe', messageId: packetId, subscriptions })
        const suback = await answer
        if (suback.cmd !== 'suback' || suback.granted.some((qos) => Number(qos) > 2))
          throw new Error('the broker refuses a subscription')
      }
    },
  }
}
