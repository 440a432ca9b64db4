/** A kept session at an external broker, whose messages are answered one by one, whenever each is stored. */
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'

const KEEPALIVE_S = 10
/** A peer that is silent for longer than it takes to answer a ping is gone. */
const SILENT_MS = 15_000
const ANSWER_WITHIN_MS = 5000
/** Filters in one packet: a few kilobytes. */
const FILTERS_AT_ONCE = 60
/** Messages under way past which no more are read: the broker keeps what is not read yet. */
const UNDER_WAY_MAX = 256

/** Resolves when the message may be acknowledged; rejects when it must not be. */
export type Receive = (topic: string, payload: Buffer, retained: boolean) => Promise<void>

export interface BrokerSession {
  /** @throws Error when the broker refuses one, or does not answer */
  subscribe(filters: string[]): Promise<void>
  end(): void
  isOpen(): boolean
}

/**
 * Libraries for MQTT acknowledge messages in the order in which they came; one that waits for its storing would hold up
 * all that came after it. What was not acknowledged comes again with the next connection of the same client id.
 *
 * @throws Error when the broker is away or refuses
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

type Awaited = (packet: Packet | null) => void

function createSession(socket: Socket, receive: Receive) {
  const packets = parser({ protocolVersion: 4 })
  /** Whoever waits for an answer, by its kind and number. */
  const awaited = new Map<string, Awaited>()
  let underWay = 0
  let heardAt = Date.now()
  let packetId = 0

  const end = () => void socket.destroy()
  const send = (packet: Packet) => void (socket.writable && socket.write(generate(packet)))
  const beat = setInterval(
    () => {
      if (socket.isPaused()) heardAt = Date.now()
      if (Date.now() - heardAt > SILENT_MS) end()
      else send({ cmd: 'pingreq' })
    },
    (KEEPALIVE_S * 1000) / 2,
  )

  function answerTo(name: string): Promise<Packet> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => tell(null), ANSWER_WITHIN_MS)
      const tell: Awaited = (packet) => {
        clearTimeout(late)
        awaited.delete(name)
        if (packet) resolve(packet)
        else reject(new Error('the broker does not answer'))
      }
      awaited.set(name, tell)
    })
  }

  function taken({ qos, messageId }: IPublishPacket): void {
    underWay -= 1
    if (underWay < UNDER_WAY_MAX) socket.resume()
    if (qos === 1 && messageId !== undefined) send({ cmd: 'puback', messageId })
  }

  function heard(packet: Packet): void {
    if (packet.cmd === 'connack') awaited.get('connack')?.(packet)
    else if (packet.cmd === 'suback') awaited.get(`suback ${packet.messageId}`)?.(packet)
    else if (packet.cmd === 'publish') {
      underWay += 1
      if (underWay >= UNDER_WAY_MAX) socket.pause()
      // a message that must not be acknowledged comes again: on the next connection
      receive(packet.topic, Buffer.from(packet.payload), packet.retain).then(() => taken(packet), end)
    }
  }

  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearInterval(beat)
    for (const tell of awaited.values()) tell(null)
  })
  socket.on('data', (chunk: Buffer) => {
    heardAt = Date.now()
    packets.parse(chunk)
  })
  packets.on('packet', heard)
  packets.on('error', end)

  return {
    send,
    answerTo,
    end,
    isOpen: () => !socket.destroyed,
    async subscribe(filters: string[]) {
      for (let from = 0; from < filters.length; from += FILTERS_AT_ONCE) {
        packetId = (packetId % 65_535) + 1
        const some = filters.slice(from, from + FILTERS_AT_ONCE)
        const answer = answerTo(`suback ${packetId}`)
        const subscriptions = some.map((topic) => ({ topic, qos: 1 as const }))
        send({ cmd: 'subscribe', messageId: packetId, subscriptions })
        const suback = await answer
        if (suback.cmd !== 'suback' || suback.granted.some((qos) => Number(qos) > 2))
          throw new Error('the broker refuses a subscription')
      }
    },
  }
}
