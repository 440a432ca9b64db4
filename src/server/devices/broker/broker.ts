/** The embedded MQTT broker and the server's own credential for it. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Aedes, type Client } from 'aedes'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '#contract/limits.ts'
import type { Log } from '../../kit/log.ts'
import { createBrokerPorts, type PortsConfig } from './broker-ports.ts'
import { LimitExceeded, type LimitReason, limitSubscriptions } from './connection-limits.ts'
import type { KnownDevice } from './access.rules.ts'
import { createAuthorisation, type AuthorisationNeeds } from './authorisation.ts'
import { LimitedConnection } from './limited-connection.ts'

/** For the topic, identifiers and the CONNECT packet's credentials. */
const PACKET_OVERHEAD_BYTES = 1024
const CONNECT_WITHIN_MS = 10_000

interface BrokerNeeds extends Pick<AuthorisationNeeds, 'receive'> {
  authenticate(id: string, secret: string): Promise<KnownDevice | null>
}

export interface EmbeddedBroker {
  start(): Promise<void>
  stop(): Promise<void>
  /** Known once started. */
  port(): number | null
  tlsPort(): number | null
  /** The credential of this process's own client. */
  readonly serverCredential: { username: string; password: string }
  /** Credentials of connected devices, without the server's own. */
  connected(): string[]
  /** Closes the connection of one credential. */
  disconnect(id: string): void
  /** Connections closed per limit since the start. */
  closedByLimit(): Record<LimitReason, number>
}

/** Connected clients, and counts of closed connections. */
interface Register {
  connected: Map<string, Client>
  closed: Record<LimitReason, number>
}

export function createEmbeddedBroker(config: PortsConfig, log: Log, needs: BrokerNeeds): EmbeddedBroker {
  const serverCredential = {
    username: `server-${randomBytes(8).toString('hex')}`,
    password: randomBytes(32).toString('base64url'),
  }
  const authorisation = createAuthorisation(log, {
    receive: needs.receive,
    async identify(id, secret) {
      if (id !== serverCredential.username) return needs.authenticate(id, secret)
      return sameText(secret, serverCredential.password) ? { kind: 'server' } : null
    },
  })
  const authorizeSubscribe = limitSubscriptions(authorisation.authorizeSubscribe)
  const register: Register = { connected: new Map(), closed: noneClosed() }
  const ports = createBrokerPorts(config)
  let broker: Aedes | undefined

  return {
    serverCredential,
    port: ports.plain,
    tlsPort: ports.tls,
    async start() {
      const created = await Aedes.createBroker({
        connectTimeout: CONNECT_WITHIN_MS,
        ...authorisation,
        authorizeSubscribe,
      })
      follow(created, register, log)
      created.on('client', ({ id, conn }) => {
        if (id === serverCredential.username && conn instanceof LimitedConnection) conn.trust()
      })
      broker = created
      await ports.open((socket) => {
        created.handle(new LimitedConnection(socket, CONTROLLER_MESSAGE_BYTES_MAX + PACKET_OVERHEAD_BYTES))
      })
    },
    async stop() {
      const closed = ports.close()
      await new Promise<void>((resolve) => (broker ? broker.close(resolve) : resolve()))
      await closed
    },
    connected: () => [...register.connected.keys()].filter((id) => id !== serverCredential.username),
    disconnect: (id) => register.connected.get(id)?.close(),
    closedByLimit: () => ({ ...register.closed }),
  }
}

/** Tracks who is connected, and counts closed connections by reason. */
function follow(broker: Aedes, { connected, closed }: Register, log: Log): void {
  const ended = new WeakSet<Client>()
  broker.on('client', (client) => connected.set(client.id, client))
  broker.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id)
  })
  broker.on('clientError', (client, error) => {
    // every pending answer fails once more
    if (ended.has(client)) return
    ended.add(client)
    const limit = countedLimit(error, closed)
    // until it is authenticated, anybody may have sent this id
    if (limit && connected.get(client.id) === client)
      log.warn({ client: client.id, limit }, 'device closed at a limit of its connection')
    else log.info({ client: client.id, err: error }, 'device refused')
  })
  broker.on('connectionError', (_client, error) => {
    countedLimit(error, closed)
    log.debug({ err: error }, 'connection refused')
  })
}

function countedLimit(error: Error, closed: Record<LimitReason, number>): LimitReason | null {
  if (!(error instanceof LimitExceeded)) return null
  closed[error.reason] += 1
  return error.reason
}

function noneClosed(): Record<LimitReason, number> {
  return { packetSize: 0, subscriptions: 0, unsent: 0, drain: 0 }
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
