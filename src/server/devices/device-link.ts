/** The interface of `devices/` to the rest of the server. */
import type {
  DesiredDocument,
  ReadingsDocument,
  ReportedDocument,
  TelemetryDocument,
  UpwardTopic,
} from '../../contract/controller.ts'
import type { DropReason } from '../../contract/connections.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { KnownDevice } from './broker/access.rules.ts'

export interface DesiredState {
  settingsRev: number
  commandId: string
  mode: DesiredDocument['mode']
  /** Gross depth of one pass at 100 %, inches. */
  rateIn: number
  timerPct: number[] | null
  test: DesiredDocument['test']
  /** 180 sectors x 9 zones, sector-major, each 0-100 %. */
  rx: Uint8Array
  /** Applied after `validUntil`; same shape. */
  fallback: Uint8Array
}

/** When one setting reached each step; at most one of the last three is set, and applied wins. */
export interface Delivery {
  settingsRev: number
  /** The newest publication that carries the setting. */
  rev: number
  sentAt: Date | null
  receivedAt: Date | null
  appliedAt: Date | null
  rejectedAt: Date | null
  rejectedCode: string | null
  expiredAt: Date | null
}

/** The latest known state of a controller. */
export interface LinkState {
  topicId: string
  online: boolean
  lastSeen: Date | null
  telemetry: TelemetryDocument | null
  /** Since when it has been stopped with water on, by its own clock. */
  stoppedWetSince: Date | null
  reported: ReportedDocument | null
  /** Whether the machine reports that it runs the fallback. */
  fallback: boolean
  /** Until when the state that it reports to run is valid; null: unknown. */
  runningUntil: Date | null
  /** From the reported prescription: depth of a pass at 100 %, in, and speed-control timers. */
  rateIn: number | null
  timerPct: number[] | null
  /** When the newest publication expires. */
  validUntil: Date | null
  /** The newest fault, unless the machine has started since. */
  fault: { code: string; at: Date } | null
}

/** A controller connected or disconnected. */
export interface Connection {
  id: number
  online: boolean
  at: Date
}

/** Messages of one kind that were dropped for one reason. */
export interface DroppedCount {
  kind: UpwardTopic
  reason: DropReason
  count: number
  firstAt: Date
  lastAt: Date
  /** What was wrong with the newest of them. */
  example: string
}

/**
 * Counts a dropped message; written within a second.
 *
 * @param example what is wrong with the message, never its content: customers may read it
 */
export type CountDropped = (
  controllerId: number,
  kind: UpwardTopic,
  reason: DropReason,
  example: string,
) => void

export interface IssuedCredential {
  id: string
  /** Shown only once. */
  secret: string
}

export interface Connected {
  controllerId: number
  /** The opaque id in the controller's topics. */
  topicId: string
  controller: IssuedCredential
  gateway: IssuedCredential
}

/** Stores the readings of one message; the device's message is acknowledged when it resolves. */
export type ReadingsHandler = (controllerId: number, document: ReadingsDocument) => Promise<void>

export interface Devices {
  start(): Promise<void>
  stop(): Promise<void>
  /** Creates a controller and its credentials, whose secrets are returned only here. */
  connect(tx: ServerTx): Promise<Connected>
  /** Issues the next revision and locks the controller until the transaction ends; the state under it follows by `desire`. */
  issueRev(tx: ServerTx, controllerId: number, settingsRev: number): Promise<number>
  /**
   * Stores the next desired state with the commit, and wakes the publication loop.
   *
   * @param issuedRev by `issueRev` in this transaction; else it is issued here
   */
  desire(
    tx: ServerTx,
    controllerId: number,
    state: DesiredState,
    issuedRev?: number,
  ): Promise<{ rev: number }>
  links(db: Reader, controllerIds: number[]): Promise<Map<number, LinkState>>
  /** Newest first, older than `before`. */
  connections(db: Reader, controllerId: number, before: number | null, limit: number): Promise<Connection[]>
  /** Messages dropped in the last days, newest first. */
  dropped(db: Reader, controllerId: number, days: number): Promise<DroppedCount[]>
  countDropped: CountDropped
  /** Delivery steps per setting, newest first; of all settings, the newest one, or those listed. */
  deliveries(
    db: Reader,
    controllerIds: number[],
    settingsRevs?: number[] | 'all' | 'newest',
  ): Promise<Map<number, Delivery[]>>
  onReadings(handler: ReadingsHandler): void
  /** @returns null for an unknown or revoked credential, or a wrong secret */
  authenticateDevice(id: string, secret: string): Promise<KnownDevice | null>
  /** The same for a client that is already authenticated. */
  identifyDevice(id: string): Promise<KnownDevice | null>
  /** Revokes a credential and closes its connection after the commit. */
  revoke(tx: ServerTx, credentialId: string): Promise<boolean>
  /** Resolves while the broker delivers the server's messages. */
  brokerReady(): Promise<void>
  /** Resolves while no publication is overdue. */
  publicationsReady(): Promise<void>
  /** Renews states at half their validity; runs by itself every minute. */
  renew(): Promise<void>
  /** The URL controllers connect to; known once started. */
  readonly mqttUrl: string
  /** The embedded broker's port; null with an external broker. */
  readonly mqttPort: number | null
  /** The embedded broker's TLS port; null without a certificate. */
  readonly mqttTlsPort: number | null
}
