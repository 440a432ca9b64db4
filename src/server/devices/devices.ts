/** Assembles the device side of the server: credentials, desired states, ingress and publications. */
import { randomUUID } from 'node:crypto'
import type { Kit } from '../installation/kit.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './broker/broker.ts'
import { createBrokerClient } from './broker/broker-client.ts'
import { endAllSessions, type ShardSubscription, selectConnections, selectLinks } from './links.store.ts'
import {
  checkCredential,
  identifyCredential,
  revokeCredential,
  selectRevoked,
  SHARDS,
} from './controllers.store.ts'
import { connectController } from './controllers.ts'
import { selectDeliveries } from './deliveries.store.ts'
import { insertDesired, nextRev } from './desired.store.ts'
import type { Devices, ReadingsHandler } from './device-link.ts'
import { countingDropped, measureDevices } from './device-metrics.ts'
import { credentialRevoked, publicationDue } from './devices.events.ts'
import { createDroppedMessages } from './dropped-messages.ts'
import { selectDropped } from './unstored-messages.store.ts'
import { createOfflineDetection, renewDue } from './timeouts.ts'
import { createIngress, type Ingress } from './ingress.ts'
import { createMessageHandlers, type MessageHandling } from './message-handlers.ts'
import { createPublications } from './publications.ts'
import { createShards } from './shards.ts'

const RENEW_EVERY_MS = 60_000
const CONNECTED_WITHIN_MS = 5000
/** Readiness fails past this: machines do not get new settings. */
const DUE_AT_MOST_MS = 10_000
/** Short lock waits, since a message that waits is set aside soon; short idle time, so that a paused process releases its locks. */
const INGRESS_POOL = { connections: 2, lockMs: 2000, statementMs: 10_000, idleMs: 5000, onePlan: true }

export function createDevices(kit: Kit): Devices {
  const { clock, config, database, events } = kit
  const readingsHandlers: ReadingsHandler[] = []
  const inbound = kit.openPool(INGRESS_POOL)
  const messages = createMessageHandlers({ ...kit, database: inbound }, async (controllerId, document) => {
    for (const handler of readingsHandlers) await handler(controllerId, document)
  })
  const dropped = createDroppedMessages(kit)
  const countDropped = countingDropped(kit, dropped.add)
  const ingress = createIngress(kit, inbound, messages.handlers, countDropped)
  const authenticate = (id: string, secret: string) => checkCredential(database.reader, id, secret)
  const embedded = config.mqttUrl
    ? null
    : createEmbeddedBroker(config, kit.log, { authenticate, receive: ingress.receive })

  return {
    ...createStoredPart(kit),
    ...createBrokerPart(kit, { ...ingress, onContact: messages.onContact }, embedded, async () => {
      await ingress.stop()
      await messages.stop()
      await dropped.stop()
      await inbound.close(CONNECTED_WITHIN_MS)
    }),
    onReadings: (handler) => void readingsHandlers.push(handler),
    authenticateDevice: authenticate,
    identifyDevice: (id) => identifyCredential(database.reader, id),
    countDropped,
    issueRev: (tx, controllerId, settingsRev) => nextRev(tx, controllerId, { now: clock.now(), settingsRev }),
    async desire(tx, controllerId, state, issuedRev) {
      const { rev } = await insertDesired(tx, controllerId, state, clock.now(), issuedRev)
      await events.publish(tx, publicationDue, { controllerId })
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

type StoredPart = 'connect' | 'revoke' | 'links' | 'connections' | 'dropped' | 'deliveries'

/** The operations that need only the database. */
function createStoredPart({ clock, events }: Kit): Pick<Devices, StoredPart> {
  return {
    connect: (tx) => connectController({ clock, events }, tx),
    async revoke(tx, credentialId) {
      const revoked = await revokeCredential(tx, credentialId, clock.now())
      if (revoked) await events.publish(tx, credentialRevoked, { id: credentialId })
      return revoked
    },
    links: (db, controllerIds) => selectLinks(db, controllerIds, clock.now()),
    connections: selectConnections,
    dropped: (db, controllerId, days) => selectDropped(db, controllerId, clock.now(), days),
    deliveries: (db, controllerIds, settingsRevs = 'all') =>
      selectDeliveries(db, controllerIds, settingsRevs),
  }
}

/** The parts that need the broker: publications, ingress, renewal and offline detection. */
function createBrokerPart(
  kit: Kit,
  ingress: Ingress & Pick<MessageHandling, 'onContact'>,
  embedded: EmbeddedBroker | null,
  stopIngress: () => Promise<void>,
): Pick<Devices, 'start' | 'stop' | 'renew' | 'brokerReady' | 'publicationsReady'> {
  const { clock, config, database, events, log } = kit
  const broker = createBrokerClient(
    log,
    embedded?.serverCredential.username ?? `headgate-${randomUUID()}`,
    () => publications.brokerReturned(),
  )
  const publications = createPublications(kit, broker)
  const shards = createShards(kit, ingress.receive)
  let startedAt = clock.now()
  const everyShard = (): ShardSubscription[] =>
    Array.from({ length: SHARDS }, (_, shard) => ({ shard, since: startedAt, gaps: [] }))
  const offlineDetection = createOfflineDetection(kit, embedded ? everyShard : shards.held)
  ingress.onContact(offlineDetection.contacted)
  /** The event of a revocation may be lost, so revoked credentials are looked for as well. */
  const endRevoked = async (to: EmbeddedBroker) => {
    const ids = to.connected()
    if (ids.length === 0) return
    for (const id of await selectRevoked(database.reader, ids)) to.disconnect(id)
  }
  const renew = async () => {
    if (embedded) await endRevoked(embedded)
    await renewDue(kit)
  }
  let renewal: NodeJS.Timeout | undefined
  measureDevices(kit, {
    embedded,
    oldestDueMs: publications.oldestDueMs,
    shards: () => (embedded ? SHARDS : shards.held().length),
  })

  return {
    renew,
    async brokerReady() {
      await broker.ping()
      if (!embedded) await shards.ready()
    },
    async publicationsReady() {
      if ((await publications.oldestDueMs()) > DUE_AT_MOST_MS) throw new Error('publications wait')
    },
    async start() {
      events.on(credentialRevoked, ({ id }) => embedded?.disconnect(id))
      ingress.start()
      publications.start()
      if (embedded) {
        startedAt = clock.now()
        await database.write((tx) => endAllSessions(tx, clock.now()))
        await embedded.start()
        broker.start(`mqtt://127.0.0.1:${embedded.port()}`, embedded.serverCredential)
        await broker.ready(CONNECTED_WITHIN_MS)
      } else if (config.mqttUrl) {
        broker.start(config.mqttUrl, {})
        shards.start(config.mqttUrl)
      }
      offlineDetection.start()
      renewal = setInterval(() => {
        renew().catch((error: unknown) => log.warn({ err: error }, 'not renewed'))
      }, RENEW_EVERY_MS)
      renewal.unref()
    },
    async stop() {
      clearInterval(renewal)
      offlineDetection.stop()
      await shards.stop()
      await stopIngress()
      await publications.stop()
      await broker.stop()
      await embedded?.stop()
    },
  }
}
