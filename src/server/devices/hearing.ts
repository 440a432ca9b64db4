/** What each kind of message means: how it is read, what is stored, and whom it is told. */
import { z } from 'zod'
import {
  appliedDocument,
  eventDocument,
  readingsDocument,
  type ReportedDocument,
  reportedDocument,
  type StatusDocument,
  statusDocument,
  telemetryDocument,
  type UpwardTopic,
} from '../../contract/controller.ts'
import type { Kit } from '../kit/kit.ts'
import { insertRenewal } from './desired.store.ts'
import type { ReadingsHandler } from './device-link.ts'
import { deliveryMoved, linkChanged, reportChanged, telemetryHeard } from './devices.words.ts'
import { createHeardBuffer } from './heard-buffer.ts'
import { type Heard, storeHeard, storeStatus } from './links.store.ts'
import { placePublication } from './publications.ts'
import { insertApplied, insertEvent } from './records.store.ts'
import { storeReport } from './reported.store.ts'

/** A message that no second try would make better. */
export class Worthless extends Error {}

export interface Message {
  controllerId: number
  body: unknown
  /** Kept by the broker from earlier: says nothing about who is there now. */
  retained: boolean
}
type Handler = (message: Message) => Promise<void>

export interface Hearing {
  /** Resolve when the message is stored. @throws Worthless */
  handlers: Record<UpwardTopic, Handler>
  stop(): Promise<void>
}

export function createHearing(kit: Kit, storeReadings: ReadingsHandler): Hearing {
  const { clock, database, events, log } = kit
  const buffer = createHeardBuffer(flush, (error) => log.warn({ err: error }, 'telemetry lost'))

  async function flush(heard: Heard[]): Promise<void> {
    const byId = new Map(heard.map((each) => [each.controllerId, each.telemetry]))
    await database.write(async (tx) => {
      for (const controllerId of await storeHeard(tx, heard)) {
        const telemetry = byId.get(controllerId)
        if (telemetry) await events.tell(tx, telemetryHeard, { controllerId, telemetry })
      }
    })
  }

  const seen = ({ controllerId, retained }: Message) => {
    if (!retained) buffer.add(controllerId, clock.now(), null)
  }

  return {
    stop: () => buffer.stop(),
    handlers: {
      status: ({ controllerId, body, retained }) =>
        hearStatus(kit, controllerId, read(statusDocument, body), retained),
      async reported(message) {
        const report = read(reportedDocument, message.body)
        seen(message)
        await hearReport(kit, message.controllerId, report)
      },
      async telemetry({ controllerId, body }) {
        const now = clock.now()
        buffer.add(controllerId, now, happenedBy(now, read(telemetryDocument, body)))
      },
      async event(message) {
        const now = clock.now()
        const event = happenedBy(now, read(eventDocument, message.body))
        seen(message)
        await database.write((tx) => insertEvent(tx, message.controllerId, event, now))
      },
      async applied(message) {
        const applied = read(appliedDocument, message.body)
        seen(message)
        await database.write((tx) => insertApplied(tx, message.controllerId, applied))
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

/** @throws Worthless for a report that cannot be about what was published here */
async function hearReport(kit: Kit, controllerId: number, report: ReportedDocument): Promise<void> {
  const { clock, database, events, log } = kit
  await database.write(async (tx) => {
    const now = clock.now()
    const { judgement, changed } = await storeReport(tx, controllerId, report, now)
    if (judgement.kind === 'foreign') throw new Worthless(judgement.reason)
    if (judgement.kind === 'ahead') {
      log.warn({ controllerId, above: judgement.above }, 'controller ahead of the server')
      const again = await insertRenewal(tx, controllerId, now, judgement.above)
      if (again) await placePublication(kit, tx, controllerId)
      return
    }
    for (const { rev, settingsRev } of judgement.publications)
      await events.tell(tx, deliveryMoved, { controllerId, settingsRev, rev })
    if (changed) await events.tell(tx, reportChanged, { controllerId })
  })
}

async function hearStatus(
  { clock, database, events }: Kit,
  controllerId: number,
  status: StatusDocument,
  retained: boolean,
): Promise<void> {
  await database.write(async (tx) => {
    const link = await storeStatus(tx, controllerId, status, { retained, now: clock.now() })
    if (!link) return
    const lastSeen = link.lastSeen?.toISOString() ?? null
    await events.tell(tx, linkChanged, { controllerId, online: link.online, lastSeen })
  })
}

/** @throws Worthless */
function read<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const found = z.safeParse(schema, body)
  if (found.success) return found.data
  const issue = found.error.issues[0]
  throw new Worthless(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not readable'}`)
}
