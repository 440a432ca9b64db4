/** Backfills probe readings: runs the field quickly over a past period, irrigating whenever its soil is dry. */
import type { DeviceReading } from '../contract/controller.ts'
import type { Field, Work } from './field.ts'
import { sweepOf } from './pivot.ts'
import type { SimulationConfig } from './simulation-config.ts'
import { valvesOf } from './valves.ts'

const MINUTE_MS = 60_000
/** Available water at the driest probe at which the farmer of the past started the machine, in whole passes... */
const START_SHARE = 0.5
/** ... and at which the next pass was left out. */
const SKIP_SHARE = 0.7

export type BackfillRange = { from: number; to: number; stepMs: number }

/** The range of the past that the configuration asks for; `to` null is the instant of the start. */
export function backfillRange(config: SimulationConfig, startedAt: number): BackfillRange | null {
  if (!config.history) return null
  const { from, to, stepMinutes } = config.history
  return {
    from: Date.parse(from),
    to: to === null ? startedAt : Date.parse(to),
    stepMs: stepMinutes * MINUTE_MS,
  }
}

/** Readings of each step, the first at `from`; the field ends at `to`. */
export function* backfill(
  field: Field,
  config: SimulationConfig,
  { from, to, stepMs }: BackfillRange,
): Generator<DeviceReading[]> {
  const valves = valvesOf(config, null, config.timerPct)
  let degreesLeft = 0
  let dry = false
  for (let at = from; at <= to; at += stepMs) {
    yield field.read(new Date(at).toISOString())
    dry = (field.driest ?? 1) < (dry ? SKIP_SHARE : START_SHARE)
    if (degreesLeft <= 0 && dry) degreesLeft = sweepOf(config.arc)
    const irrigating = degreesLeft > 0
    const work: Work = { ...valves, turning: irrigating, wet: irrigating }
    const { passes } = field.step(Math.min(stepMs, to - at), work)
    degreesLeft -= passes.reduce((sum, pass) => sum + pass.degrees, 0)
  }
}
