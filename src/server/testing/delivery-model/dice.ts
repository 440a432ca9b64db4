/** Seeded random draws for one part of the model, so that a run is reproducible. */
import { stream } from '../../../simulator/random-stream.ts'

export interface Dice {
  chance(probability: number): boolean
  /** An integer, both ends included. */
  whole(low: number, high: number): number
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

/** @param name of the part; draws of other parts do not change its sequence */
export function dice(seed: number, name: string): Dice {
  const { next, between } = stream(seed, name)
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    chance: (probability) => next() < probability,
    whole,
    between,
    pick(list) {
      const picked = list[whole(0, list.length - 1)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
