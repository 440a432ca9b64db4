/** One probe sensor: delayed by depth, slightly biased and noisy, with configurable failures. */
import type { SeededRandom } from '../agronomy/seeded-random.ts'
import { stream } from './random-stream.ts'

export type SensorFaults = { dropout: number; absurd: number; stuck: boolean }

const BIAS_SD = 0.004
const NOISE_SD = 0.0015
/** Hours by which a sensor follows its soil, for each centimetre of depth. */
const LAG_HOURS_PER_CM = 0.03
/** Values that broken sensors were seen to send; none of them is a water content. */
const ABSURD = [-0.25, 0.87, 9.99, -99] as const

/** Volumetric water content as printed by data loggers: four decimals. */
function printed(vwc: number): number {
  return Math.round(vwc * 1e4) / 1e4
}

export class ProbeSensor {
  readonly depthCm: number
  readonly #faults: SensorFaults
  readonly #random: SeededRandom
  readonly #bias: number
  #felt: number
  #first: number | null = null

  constructor(seed: number, probe: number, depthCm: number, theta: number, faults: SensorFaults) {
    this.depthCm = depthCm
    this.#faults = faults
    this.#random = stream(seed, `sensor ${probe} ${depthCm}`)
    this.#bias = BIAS_SD * this.#random.normal()
    this.#felt = theta
  }

  /** The soil around the sensor was at `theta` for some hours. */
  follow(theta: number, hours: number): void {
    this.#felt += (theta - this.#felt) * (1 - Math.exp(-hours / (LAG_HOURS_PER_CM * this.depthCm)))
  }

  /** Its current reading; null if it is lost. Each call draws the same number of random numbers. */
  read(): number | null {
    const noise = NOISE_SD * this.#random.normal()
    const lost = this.#random.next() < this.#faults.dropout
    const absurd = this.#random.next() < this.#faults.absurd
    const absurdIndex = Math.floor(this.#random.next() * ABSURD.length)
    const value = printed(Math.min(0.6, Math.max(0, this.#felt + this.#bias + noise)))
    this.#first ??= value
    if (lost) return null
    if (absurd) return ABSURD[absurdIndex] ?? null
    return this.#faults.stuck ? this.#first : value
  }
}
