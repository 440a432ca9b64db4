/** Authentication of connections to the embedded broker, and authorisation of what they publish and subscribe to. */
import { callbackify } from 'node:util'
import type { AedesOptions, Client, PublishPacket } from 'aedes'
import type { Log } from '../../kit/log.ts'
import { type Identity, mayPublish, mayReceive } from './access.rules.ts'

export interface AuthorisationNeeds {
  /** Null: refused. */
  identify(id: string, secret: string): Promise<Identity | null>
  /** Resolves when the message is stored or was dropped; only then it is acknowledged. */
  receive(topic: string, payload: Buffer): Promise<void>
}

type Authorisation = Required<
  Pick<
    AedesOptions,
    'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
>

/** Kept per connection. */
interface ConnectionRecords {
  identities: WeakMap<Client, Identity>
  willTopics: WeakMap<Client, string>
}

export function createAuthorisation(log: Log, needs: AuthorisationNeeds): Authorisation {
  const records: ConnectionRecords = { identities: new WeakMap(), willTopics: new WeakMap() }
  const { identities, willTopics } = records
  const admitted = callbackify(createAdmission(log, needs, records))
  const accepted = createAcceptance(needs, identities)
  return {
    preConnect(client, packet, done) {
      if (packet.will) willTopics.set(client, packet.will.topic)
      // a device gets its retained document; a queue besides would grow while the device is offline
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) =>
      admitted(client, username, password, (error, good) => done(null, !error && good)),
    authorizePublish: callbackify(accepted),
    authorizeSubscribe(client, subscription, done) {
      const identity = identities.get(client)
      done(null, identity && mayReceive(identity, subscription.topic) ? subscription : null)
    },
    // a second check after the one that refuses filters
    authorizeForward(client, packet) {
      const identity = identities.get(client)
      return identity && mayReceive(identity, packet.topic) ? packet : null
    },
  }
}

/** The client id must be the credential's own: another one would close that device's connection. */
function createAdmission(
  log: Log,
  { identify }: AuthorisationNeeds,
  { identities, willTopics }: ConnectionRecords,
) {
  return async (
    client: Client,
    username: string | undefined,
    password: Readonly<Buffer | undefined>,
  ): Promise<boolean> => {
    if (!username || !password || client.id !== username) return false
    const identity = await identify(username, password.toString('utf8')).catch((error: unknown) => {
      // closed instead of refused: a refused device may give up, a disconnected one reconnects
      log.warn({ err: error }, 'device not authenticated')
      client.close()
      return null
    })
    const will = willTopics.get(client)
    if (!identity || (will !== undefined && !mayPublish(identity, will))) return false
    identities.set(client, identity)
    return true
  }
}

/** The broker acknowledges a QoS 1 message after this, so that a PUBACK means "stored". */
function createAcceptance({ receive }: AuthorisationNeeds, identities: WeakMap<Client, Identity>) {
  const lastReceived = new WeakMap<Client, Promise<void>>()

  /** Messages of one device are handled in the order in which it sent them. */
  function receiveInOrder(client: Client, topic: string, payload: Buffer | string): Promise<void> {
    const received = (lastReceived.get(client) ?? Promise.resolve()).then(() =>
      receive(topic, bytesOf(payload)),
    )
    lastReceived.set(
      client,
      received.catch(() => undefined),
    )
    return received
  }

  return async (client: Client | null, packet: PublishPacket): Promise<void> => {
    const identity = client && identities.get(client)
    if (!client || !identity || !mayPublish(identity, packet.topic)) throw new Error('not authorised')
    if (packet.retain) packet.payload = unpooled(packet.payload)
    if (identity.kind !== 'server') await receiveInOrder(client, packet.topic, packet.payload)
  }
}

const bytesOf = (payload: Buffer | string) => (typeof payload === 'string' ? Buffer.from(payload) : payload)

/** The broker keeps a retained message until the next, and with it the 8 KB from which small buffers are cut. */
function unpooled(payload: Buffer | string): Buffer {
  const bytes = bytesOf(payload)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
