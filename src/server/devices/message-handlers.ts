/** What each kind of message means: how it is read, what is stored, and whom it is told. */
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
import type { ServerTx } from '../kit/postgres/database.ts'
import { PermanentError } from '../jobs/jobs.ts'
import type { Kit } from '../installation/kit.ts'
import { insertRenewal } from './desired.store.ts'
import type { ReadingsHandler } from './device-link.ts'
import {
  deliveryMoved,
  linkChanged,
  publicationDue,
  reportChanged,
  telemetryHeard,
  waterApplied,
} from './devices.events.ts'
import { type ReceivedStatus, type StoredStatus, storeStatuses } from './statuses.store.ts'
import { type Heard, storeHeard } from './links.store.ts'
import { insertApplied, insertEvent } from './records.store.ts'
import { type StoredReport, storeReports, type ReceivedReport } from './reported.store.ts'
import { createTelemetryBuffer } from './telemetry-buffer.ts'

/** A message that no second try would make better. */
export class UnusableMessage extends PermanentError {
  readonly reason: DropReason | null

  /**
   * @param reason null where there is no device to count it for
   * @param message what is wrong with it, never what it held
   */
  constructor(reason: DropReason | null, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Classes of PostgreSQL's errors that are about the data, not about the database. */
const DATA_ERRORS = /^2[23]/

export function isAboutData(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    DATA_ERRORS.test(error.code)
  )
}

interface Message {
  controllerId: number
  body: unknown
  /** Kept by the broker from earlier: says nothing about who is there now. */
  retained: boolean
  /** When it came; long ago where it could not be stored then. */
  heardAt: Date
}
type Handler = (message: Message) => Promise<void>

/** Each resolves when the message is stored. @throws UnusableMessage for what no further try would make better */
export type MessageHandlers = Record<UpwardTopic, Handler>

/** A controller spoke, and that is stored; `moving` by its newest telemetry, null by something else. */
type HeardListener = (controllerId: number, at: Date, moving: boolean | null) => void

export interface HandlersPart {
  handlers: MessageHandlers
  onHeard(listener: HeardListener): void
  /** Stores what was only gathered so far. */
  stop(): Promise<void>
}

export function createMessageHandlers(kit: Kit, storeReadings: ReadingsHandler): HandlersPart {
  const { database, events, log } = kit
  // the other connection is for those that need not wait, however many controllers are locked
  const whoWaits = createLimit(1)
  const storeReport = storedTogether(reportStore(kit), whoWaits)
  const storeStatus = storedTogether(statusStore(kit), whoWaits)
  let heardBy: HeardListener = () => undefined
  const buffer = createTelemetryBuffer(flush, (error) => {
    const again = !isAboutData(error)
    log.warn({ err: error }, again ? 'telemetry not stored yet' : 'telemetry lost')
    return again
  })

  async function flush(heard: Heard[]): Promise<void> {
    const byId = new Map(heard.map((each) => [each.controllerId, each.telemetry]))
    const outcomes = await database.write(async (tx) => {
      const outcomes = await storeHeard(tx, heard)
      const told = outcomes.flatMap(({ controllerId, newer, stoppedWetSince: since }) => {
        const telemetry = byId.get(controllerId)
        const stoppedWetSince = since?.toISOString() ?? null
        return newer && telemetry ? [{ controllerId, telemetry, stoppedWetSince }] : []
      })
      const back = outcomes.flatMap(({ controllerId, back: isBack, at }) =>
        isBack ? [{ controllerId, online: true, lastSeen: at.toISOString() }] : [],
      )
      await events.publish(tx, telemetryHeard, ...told)
      await events.publish(tx, linkChanged, ...back)
      return outcomes
    })
    for (const { controllerId, newer, at } of outcomes)
      heardBy(controllerId, at, newer ? (byId.get(controllerId)?.moving ?? null) : null)
  }

  const seen = ({ controllerId, retained, heardAt }: Message) => {
    if (!retained) buffer.add(controllerId, heardAt, null)
  }

  return {
    stop: () => buffer.stop(),
    onHeard: (listener) => void (heardBy = listener),
    handlers: {
      async status(message) {
        const { controllerId, retained, heardAt } = message
        await storeStatus({ controllerId, status: read(statusDocument, message.body), retained, heardAt })
        heardBy(controllerId, heardAt, null)
      },
      async reported(message) {
        const report = read(reportedDocument, message.body)
        const { controllerId, retained, heardAt } = message
        const { judgement } = await storeReport({
          controllerId,
          report,
          heardAt: retained ? null : heardAt,
        })
        if (!retained) heardBy(controllerId, heardAt, null)
        if (judgement.kind !== 'foreign') return
        // whatever it said, somebody spoke
        seen(message)
        throw new UnusableMessage(judgement.code, judgement.reason)
      },
      async telemetry({ controllerId, body, heardAt }) {
        buffer.add(controllerId, heardAt, happenedBy(heardAt, read(telemetryDocument, body)))
      },
      async event(message) {
        const { controllerId, heardAt } = message
        const event = happenedBy(heardAt, read(eventDocument, message.body))
        seen(message)
        await database.write((tx) => insertEvent(tx, controllerId, event, heardAt))
      },
      async applied(message) {
        const applied = read(appliedDocument, message.body)
        seen(message)
        const { controllerId } = message
        await database.write(async (tx) => {
          if (await insertApplied(tx, controllerId, applied))
            await events.publish(tx, waterApplied, { controllerId, from: applied.from })
        })
      },
      // no sign of the controller: the gateway is another machine
      readings: ({ controllerId, body }) => storeReadings(controllerId, read(readingsDocument, body)),
    },
  }
}

/** A machine's clock may be ahead: its place would pass for live for as long, after the machine was last heard. */
function happenedBy<T extends { at: string }>(now: Date, told: T): T {
  return Date.parse(told.at) > now.getTime() ? { ...told, at: now.toISOString() } : told
}

/** @returns what became of each, by controller; those that somebody else holds are left out unless it waits for them */
type Store<I, O> = (received: I[], wait: boolean) => Promise<Map<number, O>>

/** Under load many are stored together; whichever would make the others wait, or fail, is stored by itself. */
function storedTogether<I extends { controllerId: number }, O>(
  store: Store<I, O>,
  whoWaits: Limit,
): (received: I) => Promise<O> {
  const together = inBatches(async (all: I[]) => {
    const first = [...new Map(all.map((each) => [each.controllerId, each])).values()]
    const stored = await store(first, false).catch(() => new Map<number, O>())
    return all.map((each) => (first.includes(each) ? stored.get(each.controllerId) : undefined))
  })
  return async (received) => {
    const stored =
      (await together(received)) ??
      (await whoWaits.run(() => store([received], true))).get(received.controllerId)
    if (!stored) throw new UnusableMessage(null, 'no such controller')
    return stored
  }
}

function reportStore(kit: Kit): Store<ReceivedReport, StoredReport> {
  const { clock, database, log } = kit
  return async (reports, wait) => {
    const told = await database.write(async (tx) => {
      const stored = await storeReports(tx, reports, { now: clock.now(), wait })
      for (const each of reports) {
        const outcome = stored.get(each.controllerId)
        if (outcome) await publishReport(kit, tx, each, outcome)
      }
      return stored
    })
    for (const [controllerId, { judgement }] of told)
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
          // what went as it should stands in the history of its system
          log[rejectedCode !== null || expiredAt ? 'info' : 'debug'](
            { controllerId, commandId, settingsRev, rev, step },
            'reported',
          )
        }
    return told
  }
}

async function publishReport(
  { clock, events, log }: Kit,
  tx: ServerTx,
  { controllerId, heardAt }: ReceivedReport,
  { judgement, changed, back }: StoredReport,
): Promise<void> {
  if (judgement.kind === 'foreign') return
  if (back && heardAt)
    await events.publish(tx, linkChanged, { controllerId, online: true, lastSeen: heardAt.toISOString() })
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
      const stored = await storeStatuses(tx, statuses, { wait })
      const changes = [...stored].flatMap(([controllerId, { changed, online, lastSeen }]) =>
        changed ? [{ controllerId, online, lastSeen: lastSeen?.toISOString() ?? null }] : [],
      )
      await events.publish(tx, linkChanged, ...changes)
      return stored
    })
}

/** @throws UnusableMessage */
function read<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const found = z.safeParse(schema, body)
  if (found.success) return found.data
  const issue = found.error.issues[0]
  throw new UnusableMessage(
    'wrong_shape',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not readable'}`,
  )
}
