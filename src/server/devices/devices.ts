/** Controllers and gateways: who they are, what they should run, what they say. */
import { createHash, randomUUID } from 'node:crypto'
import type { Kit } from '../kit/kit.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './broker.ts'
import { selectConnections } from './connections.store.ts'
import { checkCredential, insertController, revokeCredential } from './credentials.store.ts'
import { selectDeliveries } from './deliveries.store.ts'
import { insertDesired } from './desired.store.ts'
import type { Devices, ReadingsHandler } from './device-link.ts'
import { credentialRevoked } from './devices.words.ts'
import { renewDue, warnExpiring } from './expiry.ts'
import { createHearing } from './hearing.ts'
import { createIntake, type Intake } from './intake.ts'
import { endAllSessions, selectLinks } from './links.store.ts'
import { createListener } from './listener.ts'
import { carryOutPublications, placePublication, publishAllAgain } from './publications.ts'
import { createPublisher } from './publisher.ts'

const RENEW_EVERY_MS = 60_000
const CONNECTED_WITHIN_MS = 5000

export function createDevices(kit: Kit): Devices {
  const { clock, config, database, log } = kit
  const readingsHandlers: ReadingsHandler[] = []
  const hearing = createHearing(kit, async (controllerId, document) => {
    for (const handler of readingsHandlers) await handler(controllerId, document)
  })
  const intake = createIntake(kit, hearing)
  const authenticate = (id: string, secret: string) => checkCredential(database.reader, id, secret)
  const embedded = config.mqttUrl
    ? null
    : createEmbeddedBroker(config, log, { authenticate, hear: intake.hear })

  return {
    ...createKnowledge(kit),
    ...createConnection(kit, intake, embedded),
    onReadings: (handler) => void readingsHandlers.push(handler),
    authenticateDevice: authenticate,
    async desire(tx, controllerId, state) {
      const { rev } = await insertDesired(tx, controllerId, state, clock.now())
      await placePublication(kit, tx, controllerId)
      return { rev }
    },
    get mqttPort() {
      return embedded?.port() ?? null
    },
    get mqttTlsPort() {
      return embedded?.tlsPort() ?? null
    },
    get mqttUrl() {
      return config.mqttUrl ?? `mqtt://127.0.0.1:${embedded?.port()}`
    },
  }
}

type Knowledge = 'connect' | 'revoke' | 'links' | 'connections' | 'deliveries'

/** What is stored of devices; needs no broker. */
function createKnowledge({ clock, events }: Kit): Pick<Devices, Knowledge> {
  return {
    connect: (tx) => insertController(tx, clock.now()),
    async revoke(tx, credentialId) {
      const revoked = await revokeCredential(tx, credentialId, clock.now())
      if (revoked) await events.tell(tx, credentialRevoked, { id: credentialId })
      return revoked
    },
    links: (db, controllerIds) => selectLinks(db, controllerIds, clock.now()),
    connections: selectConnections,
    deliveries: (db, controllerIds, settingsRevs = 'all') =>
      selectDeliveries(db, controllerIds, settingsRevs),
  }
}

/** The life with a broker: the server's voice and ear, and what must be said again in time. */
function createConnection(
  kit: Kit,
  intake: Intake,
  embedded: EmbeddedBroker | null,
): Pick<Devices, 'start' | 'stop' | 'renew' | 'brokerReady'> {
  const { clock, config, database, events, log } = kit
  const clientId = embedded?.insider.username ?? `headgate-${randomUUID()}`
  const publisher = createPublisher(log, clientId, () => {
    publishAllAgain(kit).catch((error: unknown) => log.error({ err: error }, 'not published again'))
  })
  const listener = createListener(database, log, intake.hear)
  const renew = async () => {
    await renewDue(kit)
    await warnExpiring(kit)
  }
  let renewal: NodeJS.Timeout | undefined

  return {
    renew,
    brokerReady: () => publisher.ready(0),
    async start() {
      carryOutPublications(kit, publisher.publish)
      events.on(credentialRevoked, ({ id }) => embedded?.disconnect(id))
      if (embedded) {
        await database.write((tx) => endAllSessions(tx, clock.now()))
        await embedded.start()
        publisher.start(`mqtt://127.0.0.1:${embedded.port()}`, embedded.insider)
        await publisher.ready(CONNECTED_WITHIN_MS)
      } else if (config.mqttUrl) {
        publisher.start(config.mqttUrl, {})
        listener.start(config.mqttUrl, listenerId(kit.secret))
      }
      renewal = setInterval(() => {
        renew().catch((error: unknown) => log.warn({ err: error }, 'not renewed'))
      }, RENEW_EVERY_MS)
      renewal.unref()
    },
    async stop() {
      clearInterval(renewal)
      await listener.stop()
      await intake.stop()
      await publisher.stop()
      await embedded?.stop()
    },
  }
}

/** The same for every process of an installation, another for every installation. */
function listenerId(secret: string): string {
  return `headgate-${createHash('sha256').update(`listener ${secret}`).digest('hex').slice(0, 24)}`
}
