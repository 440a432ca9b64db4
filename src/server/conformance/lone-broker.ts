/** A broker for a single machine, which records everything that the machine sends and tries. */
import { randomBytes } from 'node:crypto'
import { Aedes, type Client } from 'aedes'
import { controllerTopic, parseControllerTopic, type UpwardTopic } from '../../contract/controller.ts'
import type { KnownDevice } from '../devices/broker/access.rules.ts'
import { createAuthorisation } from '../devices/broker/authorisation.ts'
import { createBrokerPorts, type PortsConfig } from '../devices/broker/broker-ports.ts'
import { LimitedConnection } from '../devices/broker/limited-connection.ts'
import type { Log } from '../kit/log.ts'

/** Documents of the trial may be larger than a machine's messages. */
const OWN_PACKET_BYTES = 64 * 1024
const CONNECT_WITHIN_MS = 10_000

export interface Said {
  topic: UpwardTopic
  qos: number
  retain: boolean
  text: string
  /** Milliseconds since the epoch by this computer's clock. */
  at: number
}

/** The CONNECT packet of one connection, and what was subscribed to in it. */
export interface Greeting {
  at: number
  will: { topic: string; qos: number; retain: boolean; text: string } | null
  filters: { topic: string; qos: number }[]
  /** When the connection ended; null while it lasts. */
  endedAt: number | null
}

export interface LoneBroker {
  port: number
  tlsPort: number | null
  /** In order of arrival; from this machine alone. */
  said: Said[]
  connections: Greeting[]
  /** What the machine tried without permission, one sentence each. */
  refused: string[]
  /** Why a connection was not accepted, this machine's or another's; one sentence each. */
  turnedAway: string[]
  /** Publishes the machine's desired state, retained. */
  send(text: string): Promise<void>
  /** Closes the machine's connection at the socket, like a network failure; for so long no new one is accepted. */
  cut(forMs?: number): void
  close(): Promise<void>
}

interface Needs {
  topicId: string
  /** Called for each connection that is not accepted. */
  turnedAway(why: string): void
  /** Null: refused. */
  authenticate(id: string, secret: string): Promise<KnownDevice | null>
}

/** @throws ConfigError when a port is taken or a certificate cannot be read */
export async function openLoneBroker(config: PortsConfig, log: Log, needs: Needs): Promise<LoneBroker> {
  const record: Pick<LoneBroker, 'said' | 'connections' | 'refused' | 'turnedAway'> = {
    said: [],
    connections: [],
    refused: [],
    turnedAway: [],
  }
  const greetings = new WeakMap<Client, Greeting>()
  let shutUntil = 0
  const authorisation = createAuthorisation(log, {
    receive: async () => undefined,
    async identify(id, secret) {
      const identity = await needs.authenticate(id, secret)
      return identity && isMachine(identity) ? identity : null
    },
  })
  const isMachine = ({ topicId, kind }: KnownDevice) => topicId === needs.topicId && kind === 'controller'

  /** In the order in which the broker of the installation looks. */
  async function whyNot(client: Client, username: string | undefined, password: string): Promise<string> {
    if (username === undefined) return 'it gives no user name'
    if (client.id !== username)
      return `its client id, ${client.id}, is another one than its user name, ${username}`
    const identity = await needs.authenticate(username, password)
    if (!identity) return `there is no credential ${username} with this secret`
    if (identity.topicId !== needs.topicId) return `${username} is a credential of another system`
    if (identity.kind !== 'controller')
      return `${username} is the credential of the gateway, which is not tried`
    return `its will is for ${greetings.get(client)?.will?.topic}, which it may not publish to`
  }
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_WITHIN_MS,
    ...authorisation,
    preConnect(client, packet, done) {
      const { will } = packet
      greetings.set(client, {
        at: Date.now(),
        will: will
          ? {
              topic: will.topic,
              qos: will.qos ?? 0,
              retain: will.retain ?? false,
              text: String(will.payload),
            }
          : null,
        filters: [],
        endedAt: null,
      })
      return authorisation.preConnect(client, packet, done)
    },
    authenticate(client, username, password, done) {
      authorisation.authenticate(client, username, password, (error, good) => {
        done(error, good)
        if (error || good) return
        const said = (why: string) => {
          record.turnedAway.push(why)
          needs.turnedAway(why)
        }
        // the reason is for a person, so that one which is not found may be missing
        void whyNot(client, username, String(password ?? '')).then(said, () => undefined)
      })
    },
    authorizePublish(client, packet, done) {
      authorisation.authorizePublish(client, packet, (error) => {
        if (error) record.refused.push(`publishes to ${packet.topic}`)
        done(error ?? null)
      })
    },
    authorizeSubscribe(client, subscription, done) {
      greetings.get(client)?.filters.push({ topic: subscription.topic, qos: subscription.qos })
      authorisation.authorizeSubscribe(client, subscription, (error, allowed) => {
        if (!allowed) record.refused.push(`subscribes to ${subscription.topic}`)
        done(error, allowed)
      })
    },
  })
  const current = new Set<Client>()
  broker.on('client', (client) => {
    const greeting = greetings.get(client)
    if (!greeting) return
    current.add(client)
    record.connections.push(greeting)
  })
  broker.on('clientDisconnect', (client) => {
    current.delete(client)
    const greeting = greetings.get(client)
    if (greeting) greeting.endedAt = Date.now()
  })
  broker.on('publish', (packet) => {
    const parsed = parseControllerTopic(packet.topic)
    if (!parsed || parsed.topic === 'desired' || parsed.systemId !== needs.topicId) return
    const { qos, retain } = packet
    record.said.push({ topic: parsed.topic, qos, retain, text: String(packet.payload), at: Date.now() })
  })
  const ports = createBrokerPorts(config)
  await ports.open((socket) => {
    if (Date.now() < shutUntil) socket.destroy()
    else broker.handle(new LimitedConnection(socket, OWN_PACKET_BYTES))
  })
  return {
    ...record,
    port: ports.plain() ?? Number.NaN,
    tlsPort: ports.tls(),
    send: (text) =>
      new Promise((resolve, reject) => {
        const topic = controllerTopic(needs.topicId, 'desired')
        const packet = {
          cmd: 'publish' as const,
          topic,
          payload: Buffer.from(text),
          qos: 1 as const,
          retain: true,
          dup: false,
          messageId: randomBytes(2).readUInt16BE(),
        }
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    cut(forMs = 0) {
      shutUntil = Date.now() + forMs
      for (const client of current) client.conn.destroy()
    },
    async close() {
      const closed = ports.close()
      await new Promise<void>((resolve) => broker.close(resolve))
      await closed
    },
  }
}
