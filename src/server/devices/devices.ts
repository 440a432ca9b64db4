/** Controllers and gateways: who they are, what they should run, what they say. */
import type { ReadingsDocument } from '../../contract/controller.ts'
import type { Reader, Writer } from '../kit/database.ts'
import type { Kit, Part } from '../kit/kit.ts'
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
import { credentialRevoked, publishDesired } from './devices.words.ts'
import { type LinkState, selectLinks } from './links.store.ts'

/** Stores the readings of one message; the device is answered when it has resolved. */
export type ReadingsHandler = (controllerId: number, document: ReadingsDocument) => Promise<void>

export interface Devices extends Part {
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
}

export function createDevices(kit: Kit): Devices {
  const { clock, database, events, outbox } = kit
  const readingsHandlers: ReadingsHandler[] = []

  return {
    connect: (tx) => insertController(tx, clock.now()),
    async desire(tx, controllerId, state) {
      const { rev } = await insertDesired(tx, controllerId, state, clock.now())
      const key = `${publishDesired.name}:${controllerId}`
      await outbox.place(tx, publishDesired, { controllerId }, { key, queue: key })
      return { rev }
    },
    links: selectLinks,
    deliveries: (db, controllerIds, settingsRevs = 'all') =>
      selectDeliveries(db, controllerIds, settingsRevs),
    onReadings: (handler) => void readingsHandlers.push(handler),
    authenticateDevice: (id, secret) => checkCredential(database.reader, id, secret),
    async revoke(tx, credentialId) {
      const revoked = await revokeCredential(tx, credentialId, clock.now())
      if (revoked) await events.tell(tx, credentialRevoked, { id: credentialId })
      return revoked
    },
  }
}
