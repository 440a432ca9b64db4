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
  /** For the machine to connect for the first time: somebody must give it another address. */
  connectMs: number
  /** For it to reconnect after a lost connection or a restart. */
  returnMs: number
  /** How long a state or a test pattern of the trial is valid. */
  lifeMs: number
  /** For the machine to notice that such a time has passed. */
  noticeMs: number
  /** For the next message of telemetry. */
  telemetryMs: number
  /** The longest gap between two of them, allowance included. */
  telemetryDueMs: { moving: number; standing: number }
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
  readonly broker: Omit<LoneBroker, 'send' | 'cut'>
  /** A state as the server would publish it, with the next revision; the valves at one percentage everywhere. */
  state(over?: Partial<DesiredState> & { percent?: number }): DesiredDocument
  /** @throws NotTried while the water is on, or nobody knows whether it is */
  send(document: object): Promise<void>
  sendText(text: string): Promise<void>
  /** Closes its connection, under the same condition; for so long no new one is accepted. */
  cut(forMs?: number): Promise<void>
  /** Of states that were sent; in order. */
  readonly verdicts: Verdict[]
  /** What its clock shows at a time of this computer, estimated from the times in its messages. */
  machineTime(at: number): Date
  /** Tells a person what a long wait is for. */
  waits(forWhat: string): void
  /** Waits, unless the trial is called off. */
  pause(ms: number): Promise<void>
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
  judged(document: { rev: number; commandId?: unknown }): Promise<Verdict>
  /** Sends it and fails unless it is applied unchanged. */
  applied(document: DesiredDocument): Promise<Verdict>
  /** The newest report of the running state. */
  running(): ReportedDocument
  readonly canRestart: boolean
  /** @throws NotTried if it fails, or nobody can */
  restart(): Promise<void>
  /**
   * Opens the valves if anything was sent, also with the water on: a pump must not work against closed valves.
   *
   * @returns false if the machine has not said that they are open
   */
  leaveOpen(): Promise<boolean>
}

interface Verdict {
  sent: { rev: number; commandId?: unknown }
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
  restart: ((callOff: AbortSignal) => Promise<void>) | null
  /** Whether it may be sent states with its water on. */
  wet: boolean
  /** Called before a long wait, with what is awaited. */
  waits(forWhat: string): void
  /** Ends all waiting. */
  callOff: AbortSignal
}

const LOOK_EVERY_MS = 20
const PERCENT_OPEN = 100

export function createTrial(needs: Needs): Trial {
  const { broker, patience, aboveRev, restart, wet, callOff } = needs
  let rev = aboveRev
  let settingsRev = 0
  let sent = false
  const verdicts: Verdict[] = []
  const reports = () => heardOn(broker.said, 'reported', reportedDocument)
  const statuses = () => heardOn(broker.said, 'status', statusDocument)

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: callOff })
  }
  const until: Trial['until'] = async (awaited, look, withinMs = patience.answerMs) => {
    for (const end = Date.now() + withinMs; ; await pause(LOOK_EVERY_MS)) {
      const found = look()
      if (found !== null && found !== undefined) return found
      if (Date.now() > end) throw new NotKept(`no ${awaited} within ${withinMs / 1000} s`)
    }
  }

  const newestTelemetry = () => heardOn(broker.said, 'telemetry', telemetryDocument).at(-1)?.document
  const firstTelemetry = once(async () => {
    if (newestTelemetry()) return
    needs.waits(
      `Waiting for its telemetry, which tells whether its water is on: ${patience.telemetryMs / 1000} s at most.`,
    )
    await until('telemetry', newestTelemetry, patience.telemetryMs).catch(unlessNotKept(() => undefined))
  })
  async function requireDry(): Promise<void> {
    if (wet) return
    await firstTelemetry()
    const telemetry = newestTelemetry()
    if (!telemetry) throw new NotTried('it sends no telemetry, so nobody knows whether its water is on')
    if (telemetry.wet) throw new NotTried('it says that water is on')
  }
  async function sendText(text: string): Promise<void> {
    await requireDry()
    callOff.throwIfAborted()
    sent = true
    await broker.send(text)
  }
  const send = (document: object) => sendText(JSON.stringify(document))

  let clockAheadMs = 0
  /** The message that took the shortest time tells most about the clock. */
  function machineTime(at: number): Date {
    const since = newestConnection(broker)?.at ?? 0
    const online = statuses().filter(({ document }) => document.state === 'online')
    const ahead = [...online, ...heardOn(broker.said, 'telemetry', telemetryDocument)]
      .filter((message) => message.at >= since)
      .map((message) => Date.parse(message.document.at) - message.at)
    if (ahead.length > 0) clockAheadMs = Math.max(...ahead)
    return new Date(Math.max(0, at + clockAheadMs))
  }

  function state({ percent = PERCENT_OPEN, ...over }: Parameters<Trial['state']>[0] = {}): DesiredDocument {
    rev = Math.max(rev, newestRev(reports())) + 1
    settingsRev = over.settingsRev ?? Math.max(settingsRev, newestSettingsRev(reports())) + 1
    const desired: DesiredState = {
      commandId: `trial-${rev}`,
      mode: 'VRI',
      rateIn: 0.8,
      timerPct: null,
      test: null,
      rx: new Uint8Array(PRESCRIPTION_BYTES).fill(percent),
      // different from any requested one, so that they can be distinguished
      fallback: new Uint8Array(PRESCRIPTION_BYTES).fill(PERCENT_OPEN).fill(0, 0, 9),
      ...over,
      settingsRev,
    }
    return writeDesired(desired, rev, machineTime(Date.now()))
  }

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
    const verdict = { sent: document, reports: newReports.slice(0, at + 1), last }
    verdicts.push(verdict)
    return verdict
  }

  return {
    patience,
    broker,
    reports,
    statuses,
    until,
    pause,
    waits: needs.waits,
    send,
    sendText,
    async cut(forMs) {
      await requireDry()
      broker.cut(forMs)
    },
    verdicts,
    machineTime,
    judged,
    state,
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
    canRestart: restart !== null,
    async restart() {
      if (!restart) throw new NotTried('nobody here can restart the machine')
      await requireDry()
      await restart(callOff)
    },
    async leaveOpen() {
      if (!sent) return true
      const open = state({
        mode: 'UNIFORM',
        // the fallback, too, which runs if the machine does not hear from the server for so long
        fallback: new Uint8Array(PRESCRIPTION_BYTES).fill(PERCENT_OPEN),
      })
      await broker.send(JSON.stringify(open))
      const here = newestConnection(broker)?.endedAt === null
      const end = Date.now() + (here ? patience.answerMs : patience.returnMs)
      const isOpen = () =>
        reports().some(({ document }) => document.rev === open.rev && document.rxSha256 === open.rx.sha256)
      // also after it was called off
      while (!isOpen() && Date.now() < end) await sleep(LOOK_EVERY_MS)
      return isOpen()
    },
  }
}

/** Does it the first time only; later calls wait for that. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

function unlessNotKept<T>(otherwise: (error: NotKept) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof NotKept) return otherwise(error)
    throw error
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

type Running = Pick<DesiredDocument, 'rev' | 'settingsRev' | 'mode'> & { rx: { sha256: string } }

/** @throws NotKept unless the report says that this state is running */
export function requireRuns(state: Running, report: ReportedDocument): void {
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
export function newestConnection(broker: Pick<LoneBroker, 'connections'>): Greeting | undefined {
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
