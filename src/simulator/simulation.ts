/** One simulated machine: field, controller and gateway, advanced by a clock. */
import type { AppliedDocument, DeviceReading } from '../contract/controller.ts'
import type { Order, Tell } from './control-lines.ts'
import { Controller } from './controller.ts'
import { Field } from './field.ts'
import { Gateway } from './gateway.ts'
import { backfill, backfillRange, type BackfillRange, type BackfillStep } from './backfill.ts'
import { sectorOf } from '../agronomy/pivot/pivot-geometry.ts'
import { SectorLog } from './sector-log.ts'
import type { SimulationConfig } from './simulation-config.ts'
import { StateFile } from './state-file.ts'
import { Telemetry } from './telemetry.ts'
import { valvesOf, type Valves } from './valves.ts'

/** Unacknowledged readings of the history at once; the broker's answers set the pace. */
const HISTORY_READINGS_AHEAD = 4000
const DAY_MS = 86_400_000
/** Steps of the history simulated without a pause. */
const STEPS_AT_ONCE = 100
/** A machine that slept (a laptop's lid), or is too slow for its warp, does not simulate the lost time. */
const MOST_TICKS_BEHIND = 600
/** After that long a machine that is behind lets the process hear its connections and the other machines. */
const CATCH_UP_MS = 25

interface Past {
  older: BackfillStep[]
  /** Without the readings, which have been sent. */
  newest: BackfillStep[]
  sent: number
}

export class Simulation {
  readonly #config: SimulationConfig
  readonly #tell: Tell
  readonly #state: StateFile
  readonly #controller: Controller
  readonly #gateway: Gateway
  readonly #field: Field
  readonly #backfill: BackfillRange | null
  readonly #telemetry: Telemetry
  readonly #log = new SectorLog()
  readonly #tickMs: number
  #turning: boolean
  #wet: boolean
  #timerPct: number
  #tickedAt = 0
  #telemetryIn = 0
  #readIn: number
  #timer: NodeJS.Timeout | null = null
  #stopped: Promise<void> | null = null

  constructor(config: SimulationConfig, tell: Tell) {
    this.#config = config
    this.#tell = tell
    this.#state = new StateFile(config.stateFile)
    this.#controller = new Controller(config, { state: this.#state, clock: () => this.#now(), tell })
    this.#gateway = new Gateway(config, this.#controller.link, tell)
    this.#backfill = backfillRange(config, this.#now())
    const live = config.startAt === null ? this.#now() : Date.parse(config.startAt)
    this.#field = new Field(config, this.#backfill?.from ?? live)
    this.#telemetry = new Telemetry(config.seed)
    const everyMs = config.readings?.everyMs ?? Infinity
    this.#tickMs = Math.max(10, Math.min(1000, config.telemetryEveryMs.moving, everyMs))
    this.#readIn = everyMs
    this.#turning = config.running
    this.#wet = config.running
    this.#timerPct = config.timerPct
  }

  /** The machine is live as soon as the newest day of its history has been sent; resolves when all of it has. */
  async start(): Promise<void> {
    this.#controller.start()
    this.#gateway.start()
    const past = this.#backfill && (await this.#livePast(this.#backfill))
    if (this.#stopped) return
    if (this.#state.memory.pivot) this.#field.pivot = this.#state.memory.pivot
    this.#tickedAt = this.#now()
    this.#timer = setInterval(() => this.#catchUp(), this.#tickMs)
    if (past) await this.#sendPast(past)
  }

  async obey(order: Order): Promise<void> {
    switch (order.do) {
      case 'offline':
        for (const link of this.#links()) link.cut()
        return
      case 'online':
        for (const link of this.#links()) link.restore()
        return
      case 'link-delay':
        for (const link of this.#links()) link.delayMs = order.ms
        return
      case 'duplicate':
        for (const link of this.#links()) link.duplicate = order.on
        return
      case 'apply-delay':
        this.#controller.applyDelayMs = order.ms
        return
      case 'reject':
        this.#controller.rejectCode = order.code
        return
      case 'start':
        await this.#move(true, order.wet ?? true, 'STARTED')
        return
      case 'stop':
        await this.#move(false, order.wet ?? false, 'STOPPED')
        return
      case 'fault':
        await this.#move(false, false, order.code)
        return
      case 'stop-at':
        this.#field.stopAtDeg = order.angleDeg
        return
      case 'cans':
        this.#field.placeCans(order.bearing, order.distancesM)
        return
      case 'read-cans':
        this.#tell({ event: 'cans', depthsIn: this.#field.readCans() })
        return
      case 'read-ground':
        this.#tell({ event: 'ground', laidIn: this.#field.laidIn.map((depths) => [...depths]) })
        return
      case 'timer':
        this.#timerPct = order.pct
        return
      case 'rain':
        this.#field.rain(order.mm)
        return
      case 'read':
        await this.#sendReadings(this.#now())
        return
      case 'exit':
        await this.stop()
    }
  }

  /** Publishes offline and closes its links; a second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end()
    return this.#stopped
  }

  async #end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#sendRecords(this.#log.end())
    this.#state.keep({ pivot: this.#field.pivot })
    await Promise.all([this.#controller.stop(), this.#gateway.stop()])
    this.#tell({ event: 'stopped' })
  }

  #now(): number {
    return Date.now() + this.#config.faults.clockAheadMs
  }

  #links() {
    const { ownLink } = this.#gateway
    return ownLink ? [this.#controller.link, ownLink] : [this.#controller.link]
  }

  /** Published at once, with the instant at which it happened. */
  async #move(
    turning: boolean,
    wet: boolean,
    code: string,
    at = this.#toldTime(this.#tickedAt),
  ): Promise<void> {
    if (turning === this.#turning && wet === this.#wet) return
    this.#turning = turning
    this.#wet = wet
    if (!turning) this.#sendRecords(this.#log.end())
    const eventSent = this.#controller.happened(code, at)
    this.#telemetryIn = this.#interval()
    await this.#sendTelemetry(valvesOf(this.#config, this.#controller.running(), this.#timerPct), at)
    await eventSent
  }

  #interval(): number {
    const { moving, idle } = this.#config.telemetryEveryMs
    return this.#turning ? moving : idle
  }

  /**
   * Simulates the past and sends the readings of its newest day first, because users look at the present. After a restart
   * with a state file it is simulated again, so that the soil is right, but not sent: null.
   */
  async #livePast(range: BackfillRange): Promise<Past | null> {
    const steps: BackfillStep[] = []
    for (const step of backfill(this.#field, this.#config, range)) {
      if (this.#stopped) return null
      steps.push(step)
      // stopped meanwhile
      if (steps.length % STEPS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    if (this.#state.memory.historyDone) return null
    const newest = steps.splice(-Math.ceil(DAY_MS / range.stepMs))
    const readings = newest.flatMap((step) => step.readings)
    await this.#gateway.send(`${this.#config.systemId}-newest`, readings)
    this.#tell({ event: 'history-newest' })
    return {
      older: steps,
      newest: newest.map(({ applied }) => ({ readings: [], applied })),
      sent: readings.length,
    }
  }

  /** The rest of it; records in order. */
  async #sendPast({ older, newest, sent: sentBefore }: Past): Promise<void> {
    let sent = sentBefore
    let batch: DeviceReading[] = []
    let records: AppliedDocument[] = []
    const flush = async () => {
      await this.#gateway.send(`${this.#config.systemId}-past-${sent}`, batch)
      await Promise.all(records.map((record) => this.#controller.sectorApplied(record)))
      sent += batch.length
      batch = []
      records = []
    }
    for (const { readings, applied } of [...older, ...newest]) {
      if (this.#stopped) return
      batch.push(...readings)
      records.push(...applied)
      if (batch.length >= HISTORY_READINGS_AHEAD) await flush()
    }
    await flush()
    if (this.#stopped) return
    this.#state.keep({ historyDone: true })
    this.#tell({ event: 'history-done', readings: sent })
  }

  #catchUp(): void {
    const behindMs = () => this.#now() - this.#tickedAt
    if (behindMs() > MOST_TICKS_BEHIND * this.#tickMs) this.#tickedAt = this.#now() - this.#tickMs
    const until = performance.now() + CATCH_UP_MS
    while (behindMs() >= this.#tickMs && performance.now() < until) this.#tick()
  }

  /** Equal steps whatever the load of the host, so that a seed gives the same course each time. */
  #tick(): void {
    const ms = this.#tickMs * this.#config.warp
    const running = this.#controller.running()
    const valves = valvesOf(this.#config, running, this.#timerPct)
    const startedAt = this.#toldTime(this.#tickedAt)
    const { passes, stopped } = this.#field.step(ms, { ...valves, turning: this.#turning, wet: this.#wet })
    this.#telemetry.pass(ms, this.#wet)
    this.#tickedAt += this.#tickMs
    const warp = this.#config.tellsSimulatedTime ? 1 : this.#config.warp
    this.#sendRecords(this.#log.add(passes, { startedAt, warp }, running, valves.inPerHour))
    if (stopped) void this.#move(false, false, 'STOPPED', startedAt + (passes.at(-1)?.toMs ?? 0) / warp)
    this.#measure(valves)
  }

  #sendRecords(records: readonly AppliedDocument[]): void {
    for (const record of records) void this.#controller.sectorApplied(record)
  }

  /** The time in a message for an instant of real time. */
  #toldTime(wall: number): number {
    return this.#config.tellsSimulatedTime ? this.#field.now : wall
  }

  #measure(valves: Valves): void {
    const { readings } = this.#config
    this.#telemetryIn -= this.#tickMs
    if (this.#telemetryIn <= 0) {
      this.#telemetryIn = this.#interval()
      // a long stop is reported in parts, as its flow is
      if (!this.#turning) this.#sendRecords(this.#log.end())
      void this.#sendTelemetry(valves, this.#toldTime(this.#tickedAt))
    }
    this.#readIn -= this.#tickMs
    if (this.#readIn <= 0 && readings) {
      this.#readIn = readings.everyMs
      void this.#sendReadings(this.#tickedAt)
    }
  }

  async #sendTelemetry(valves: Valves, at: number): Promise<void> {
    const { angleDeg } = this.#field
    const sector = sectorOf(angleDeg)
    await this.#controller.telemetry(
      this.#telemetry.document({
        at: new Date(at).toISOString(),
        angleDeg,
        direction: this.#field.pivot.direction,
        turning: this.#turning,
        wet: this.#wet,
        timerPct: valves.timerOf(sector),
        flowGpm: this.#config.flowGpm * valves.openShare(sector) * (1 + this.#config.faults.leaks),
        endTower: this.#field.endTower(),
      }),
    )
  }

  async #sendReadings(now: number): Promise<void> {
    const at = new Date(this.#toldTime(now)).toISOString()
    const readings = this.#field.read(at)
    await this.#gateway.send(`${this.#config.systemId}-${at}`, readings)
    this.#tell({ event: 'readings', count: readings.length })
  }
}
