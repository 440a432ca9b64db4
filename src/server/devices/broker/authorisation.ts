/** Who is behind each connection of the embedded broker, and what it may say and hear. */
import { callbackify } from 'node:util'
import type { AedesOptions, Client, PublishPacket } from 'aedes'
import type { Log } from '../../kit/log.ts'
import { type Identity, mayPublish, mayReceive } from './access.rules.ts'

export interface AuthorisationNeeds {
  /** Null: refused. */
  identify(id: string, secret: string): Promise<Identity | null>
  /** Resolves when the message is stored or was found to be worthless: only then its sender is answered. */
  receive(topic: string, payload: Buffer): Promise<void>
}

type Authorisation = Required<
  Pick<
    AedesOptions,
    'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
  >
>

/** What is kept of each connection; goes with it. */
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
      // what is kept for a device is its retained document; a queue beside it would grow while the device is away
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) =>
      admitted(client, username, password, (error, good) => done(null, !error && good)),
    authorizePublish: callbackify(accepted),
    authorizeSubscribe(client, subscription, done) {
      const who = identities.get(client)
      done(null, who && mayReceive(who, subscription.topic) ? subscription : null)
    },
    // a second wall behind the one that refuses filters
    authorizeForward(client, packet) {
      const who = identities.get(client)
      return who && mayReceive(who, packet.topic) ? packet : null
    },
  }
}

/** The client id must be the credential's own: another's would end that one's connection. */
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
}

/** The broker answers a QoS 1 message after this, so that the answer means "stored". */
function createAcceptance({ receive }: AuthorisationNeeds, identities: WeakMap<Client, Identity>) {
  const lastHeard = new WeakMap<Client, Promise<void>>()

  /** Messages of one device are heard in the order in which it sent them. */
  function hearInTurn(client: Client, topic: string, payload: Buffer | string): Promise<void> {
    const heard = (lastHeard.get(client) ?? Promise.resolve()).then(() =>
      receive(topic, Buffer.from(payload)),
    )
    lastHeard.set(
      client,
      heard.catch(() => undefined),
    )
    return heard
  }

  return async (client: Client | null, packet: PublishPacket): Promise<void> => {
    const who = client && identities.get(client)
    if (!client || !who || !mayPublish(who, packet.topic)) throw new Error('not authorised')
    if (who.kind !== 'server') await hearInTurn(client, packet.topic, packet.payload)
  }
}
