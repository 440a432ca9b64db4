/** What the rest of the server knows of controllers and gateways, apart from how it is done. */
import type {
  DesiredDocument,
  ReadingsDocument,
  ReportedDocument,
  TelemetryDocument,
  UpwardTopic,
} from '../../contract/controller.ts'
import type { DropReason } from '../../contract/connections.ts'
import type { Reader, ServerTx } from '../kit/postgres/database.ts'
import type { KnownDevice } from './broker/access.rules.ts'

export interface DesiredState {
  settingsRev: number
  commandId: string
  mode: DesiredDocument['mode']
  /** Gross depth of one pass at 100 %, inches. */
  rateIn: number
  timerPct: number[] | null
  test: DesiredDocument['test']
  /** 180 sectors x 9 zones, sector-major, each 0-100. */
  rx: Uint8Array
  /** What runs when `validUntil` has passed; same shape. */
  fallback: Uint8Array
}

/** The steps of one setting; at most one of the last three verdicts is set, and applied wins. */
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

/** The newest that is known of a controller. */
export interface LinkState {
  topicId: string
  online: boolean
  lastSeen: Date | null
  telemetry: TelemetryDocument | null
  /** Since when it stands with water on, by its own time. */
  stoppedWetSince: Date | null
  reported: ReportedDocument | null
  /** Whether the report says that the machine runs what it falls back on. */
  fallback: boolean
  /** Of what the machine reports to run: depth of a pass at 100 %, in, and timers under speed control. */
  rateIn: number | null
  timerPct: number[] | null
  /** When the newest publication runs out. */
  validUntil: Date | null
  /** The newest fault, unless the machine has started since. */
  fault: { code: string; at: Date } | null
}

/** One coming or going of a controller. */
export interface Connection {
  id: number
  online: boolean
  at: Date
}

/** Messages of one kind that could not be used for one reason. */
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
 * Counts a message that can never be used; it is written within a second.
 *
 * @param example what is wrong with it, never what it held: customers may read it
 */
export type CountDropped = (
  controllerId: number,
  kind: UpwardTopic,
  reason: DropReason,
  example: string,
) => void

export interface IssuedCredential {
  id: string
  /** Shown this once. */
  secret: string
}

export interface Connected {
  controllerId: number
  /** The opaque id of the controller's topics. */
  topicId: string
  controller: IssuedCredential
  gateway: IssuedCredential
}

/** Stores the readings of one message; the device is answered when it has resolved. */
export type ReadingsHandler = (controllerId: number, document: ReadingsDocument) => Promise<void>

export interface Devices {
  start(): Promise<void>
  stop(): Promise<void>
  /** Makes a controller and its credentials, whose secrets are known this once. */
  connect(tx: ServerTx): Promise<Connected>
  /**
   * Stores the next desired state and the order to publish it.
   *
   * @param beside what is stored under its revision, on the same way to the database
   */
  desire(
    tx: ServerTx,
    controllerId: number,
    state: DesiredState,
    beside?: (rev: number) => Promise<void>,
  ): Promise<{ rev: number }>
  links(db: Reader, controllerIds: number[]): Promise<Map<number, LinkState>>
  /** Newest first, older than `before`. */
  connections(db: Reader, controllerId: number, before: number | null, limit: number): Promise<Connection[]>
  /** What could not be used in the last days, the newest first. */
  dropped(db: Reader, controllerId: number, days: number): Promise<DroppedCount[]>
  countDropped: CountDropped
  /** Steps per setting, newest first; of every setting, of the newest one, or of those listed. */
  deliveries(
    db: Reader,
    controllerIds: number[],
    settingsRevs?: number[] | 'all' | 'newest',
  ): Promise<Map<number, Delivery[]>>
  onReadings(handler: ReadingsHandler): void
  /** @returns null for an unknown or revoked credential, or a wrong secret */
  authenticateDevice(id: string, secret: string): Promise<KnownDevice | null>
  /** The same of one that has shown its secret before. */
  identifyDevice(id: string): Promise<KnownDevice | null>
  /** From its commit on the credential opens nothing, and its connection ends. */
  revoke(tx: ServerTx, credentialId: string): Promise<boolean>
  /** Resolves while the broker passes on what the server says. */
  brokerReady(): Promise<void>
  /** Resolves while no machine waits for a publication. */
  publicationsReady(): Promise<void>
  /** Renews what is at half its life and warns of what will run out; runs by itself every minute. */
  renew(): Promise<void>
  /** Where controllers connect; known once started. */
  readonly mqttUrl: string
  /** The embedded broker's port; null where the broker is an external one. */
  readonly mqttPort: number | null
  /** The embedded broker's port for TLS; null without a certificate. */
  readonly mqttTlsPort: number | null
}
