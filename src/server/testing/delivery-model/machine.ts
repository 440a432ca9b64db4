/** A controller of the model: the simulator's rules and memory with injected faults, including false reports. */
import type { DesiredDocument } from '#contract/controller.ts'
import { readDesired } from '../../../simulator/desired-check.ts'
import {
  afterReboot,
  isSignificant,
  NOTHING_KNOWN,
  type Shadow,
  withApplied,
  withRejected,
  withSeen,
} from '../../../simulator/device-shadow.ts'
import type { Dice } from './dice.ts'
import type { Findings } from './findings.ts'
import { MachineLink, type MachinePlace } from './machine-link.ts'
import { createMachineRecord, type MachineRecord } from './machine-record.ts'
import { createReports, type Reports } from './machine-reports.ts'

const ABILITIES = { zones: 3, speed: true }
/** How often it reports as applied what it has not applied yet, and how long before it does. */
const LIE = { chance: 0.1, forMs: { low: 1000, high: 4000 } }
const APPLY_MS = { low: 0, high: 150 }

export class Machine {
  readonly system: string
  readonly record: MachineRecord
  readonly link: MachineLink
  readonly #dice: Dice
  readonly #findings: Findings
  readonly #reports: Reports
  #shadow: Shadow = NOTHING_KNOWN
  #waiting: { rev: number; timer: NodeJS.Timeout; lies: boolean } | null = null
  #quiet = false

  constructor(place: MachinePlace, dice: Dice, findings: Findings) {
    this.system = place.system
    this.#dice = dice
    this.#findings = findings
    this.record = createMachineRecord(place.system, findings)
    this.link = new MachineLink(place, {
      // repeated each time: the last report may have been lost with the connection
      connected: () => this.#reports.sayNewest(),
      heard: (payload) => this.#receive(payload),
    })
    this.#reports = createReports(dice, {
      shadow: () => this.#shadow,
      say: (document) => this.link.say('reported', document),
      cut: () => this.link.cut(),
    })
  }

  /** Still has a fault of its own in progress. */
  get busy(): boolean {
    return this.#reports.pending() > 0 || (this.#waiting?.lies ?? false)
  }

  /** What it runs and has received, in short, for a finding. */
  get state(): string {
    const { applied, seenRev, result, code } = this.#shadow
    const runs = applied ? `runs ${applied.desired.settingsRev} (rev ${applied.desired.rev})` : 'runs nothing'
    const { goneAt, listens } = this.link
    const link = goneAt !== null ? 'gone' : listens ? 'connected' : 'not connected'
    return `${link}, ${runs}, saw rev ${seenRev}: ${result ?? 'no result'}${code ? ` ${code}` : ''}`
  }

  /** While set, no new fault begins, and offline machines stay offline. */
  quiet(on: boolean): void {
    this.#quiet = on
    this.link.staysAway = on
    this.#reports.faulty = !on
  }

  /** Power loss: what was applied or received stays, what was pending is lost. */
  reboot(): void {
    this.#forgetWaiting()
    this.#shadow = afterReboot(this.#shadow)
    this.link.cut()
  }

  stop(): void {
    this.#forgetWaiting()
    this.#reports.stop()
    this.link.stop()
  }

  #receive(payload: Buffer): void {
    const incoming = readDesired(payload, ABILITIES)
    if (incoming.kind === 'unreadable') {
      this.#complain(incoming.reason, `heard what cannot be read: ${incoming.reason}`)
      return
    }
    const { rev, commandId } = incoming.kind === 'desired' ? incoming.desired : incoming
    if (incoming.kind === 'desired') this.record.hear(incoming.desired)
    if (!isSignificant(this.#shadow, rev, this.#waiting?.rev ?? null)) return
    this.#forgetWaiting()
    this.#shadow = withSeen(this.#shadow, rev, commandId)
    if (incoming.kind === 'desired') this.#applyLater(incoming.desired)
    else {
      this.#shadow = withRejected(this.#shadow, incoming.code)
      this.#complain(String(rev), `refused revision ${rev}: ${incoming.code}`)
    }
    this.#reports.say()
  }

  #applyLater(desired: DesiredDocument): void {
    const lies = !this.#quiet && this.#dice.chance(LIE.chance)
    const { low, high } = lies ? LIE.forMs : APPLY_MS
    const timer = setTimeout(() => this.#apply(desired), this.#dice.between(low, high))
    this.#waiting = { rev: desired.rev, timer, lies }
    if (lies) this.#reports.lie(desired)
  }

  #apply(desired: DesiredDocument): void {
    this.#waiting = null
    this.#shadow = withApplied(this.#shadow, desired, Date.now())
    if (this.#shadow.result === 'APPLIED') this.record.apply(desired)
    this.#reports.say()
  }

  #forgetWaiting(): void {
    if (this.#waiting) clearTimeout(this.#waiting.timer)
    this.#waiting = null
  }

  /** The server sent a document that no controller could apply. */
  #complain(key: string, sentence: string): void {
    this.#findings.add('broken', `${this.system} ${key}`, `${this.system} ${sentence}`)
  }
}
