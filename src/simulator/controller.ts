/** The controller: keeps the device shadow over its link, applies revisions at once or late, and reports. */
import { randomUUID } from 'node:crypto'
import {
  controllerTopic,
  type AppliedDocument,
  type ControllerTopic,
  type DesiredDocument,
  type EventDocument,
  type ReportedDocument,
  type StatusDocument,
  type TelemetryDocument,
} from '../contract/controller.ts'
import { SECTOR_DEGREES } from '../agronomy/pivot/pivot-geometry.ts'
import type { Tell } from './control-lines.ts'
import { readDesired, type Abilities } from './desired-check.ts'
import {
  afterReboot,
  isSignificant,
  nextChangeAfter,
  reportOf,
  runningAt,
  withApplied,
  withRejected,
  withSeen,
  type Running,
  type Shadow,
} from './device-shadow.ts'
import { Link, type Delivery } from './link.ts'
import type { SimulationConfig } from './simulation-config.ts'
import type { StateFile } from './state-file.ts'

const ONCE: Delivery = { qos: 1, retain: false }
const RETAINED: Delivery = { qos: 1, retain: true }
/** Node's timers overflow beyond 24.8 days, so long timers are checked daily. */
const LONGEST_TIMER_MS = 24 * 3_600_000

export type ControllerParts = { state: StateFile; clock: () => number; tell: Tell }

export class Controller {
  applyDelayMs: number
  rejectCode: string | null
  readonly link: Link
  readonly #config: SimulationConfig
  readonly #parts: ControllerParts
  readonly #abilities: Abilities
  #shadow: Shadow
  #session = ''
  #events = 0
  #everConnected = false
  /** The newest measurement without a link. */
  #unheard: TelemetryDocument | null = null
  #waiting: { rev: number; timer: NodeJS.Timeout } | null = null
  #changeTimer: NodeJS.Timeout | null = null
  #ran: string

  constructor(config: SimulationConfig, parts: ControllerParts) {
    this.#config = config
    this.#parts = parts
    this.applyDelayMs = config.apply.delayMs
    this.rejectCode = config.apply.reject
    this.#abilities = { zones: config.towerRadiiM.length, speed: config.speedControl }
    this.#shadow = afterReboot(parts.state.memory.shadow)
    this.#ran = this.#runningKey()
    this.link = this.#makeLink()
  }

  start(): void {
    this.#watchClock()
    this.link.open()
  }

  /** The prescription in the valves; null before the first was applied. */
  running(): Running | null {
    return runningAt(this.#shadow, this.#parts.clock())
  }

  /** Lost without a link, except the newest: a machine reports its position when it connects. */
  async telemetry(document: TelemetryDocument): Promise<void> {
    this.#unheard = this.link.connected ? null : document
    await this.#send('telemetry', document, { qos: 0, retain: false })
  }

  async sectorApplied(document: AppliedDocument): Promise<void> {
    await this.#send('applied', document, ONCE)
  }

  async happened(code: string, at = this.#parts.clock()): Promise<void> {
    this.#events += 1
    const id = `${this.#session}-${this.#events}`
    const event: EventDocument = { id, at: new Date(at).toISOString(), code }
    await this.#send('event', event, ONCE)
  }

  async stop(): Promise<void> {
    if (this.#waiting) clearTimeout(this.#waiting.timer)
    if (this.#changeTimer) clearTimeout(this.#changeTimer)
    if (this.link.connected) await this.#send('status', this.#status('offline'), RETAINED)
    await this.link.close()
  }

  #makeLink(): Link {
    const { mqttUrl, systemId, controller, reconnectMs } = this.#config
    const link = new Link(
      {
        url: mqttUrl,
        clientId: controller.id,
        username: controller.id,
        password: controller.secret,
        reconnectMs,
        will: () => {
          this.#session = randomUUID()
          return { topic: controllerTopic(systemId, 'status'), body: this.#status('offline') }
        },
      },
      {
        connected: () => void this.#connected(),
        disconnected: () => this.#parts.tell({ event: 'disconnected', link: 'controller' }),
        refused: (reason) => this.#parts.tell({ event: 'refused', link: 'controller', reason }),
        message: (_topic, payload) => void this.#receive(payload),
      },
    )
    link.duplicate = this.#config.faults.duplicate
    link.delayMs = this.#config.faults.delayMs
    return link
  }

  async #connected(): Promise<void> {
    this.#parts.tell({ event: 'connected', link: 'controller' })
    const again = this.#everConnected
    this.#everConnected = true
    await this.#send('status', this.#status('online'), RETAINED)
    // Repeated each time: the last report may have been lost with the process or the connection.
    await this.#report()
    if (this.#unheard) await this.telemetry(this.#unheard)
    await this.link.subscribe(controllerTopic(this.#config.systemId, 'desired'))
    if (again) await this.happened('COMMS_RESTORED')
  }

  async #receive(payload: Buffer): Promise<void> {
    const incoming = readDesired(payload, this.#abilities)
    if (incoming.kind === 'unreadable') {
      this.#parts.tell({ event: 'unreadable', reason: incoming.reason })
      return
    }
    const { rev, commandId } = incoming.kind === 'desired' ? incoming.desired : incoming
    if (!isSignificant(this.#shadow, rev, this.#waiting?.rev ?? null)) {
      this.#parts.tell({ event: 'ignored', rev })
      return
    }
    if (this.#waiting) clearTimeout(this.#waiting.timer)
    this.#waiting = null
    this.#keep(withSeen(this.#shadow, rev, commandId))
    this.#parts.tell({ event: 'received', rev })
    const refusal = incoming.kind === 'refused' ? incoming.code : this.rejectCode
    if (incoming.kind === 'desired' && refusal === null) this.#applyLater(incoming.desired)
    await this.#report()
    if (refusal !== null) await this.#reject(rev, refusal)
  }

  async #reject(rev: number, code: string): Promise<void> {
    this.#keep(withRejected(this.#shadow, code))
    this.#parts.tell({ event: 'rejected', rev, code })
    await this.#report()
  }

  #applyLater(desired: DesiredDocument): void {
    const timer = setTimeout(() => void this.#apply(desired), this.applyDelayMs)
    this.#waiting = { rev: desired.rev, timer }
  }

  async #apply(desired: DesiredDocument): Promise<void> {
    this.#waiting = null
    const { rev, settingsRev, mode, rx } = desired
    this.#keep(withApplied(this.#shadow, desired, this.#parts.clock()))
    this.#ran = this.#runningKey()
    this.#watchClock()
    if (this.#shadow.result === 'APPLIED') {
      this.#parts.tell({ event: 'applied', rev, settingsRev, mode, rxSha256: rx.sha256 })
    } else this.#parts.tell({ event: 'expired', rev })
    await this.#report()
  }

  /** Test patterns and validity end by this clock, with or without a connection. */
  #watchClock(): void {
    if (this.#changeTimer) clearTimeout(this.#changeTimer)
    this.#changeTimer = null
    const now = this.#parts.clock()
    const next = nextChangeAfter(this.#shadow, now)
    if (next === null) return
    const wait = Math.min(LONGEST_TIMER_MS, next - now)
    this.#changeTimer = setTimeout(() => void this.#clockStruck(), wait)
  }

  async #clockStruck(): Promise<void> {
    this.#watchClock()
    const key = this.#runningKey()
    const running = this.running()
    if (key === this.#ran || !running) return
    this.#ran = key
    const event = running.fallback ? 'fallback' : 'test-ended'
    this.#parts.tell({ event, rev: running.desired.rev })
    await this.#report()
    await this.happened(running.fallback ? 'FALLBACK' : 'TEST_ENDED')
  }

  #runningKey(): string {
    const running = this.running()
    return running ? `${running.desired.rev} ${running.fallback}` : ''
  }

  #keep(shadow: Shadow): void {
    this.#shadow = shadow
    this.#parts.state.keep({ shadow })
  }

  async #report(): Promise<void> {
    const { zones, speed } = this.#abilities
    const machine = {
      firmware: this.#config.firmware,
      capabilities: { zones, sectorDeg: SECTOR_DEGREES, speed },
    }
    const document: ReportedDocument = reportOf(this.#shadow, machine, this.#parts.clock())
    await this.#send('reported', document, RETAINED)
  }

  #status(state: StatusDocument['state']): StatusDocument {
    return { state, session: this.#session, at: this.#at() }
  }

  #at(): string {
    return new Date(this.#parts.clock()).toISOString()
  }

  async #send(topic: ControllerTopic, body: object, delivery: Delivery): Promise<void> {
    await this.link.publish(controllerTopic(this.#config.systemId, topic), body, delivery)
  }
}
