/** One trial of a machine: the states sent to it, its reports, and the deadlines for them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod/mini'
import {
  type DesiredDocument,
  PRESCRIPTION_BYTES,
  type ReportedDocument,
  reportedDocument,
  type StatusDocument,
  statusDocument,
  telemetryDocument,
  type UpwardTopic,
} from '../../contract/controller.ts'
import type { DesiredState } from '../devices/device-link.ts'
import { writeDesired } from '../devices/shadow.rules.ts'
import type { Greeting, LoneBroker, Said } from './lone-broker.ts'

export interface Patience {
  /** For a report on what is sent. */
  answerMs: number
  /** For observing that nothing happens. */
  quietMs: number
  /** For the machine to connect, and to reconnect after a lost connection or a restart. */
  returnMs: number
  /** How long a state or a test pattern of the trial is valid. */
  lifeMs: number
  /** For the machine to notice that such a time has passed. */
  noticeMs: number
  /** For two messages of telemetry. */
  telemetryMs: number
}

/** The rule was violated; what was observed instead. */
export class NotKept extends Error {}
/** The rule could not be tried here. */
export class NotTried extends Error {}

export interface Heard<Document> {
  at: number
  qos: number
  retain: boolean
  document: Document
}

export interface Trial {
  readonly patience: Patience
  readonly broker: LoneBroker
  /** A state as the server would publish it, with the next revision; the valves at one percentage everywhere. */
  state(over?: Partial<DesiredState> & { percent?: number }): DesiredDocument
  send(document: object): Promise<void>
  /** Messages received so far on a topic that match its schema. */
  reports(): Heard<ReportedDocument>[]
  statuses(): Heard<StatusDocument>[]
  /**
   * Waits for a result.
   *
   * @throws NotKept saying what was awaited
   */
  until<T>(awaited: string, look: () => T | null | undefined, withinMs?: number): Promise<T>
  /** Sends it and waits for the machine's result. */
  judged(document: { rev: number }): Promise<Verdict>
  /** Sends it and fails unless it is applied unchanged. */
  applied(document: DesiredDocument): Promise<Verdict>
  /** The newest report of the running state. */
  running(): ReportedDocument
  /** From its newest telemetry. */
  isWet(): boolean
  /** @throws NotTried if nobody can restart the machine */
  restart(): Promise<void>
}

interface Verdict {
  /** All reports since it was sent, the result last. */
  reports: ReportedDocument[]
  last: ReportedDocument
}

interface Needs {
  broker: LoneBroker
  patience: Patience
  /** The first revision is above it. */
  aboveRev: number
  /** Null if nobody can. */
  restart: (() => Promise<void>) | null
}

const LOOK_EVERY_MS = 20

export function createTrial({ broker, patience, aboveRev, restart }: Needs): Trial {
  let rev = aboveRev
  let settingsRev = 0
  const reports = () => heardOn(broker.said, 'reported', reportedDocument)
  const statuses = () => heardOn(broker.said, 'status', statusDocument)

  const until: Trial['until'] = async (awaited, look, withinMs = patience.answerMs) => {
    for (const end = Date.now() + withinMs; ; await sleep(LOOK_EVERY_MS)) {
      const found = look()
      if (found !== null && found !== undefined) return found
      if (Date.now() > end) throw new NotKept(`no ${awaited} within ${withinMs / 1000} s`)
    }
  }
  const send = (document: object) => broker.send(JSON.stringify(document))

  const judged: Trial['judged'] = async (document) => {
    const before = reports().length
    await send(document)
    const since = () =>
      reports()
        .slice(before)
        .map((message) => message.document)
    await until(
      `verdict on revision ${document.rev}`,
      () => since().find(({ seenRev, result }) => seenRev === document.rev && result !== null) ?? null,
    )
    const newReports = since()
    const at = newReports.findIndex(({ seenRev, result }) => seenRev === document.rev && result !== null)
    const last = newReports[at]
    if (!last) throw new NotKept(`no verdict on revision ${document.rev}`)
    return { reports: newReports.slice(0, at + 1), last }
  }

  return {
    patience,
    broker,
    reports,
    statuses,
    until,
    send,
    judged,
    state({ percent = 100, ...over } = {}) {
      rev = Math.max(rev, newestRev(reports())) + 1
      settingsRev = over.settingsRev ?? Math.max(settingsRev, newestSettingsRev(reports())) + 1
      const state: DesiredState = {
        commandId: `trial-${rev}`,
        mode: 'VRI',
        rateIn: 0.8,
        timerPct: null,
        test: null,
        rx: new Uint8Array(PRESCRIPTION_BYTES).fill(percent),
        // different from any requested one, so that they can be distinguished
        fallback: new Uint8Array(PRESCRIPTION_BYTES).fill(100).fill(0, 0, 9),
        ...over,
        settingsRev,
      }
      return writeDesired(state, rev, new Date())
    },
    async applied(document) {
      const verdict = await judged(document)
      requireApplied(document, verdict.last)
      return verdict
    },
    running() {
      const newest = reports().at(-1)
      if (!newest) throw new NotKept('it has never reported')
      return newest.document
    },
    isWet: () => heardOn(broker.said, 'telemetry', telemetryDocument).at(-1)?.document.wet ?? false,
    async restart() {
      if (!restart) throw new NotTried('nobody here can restart the machine')
      await restart()
    },
  }
}

/** @throws NotKept naming the first field that differs */
export function requireApplied(state: DesiredDocument, report: ReportedDocument): void {
  const { result, code } = report
  if (result !== 'APPLIED')
    throw new NotKept(`revision ${state.rev} was answered ${result}${code ? ` (${code})` : ''}`)
  requireRuns(state, report)
  if (report.commandId !== state.commandId)
    throw new NotKept(`commandId is ${report.commandId} instead of ${state.commandId}`)
}

/** @throws NotKept unless the report says that this state is running */
export function requireRuns(state: DesiredDocument, report: ReportedDocument): void {
  const expected = {
    rev: state.rev,
    settingsRev: state.settingsRev,
    mode: state.mode,
    rxSha256: state.rx.sha256,
  }
  for (const field of ['rev', 'settingsRev', 'mode', 'rxSha256'] as const)
    if (report[field] !== expected[field])
      throw new NotKept(`${field} of what runs is ${report[field]} instead of ${expected[field]}`)
  if (report.appliedAt === null) throw new NotKept('appliedAt is null though a state runs')
}

/** The current connection, or the last one. */
export function newestConnection(broker: LoneBroker): Greeting | undefined {
  return broker.connections.at(-1)
}

/** Messages on a topic that match its schema. */
export function heardOn<Document>(
  messages: Said[],
  topic: UpwardTopic,
  schema: z.ZodMiniType<Document>,
): Heard<Document>[] {
  return messages.flatMap((message) => {
    if (message.topic !== topic) return []
    const parsed = schema.safeParse(jsonOf(message.text))
    return parsed.success
      ? [{ at: message.at, qos: message.qos, retain: message.retain, document: parsed.data }]
      : []
  })
}

/** Undefined for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function newestRev(reports: Heard<ReportedDocument>[]): number {
  return Math.max(0, ...reports.map(({ document: { rev, seenRev } }) => Math.max(rev, seenRev)))
}

function newestSettingsRev(reports: Heard<ReportedDocument>[]): number {
  return Math.max(0, ...reports.map(({ document }) => document.settingsRev))
}
