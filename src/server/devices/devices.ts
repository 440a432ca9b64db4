/** Controllers and gateways: who they are, what they should run, what they say. */
import { createHash, randomUUID } from 'node:crypto'
import type { ReadingsDocument } from '../../contract/controller.ts'
import type { Reader, Writer } from '../kit/database.ts'
import type { Kit, Part } from '../kit/kit.ts'
import { createEmbeddedBroker } from './broker.ts'
import {
  checkCredential,
  type Connected,
  insertController,
  type KnownDevice,
  revokeCredential,
} from './credentials.store.ts'
import { type Delivery, selectDeliveries } from './deliveries.store.ts'
import type { DesiredState } from './desired.rules.ts'
import { insertDesired } from './desired.store.ts'
import { credentialRevoked } from './devices.words.ts'
import { createHearing } from './hearing.ts'
import { createIntake } from './intake.ts'
import { endAllSessions, type LinkState, selectLinks } from './links.store.ts'
import { createListener } from './listener.ts'
import { carryOutPublications, placePublication, publishAllAgain, renewDue } from './publications.ts'
import { createPublisher } from './publisher.ts'

const RENEW_EVERY_MS = 60_000
const CONNECTED_WITHIN_MS = 5000

/** Stores the readings of one message; the device is answered when it has resolved. */
export type ReadingsHandler = (controllerId: number, document: ReadingsDocument) => Promise<void>

export interface Devices extends Part {
  start(): Promise<void>
  stop(): Promise<void>
  /** Makes a controller and its credentials, whose secrets are known this once. */
  connect(tx: Writer): Promise<Connected>
  /** Stores the next desired state and the order to publish it. */
  desire(tx: Writer, controllerId: number, state: DesiredState): Promise<{ rev: number }>
  links(db: Reader, controllerIds: number[]): Promise<Map<number, LinkState>>
  /** Rungs per setting, newest first; of every setting, of the newest one, or of those listed. */
  deliveries(
    db: Reader,
    controllerIds: number[],
    settingsRevs?: number[] | 'all' | 'newest',
  ): Promise<Map<number, Delivery[]>>
  onReadings(handler: ReadingsHandler): void
  /** @returns null for an unknown or revoked credential, or a wrong secret */
  authenticateDevice(id: string, secret: string): Promise<KnownDevice | null>
  /** From its commit on the credential opens nothing, and its connection ends. */
  revoke(tx: Writer, credentialId: string): Promise<boolean>
  /** Resolves while the broker is there. */
  brokerReady(): Promise<void>
  /** Gives desired states at half their life another one; runs by itself every minute. */
  renew(): Promise<void>
  /** Where controllers connect; known once started. */
  readonly mqttUrl: string
  /** The embedded broker's port; null where the broker is an external one. */
  readonly mqttPort: number | null
}

export function createDevices(kit: Kit): Devices {
  const { clock, config, database, events, log } = kit
  const readingsHandlers: ReadingsHandler[] = []
  const intake = createIntake(
    kit,
    createHearing(kit, async (controllerId, document) => {
      for (const handler of readingsHandlers) await handler(controllerId, document)
    }),
  )
  const authenticateDevice = (id: string, secret: string) => checkCredential(database.reader, id, secret)
  const embedded = config.mqttUrl
    ? null
    : createEmbeddedBroker(config.mqttPort, log, { authenticate: authenticateDevice, hear: intake.hear })
  const clientId = embedded?.insider.username ?? `headgate-${randomUUID()}`
  const publisher = createPublisher(log, clientId, () => {
    publishAllAgain(kit).catch((error: unknown) => log.error({ err: error }, 'not published again'))
  })
  const listener = createListener(database, log, intake.hear)
  const renew = () => renewDue(kit)
  let renewal: NodeJS.Timeout | undefined

  const devices: Devices = {
    get mqttPort() {
      return embedded?.port() ?? null
    },
    get mqttUrl() {
      return config.mqttUrl ?? `mqtt://127.0.0.1:${embedded?.port()}`
    },
    async start() {
      carryOutPublications(kit, publisher.publish)
      events.on(credentialRevoked, ({ id }) => embedded?.disconnect(id))
      if (embedded) {
        await endAllSessions(database.reader)
        await embedded.start()
        publisher.start(devices.mqttUrl, embedded.insider)
        await publisher.ready(CONNECTED_WITHIN_MS)
      } else {
        publisher.start(devices.mqttUrl, {})
        listener.start(devices.mqttUrl, listenerId(kit.secret))
      }
      const renewSafely = () =>
        void renew().catch((error: unknown) => log.warn({ err: error }, 'not renewed'))
      renewal = setInterval(renewSafely, RENEW_EVERY_MS)
      renewal.unref()
    },
    async stop() {
      clearInterval(renewal)
      await listener.stop()
      await intake.stop()
      await publisher.stop()
      await embedded?.stop()
    },
    connect: (tx) => insertController(tx, clock.now()),
    async desire(tx, controllerId, state) {
      const { rev } = await insertDesired(tx, controllerId, state, clock.now())
      await placePublication(kit, tx, controllerId)
      return { rev }
    },
    links: selectLinks,
    deliveries: (db, controllerIds, settingsRevs = 'all') =>
      selectDeliveries(db, controllerIds, settingsRevs),
    onReadings: (handler) => void readingsHandlers.push(handler),
    authenticateDevice,
    async revoke(tx, credentialId) {
      const revoked = await revokeCredential(tx, credentialId, clock.now())
      if (revoked) await events.tell(tx, credentialRevoked, { id: credentialId })
      return revoked
    },
    brokerReady: () => publisher.ready(0),
    renew,
  }
  return devices
}

/** The same for every process of an installation, another for every installation. */
function listenerId(secret: string): string {
  return `headgate-${createHash('sha256').update(`listener ${secret}`).digest('hex').slice(0, 24)}`
}
