/** Parses each kind of device message, stores it and publishes its events. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import {
  appliedDocument,
  eventDocument,
  readingsDocument,
  reportedDocument,
  statusDocument,
  telemetryDocument,
  type UpwardTopic,
} from '../../contract/controller.ts'
import type { DropReason } from '../../contract/connections.ts'
import { inBatches } from '../kit/batch.ts'
import { createLimit, type Limit } from '../kit/limit.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { PermanentError } from '../jobs/jobs.ts'
import type { Kit } from '../installation/kit.ts'
import { insertRenewal } from './desired.store.ts'
import type { ReadingsHandler } from './device-link.ts'
import {
  deliveryMoved,
  linkChanged,
  publicationDue,
  reportChanged,
  telemetryReceived,
  waterApplied,
} from './devices.events.ts'
import { type ReceivedStatus, type StoredStatus, storeStatuses } from './statuses.store.ts'
import { type Contact, storeContacts } from './links.store.ts'
import { insertApplied, insertEvent } from './records.store.ts'
import { type StoredReport, storeReports, type ReceivedReport } from './reported.store.ts'
import { createTelemetryBuffer } from './telemetry-buffer.ts'

/** A message that no retry can store. */
export class UnusableMessage extends PermanentError {
  readonly reason: DropReason | null

  /**
   * @param reason null when there is no device to count it for
   * @param message what is wrong with it, never its content
   */
  constructor(reason: DropReason | null, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Classes of PostgreSQL errors that are about the data, not about the database. */
const DATA_ERRORS = /^2[23]/

export function isAboutData(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    DATA_ERRORS.test(error.code)
  )
}

/** Classes about the connection or the server, not about the statement. */
const CONNECTION_ERRORS = /^(08|25P|53|57P)/

/** Whether the database is available and refused this statement, because of its data or a lock. */
export function isStatementError(error: unknown): boolean {
  return error instanceof DatabaseError && !CONNECTION_ERRORS.test(error.code ?? '')
}

interface Message {
  controllerId: number
  body: unknown
  /** Retained by the broker: says nothing about who is online now. */
  retained: boolean
  /** When the server received it, which may be long before it is stored. */
  receivedAt: Date
}
type Handler = (message: Message) => Promise<void>

/** Each resolves when the message is stored. @throws UnusableMessage when no retry can help */
export type MessageHandlers = Record<UpwardTopic, Handler>

/** A message of a controller was stored; `moving` from its newest telemetry, null for other messages. */
type ContactListener = (controllerId: number, at: Date, moving: boolean | null) => void

export interface MessageHandling {
  handlers: MessageHandlers
  onContact(listener: ContactListener): void
  /** Stores what is still buffered. */
  stop(): Promise<void>
}

export function createMessageHandlers(kit: Kit, storeReadings: ReadingsHandler): MessageHandling {
  const { database, events, log } = kit
  // waiting for locks uses one connection at most, so that the pool's other one is always free for unlocked controllers
  const lockWaiters = createLimit(1)
  const storeReport = storeInBatches(reportStore(kit), lockWaiters)
  const storeStatus = storeInBatches(statusStore(kit), lockWaiters)
  let notifyContact: ContactListener = () => undefined
  const buffer = createTelemetryBuffer(flush, (error) => {
    const canRetry = !isAboutData(error)
    log.warn({ err: error }, canRetry ? 'telemetry not stored yet' : 'telemetry lost')
    return canRetry
  })

  async function flush(contacts: Contact[]): Promise<void> {
    const byId = new Map(contacts.map((contact) => [contact.controllerId, contact.telemetry]))
    const outcomes = await database.write(async (tx) => {
      const outcomes = await storeContacts(tx, contacts)
      const received = outcomes.flatMap(({ controllerId, newer, stoppedWetSince: since }) => {
        const telemetry = byId.get(controllerId)
        const stoppedWetSince = since?.toISOString() ?? null
        return newer && telemetry ? [{ controllerId, telemetry, stoppedWetSince }] : []
      })
      const back = outcomes.flatMap(({ controllerId, back: isBack, at }) =>
        isBack ? [{ controllerId, online: true, lastSeen: at.toISOString() }] : [],
      )
      await events.publish(tx, telemetryReceived, ...received)
      await events.publish(tx, linkChanged, ...back)
      return outcomes
    })
    for (const { controllerId, newer, at } of outcomes)
      notifyContact(controllerId, at, newer ? (byId.get(controllerId)?.moving ?? null) : null)
  }

  const addContact = ({ controllerId, retained, receivedAt }: Message) => {
    if (!retained) buffer.add(controllerId, receivedAt, null)
  }

  return {
    stop: () => buffer.stop(),
    onContact: (listener) => void (notifyContact = listener),
    handlers: {
      async status(message) {
        const { controllerId, retained, receivedAt } = message
        await storeStatus({ controllerId, status: parse(statusDocument, message.body), retained, receivedAt })
        notifyContact(controllerId, receivedAt, null)
      },
      async reported(message) {
        const report = parse(reportedDocument, message.body)
        const { controllerId, retained, receivedAt } = message
        const { judgement } = await storeReport({
          controllerId,
          report,
          receivedAt: retained ? null : receivedAt,
        })
        if (!retained) notifyContact(controllerId, receivedAt, null)
        if (judgement.kind !== 'foreign') return
        // any message proves that the controller is online
        addContact(message)
        throw new UnusableMessage(judgement.code, judgement.reason)
      },
      async telemetry({ controllerId, body, receivedAt }) {
        buffer.add(controllerId, receivedAt, notAfter(receivedAt, parse(telemetryDocument, body)))
      },
      async event(message) {
        const { controllerId, receivedAt } = message
        const event = notAfter(receivedAt, parse(eventDocument, message.body))
        addContact(message)
        await database.write((tx) => insertEvent(tx, controllerId, event, receivedAt))
      },
      async applied(message) {
        const applied = parse(appliedDocument, message.body)
        addContact(message)
        const { controllerId } = message
        await database.write(async (tx) => {
          if (await insertApplied(tx, controllerId, applied))
            await events.publish(tx, waterApplied, { controllerId, from: applied.from })
        })
      },
      // not a contact of the controller: the gateway is another device
      readings: ({ controllerId, body }) => storeReadings(controllerId, parse(readingsDocument, body)),
    },
  }
}

/** The clock of a machine may be ahead: its position would stay the newest, and count as live, for that long. */
function notAfter<T extends { at: string }>(now: Date, document: T): T {
  return Date.parse(document.at) > now.getTime() ? { ...document, at: now.toISOString() } : document
}

/** @returns the outcomes by controller; locked ones are skipped unless `wait` is set */
type Store<I, O> = (received: I[], wait: boolean) => Promise<Map<number, O>>

/** The first pause of a message whose controller is locked; the next are longer. */
const LOCKED_PAUSE_MS = 5
const LOCKED_PAUSE_MAX_MS = 200

/**
 * Stores in batches under load. Of the messages whose controllers are locked one waits for its lock and the others join the
 * next batches, so that none waits for another one's lock. When a batch is refused, each of its messages is stored by itself.
 */
function storeInBatches<I extends { controllerId: number }, O>(
  store: Store<I, O>,
  lockWaiters: Limit,
): (received: I) => Promise<O> {
  const together = inBatches(async (batch: I[]) => {
    const first = [...new Map(batch.map((item) => [item.controllerId, item])).values()]
    const outcomes = await store(first, false).catch((error: unknown) => {
      if (isStatementError(error)) return null
      throw error
    })
    return batch.map((item) =>
      outcomes ? { stored: first.includes(item) ? outcomes.get(item.controllerId) : undefined } : null,
    )
  })
  const byItself = async (received: I) => {
    const outcome = (await lockWaiters.run(() => store([received], true))).get(received.controllerId)
    if (!outcome) throw new UnusableMessage(null, 'no such controller')
    return outcome
  }
  return async (received) => {
    for (let pauseMs = LOCKED_PAUSE_MS; ; pauseMs = Math.min(LOCKED_PAUSE_MAX_MS, pauseMs * 2)) {
      const outcome = await together(received)
      if (outcome?.stored) return outcome.stored
      if (!outcome || lockWaiters.running === 0) return byItself(received)
      await sleep(pauseMs)
    }
  }
}

function reportStore(kit: Kit): Store<ReceivedReport, StoredReport> {
  const { clock, database, log } = kit
  return async (reports, wait) => {
    const outcomes = await database.write(async (tx) => {
      const results = await storeReports(tx, reports, { now: clock.now(), wait })
      for (const report of reports) {
        const outcome = results.get(report.controllerId)
        if (outcome) await publishReport(kit, tx, report, outcome)
      }
      return results
    })
    for (const [controllerId, { judgement }] of outcomes)
      if (judgement.kind === 'ours')
        for (const {
          commandId,
          settingsRev,
          rev,
          appliedAt,
          rejectedCode,
          expiredAt,
        } of judgement.publications) {
          const step = rejectedCode ?? (appliedAt ? 'applied' : expiredAt ? 'expired' : 'received')
          // success is in the history of the system already, so it is logged only for debugging
          log[rejectedCode !== null || expiredAt ? 'info' : 'debug'](
            { controllerId, commandId, settingsRev, rev, step },
            'reported',
          )
        }
    return outcomes
  }
}

async function publishReport(
  { clock, events, log }: Kit,
  tx: ServerTx,
  { controllerId, receivedAt }: ReceivedReport,
  { judgement, changed, back }: StoredReport,
): Promise<void> {
  if (judgement.kind === 'foreign') return
  if (back && receivedAt)
    await events.publish(tx, linkChanged, { controllerId, online: true, lastSeen: receivedAt.toISOString() })
  if (judgement.kind === 'ahead') {
    log.warn({ controllerId, above: judgement.above }, 'controller ahead of the server')
    const again = await insertRenewal(tx, controllerId, clock.now(), judgement.above)
    if (again) await events.publish(tx, publicationDue, { controllerId })
    return
  }
  const moved = judgement.publications.map(({ rev, settingsRev }) => ({ controllerId, settingsRev, rev }))
  await events.publish(tx, deliveryMoved, ...moved)
  if (changed) await events.publish(tx, reportChanged, { controllerId })
}

function statusStore({ database, events }: Kit): Store<ReceivedStatus, StoredStatus> {
  return (statuses, wait) =>
    database.write(async (tx) => {
      const outcomes = await storeStatuses(tx, statuses, { wait })
      const changes = [...outcomes].flatMap(([controllerId, { changed, online, lastSeen }]) =>
        changed ? [{ controllerId, online, lastSeen: lastSeen?.toISOString() ?? null }] : [],
      )
      await events.publish(tx, linkChanged, ...changes)
      return outcomes
    })
}

/** @throws UnusableMessage */
function parse<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const found = z.safeParse(schema, body)
  if (found.success) return found.data
  const issue = found.error.issues[0]
  throw new UnusableMessage(
    'wrong_shape',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not readable'}`,
  )
}
