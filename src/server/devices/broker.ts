/** The embedded MQTT broker: who may connect, what each may say and hear, and when a message counts as taken. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { callbackify } from 'node:util'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '../../contract/limits.ts'
import { ConfigError } from '../kit/config.ts'
import type { Log } from '../kit/log.ts'
import { type Identity, mayPublish, mayReceive } from './access.rules.ts'
import type { KnownDevice } from './credentials.store.ts'
import { LimitedConnection } from './frame-limit.ts'

const LOOPBACK = '127.0.0.1'
/** Room for topic, identifiers and the CONNECT packet's credentials. */
const PACKET_OVERHEAD_BYTES = 1024
const CONNECT_WITHIN_MS = 10_000
const DEAD_PEER_AFTER_MS = 60_000

interface BrokerNeeds {
  authenticate(id: string, secret: string): Promise<KnownDevice | null>
  /** Resolves when the message is stored or was found to be worthless: only then its sender is answered. */
  hear(topic: string, payload: Buffer): Promise<void>
}

export interface EmbeddedBroker {
  start(): Promise<void>
  stop(): Promise<void>
  /** Known once started. */
  port(): number
  /** The server's own way in, good for this process alone. */
  readonly insider: { username: string; password: string }
  /** Ends the connection of one credential. */
  disconnect(id: string): void
}

export function createEmbeddedBroker(wantedPort: number, log: Log, needs: BrokerNeeds): EmbeddedBroker {
  const insider = {
    username: `server-${randomBytes(8).toString('hex')}`,
    password: randomBytes(32).toString('base64url'),
  }
  const identities = new WeakMap<Client, Identity>()
  const willTopics = new WeakMap<Client, string>()
  const lastHeard = new WeakMap<Client, Promise<void>>()
  const connected = new Map<string, Client>()
  let server: Server | undefined
  let broker: Aedes | undefined

  async function identify(id: string, secret: string): Promise<Identity | null> {
    if (id === insider.username) return secret === insider.password ? { kind: 'server' } : null
    return needs.authenticate(id, secret)
  }

  /** The client id must be the credential's own: another's would end that one's connection. */
  async function admit(
    client: Client,
    username: string | undefined,
    password: Readonly<Buffer | undefined>,
  ): Promise<boolean> {
    if (!username || !password || client.id !== username) return false
    const who = await identify(username, password.toString('utf8')).catch((error: unknown) => {
      // no answer instead of a refusal: a refused device may give up, one that was cut off comes again
      log.warn({ err: error }, 'device not authenticated')
      client.close()
      return null
    })
    const will = willTopics.get(client)
    if (!who || (will !== undefined && !mayPublish(who, will))) return false
    identities.set(client, who)
    return true
  }

  /** The broker answers a QoS 1 message after this, so that the answer means "stored". */
  async function accept(client: Client | null, packet: PublishPacket): Promise<void> {
    const who = client && identities.get(client)
    if (!client || !who || !mayPublish(who, packet.topic)) throw new Error('not authorised')
    if (who.kind !== 'server') await hearInTurn(client, packet.topic, packet.payload)
  }

  /** Messages of one device are heard in the order in which it sent them. */
  function hearInTurn(client: Client, topic: string, payload: Buffer | string): Promise<void> {
    const heard = (lastHeard.get(client) ?? Promise.resolve()).then(() =>
      needs.hear(topic, Buffer.from(payload)),
    )
    lastHeard.set(
      client,
      heard.catch(() => undefined),
    )
    return heard
  }

  const admitted = callbackify(admit)

  async function open(): Promise<Aedes> {
    const made = await Aedes.createBroker({
      connectTimeout: CONNECT_WITHIN_MS,
      preConnect(client, packet, done) {
        if (packet.will) willTopics.set(client, packet.will.topic)
        done(null, true)
      },
      authenticate: (client, username, password, done) =>
        admitted(client, username, password, (error, good) => done(null, !error && good)),
      authorizePublish: callbackify(accept),
      authorizeSubscribe(client, subscription, done) {
        const who = identities.get(client)
        done(null, who && mayReceive(who, subscription.topic) ? subscription : null)
      },
      // a refused filter may still stand in a kept session
      authorizeForward(client, packet) {
        const who = identities.get(client)
        return who && mayReceive(who, packet.topic) ? packet : null
      },
    })
    made.on('client', (client) => connected.set(client.id, client))
    made.on('clientDisconnect', (client) => {
      if (connected.get(client.id) === client) connected.delete(client.id)
    })
    made.on('clientError', (client, error) => log.info({ client: client.id, err: error }, 'device refused'))
    made.on('connectionError', (_client, error) => log.debug({ err: error }, 'connection refused'))
    return made
  }

  return {
    insider,
    port() {
      const address = server?.address()
      return typeof address === 'object' && address ? address.port : wantedPort
    },
    async start() {
      const made = await open()
      broker = made
      const listening = createServer((socket) => {
        socket.setNoDelay(true)
        socket.setKeepAlive(true, DEAD_PEER_AFTER_MS)
        made.handle(new LimitedConnection(socket, CONTROLLER_MESSAGE_BYTES_MAX + PACKET_OVERHEAD_BYTES))
      })
      server = listening.listen(wantedPort, LOOPBACK)
      await once(listening, 'listening').catch((error: unknown) => {
        throw portProblem(error, wantedPort)
      })
    },
    async stop() {
      const listening = server
      const closed = listening ? new Promise((resolve) => listening.close(resolve)) : undefined
      await new Promise<void>((resolve) => (broker ? broker.close(resolve) : resolve()))
      await closed
    },
    disconnect: (id) => connected.get(id)?.close(),
  }
}

function portProblem(error: unknown, port: number): unknown {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!inUse) return error
  return new ConfigError(
    'MQTT_PORT',
    `another program already listens on ${port}; set it to another number, or 0`,
  )
}
