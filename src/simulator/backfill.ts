/** Generates the history: runs the field quickly over a past period, irrigating whenever its soil is dry. */
import type { AppliedDocument, DeviceReading } from '../contract/controller.ts'
import type { Field, Work } from './field.ts'
import { sweepOf } from './pivot.ts'
import { SectorLog } from './sector-log.ts'
import type { SimulationConfig } from './simulation-config.ts'
import { valvesOf } from './valves.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Available water at the driest probe at which the farmer of the past started the machine, in whole passes... */
const START_SHARE = 0.5
/** ... and at which the next pass was left out. */
const SKIP_SHARE = 0.7

export type BackfillRange = {
  from: number
  to: number
  stepMs: number
  /** Start of the records, and from when on no pass begins. */
  recordsFrom: number
  restsFrom: number
}

/** Messages of one step of the past. */
export type BackfillStep = { readings: DeviceReading[]; applied: AppliedDocument[] }

/** The configured period of the past; `to` null is the instant of the start. */
export function backfillRange(config: SimulationConfig, startedAt: number): BackfillRange | null {
  if (!config.history) return null
  const { from, to, stepMinutes, recordDays, restDays } = config.history
  const end = to === null ? startedAt : Date.parse(to)
  return {
    from: Date.parse(from),
    to: end,
    stepMs: stepMinutes * MINUTE_MS,
    recordsFrom: end - recordDays * DAY_MS,
    restsFrom: end - restDays * DAY_MS,
  }
}

/** Readings at the start of each step, the first at `from`, and the water applied in it; the field ends at `to`. */
export function* backfill(
  field: Field,
  config: SimulationConfig,
  { from, to, stepMs, recordsFrom, restsFrom }: BackfillRange,
): Generator<BackfillStep> {
  const log = new SectorLog()
  const valves = valvesOf(config, null, config.timerPct)
  let degreesLeft = 0
  let dry = false
  for (let at = from; at <= to; at += stepMs) {
    const readings = field.read(new Date(at).toISOString())
    dry = (field.driest ?? 1) < (dry ? SKIP_SHARE : START_SHARE)
    if (degreesLeft <= 0 && dry && at < restsFrom) degreesLeft = sweepOf(config.arc)
    const irrigating = degreesLeft > 0
    const work: Work = { ...valves, turning: irrigating, wet: irrigating }
    const { passes } = field.step(Math.min(stepMs, to - at), work)
    degreesLeft -= passes.reduce((sum, pass) => sum + pass.degrees, 0)
    const records = log.add(passes, { startedAt: at, warp: 1 }, null, valves.inPerHour)
    const applied = degreesLeft <= 0 ? [...records, ...log.end()] : records
    yield { readings, applied: at < recordsFrom ? [] : applied }
  }
}
