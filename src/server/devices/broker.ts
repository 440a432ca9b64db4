/** The embedded MQTT broker, and the server's own way into it. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Aedes, type Client } from 'aedes'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '../../contract/limits.ts'
import type { Log } from '../kit/log.ts'
import { createBrokerPorts, type PortsConfig } from './broker-ports.ts'
import type { KnownDevice } from './device-link.ts'
import { LimitedConnection } from './frame-limit.ts'
import { createGate, type GateNeeds } from './gate.ts'

/** Room for topic, identifiers and the CONNECT packet's credentials. */
const PACKET_OVERHEAD_BYTES = 1024
const CONNECT_WITHIN_MS = 10_000

interface BrokerNeeds extends Pick<GateNeeds, 'hear'> {
  authenticate(id: string, secret: string): Promise<KnownDevice | null>
}

export interface EmbeddedBroker {
  start(): Promise<void>
  stop(): Promise<void>
  /** Known once started. */
  port(): number | null
  tlsPort(): number | null
  /** The server's own way in, good for this process alone. */
  readonly insider: { username: string; password: string }
  /** Ends the connection of one credential. */
  disconnect(id: string): void
}

export function createEmbeddedBroker(config: PortsConfig, log: Log, needs: BrokerNeeds): EmbeddedBroker {
  const insider = {
    username: `server-${randomBytes(8).toString('hex')}`,
    password: randomBytes(32).toString('base64url'),
  }
  const gate = createGate(log, {
    hear: needs.hear,
    async identify(id, secret) {
      if (id !== insider.username) return needs.authenticate(id, secret)
      return sameText(secret, insider.password) ? { kind: 'server' } : null
    },
  })
  const connected = new Map<string, Client>()
  const ports = createBrokerPorts(config)
  let broker: Aedes | undefined

  return {
    insider,
    port: ports.plain,
    tlsPort: ports.tls,
    async start() {
      const made = await Aedes.createBroker({ connectTimeout: CONNECT_WITHIN_MS, ...gate })
      follow(made, connected, log)
      broker = made
      await ports.open((socket) => {
        made.handle(new LimitedConnection(socket, CONTROLLER_MESSAGE_BYTES_MAX + PACKET_OVERHEAD_BYTES))
      })
    },
    async stop() {
      const closed = ports.close()
      await new Promise<void>((resolve) => (broker ? broker.close(resolve) : resolve()))
      await closed
    },
    disconnect: (id) => connected.get(id)?.close(),
  }
}

/** Keeps the list of who is connected. */
function follow(broker: Aedes, connected: Map<string, Client>, log: Log): void {
  broker.on('client', (client) => connected.set(client.id, client))
  broker.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id)
  })
  broker.on('clientError', (client, error) => log.info({ client: client.id, err: error }, 'device refused'))
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'connection refused'))
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
