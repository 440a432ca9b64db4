/** Seeded random numbers by name, so that draws of one part never shift another's. */
import { seededRandom, seedFromName, type SeededRandom } from '../agronomy/seeded-random.ts'

/** The numbers of one part of one simulation, for example `stream(7, 'rain 20601')`; always the same. */
export function stream(seed: number, name: string): SeededRandom {
  return seededRandom(seedFromName(`${seed} ${name}`))
}
