/** Measurements of the panel: angle, pressure that rises and falls, flow, and position of the last tower. */
import type { SeededRandom } from '../agronomy/seeded-random.ts'
import type { TelemetryDocument } from '../contract/controller.ts'
import { stream } from './random-stream.ts'

const NOMINAL_KPA = 240
const NOISE_KPA = 3
/** Time in which the pressure closes two thirds of the gap after the pump starts or stops. */
const RAMP_MS = 25_000
const LPS_PER_GPM = 3.785411784 / 60

export type Panel = {
  at: string
  angleDeg: number
  direction: 'FORWARD' | 'REVERSE'
  turning: boolean
  wet: boolean
  timerPct: number
  flowGpm: number
  endTower: { lat: number; lng: number }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

export class Telemetry {
  readonly #random: SeededRandom
  #seq = 0
  #kpa = 0

  constructor(seed: number) {
    this.#random = stream(seed, 'telemetry')
  }

  /** The pressure follows the pump for a while. */
  pass(ms: number, waterOn: boolean): void {
    const towards = waterOn ? NOMINAL_KPA : 0
    this.#kpa += (towards - this.#kpa) * (1 - Math.exp(-ms / RAMP_MS))
  }

  document(panel: Panel): TelemetryDocument {
    this.#seq += 1
    const noise = NOISE_KPA * this.#random.normal()
    const { lat, lng } = panel.endTower
    return {
      at: panel.at,
      seq: this.#seq,
      angleDeg: rounded(panel.angleDeg, 3),
      direction: panel.turning ? panel.direction : 'STOPPED',
      wet: panel.wet,
      moving: panel.turning,
      timerPct: Math.round(panel.timerPct),
      pressureKpa: rounded(Math.max(0, this.#kpa + noise), 1),
      flowLps: panel.wet ? rounded(panel.flowGpm * LPS_PER_GPM, 2) : 0,
      endTower: { lat: rounded(lat, 6), lng: rounded(lng, 6) },
    }
  }
}
