/** A small seeded random number generator for the simulator and the demonstration farm. */

/** One stream of numbers; each call moves it on. */
export type SeededRandom = {
  /** Uniform in [0, 1), 32 bits. */
  readonly next: () => number
  /** Uniform in [low, high). */
  readonly between: (low: number, high: number) => number
  /** Standard normal deviate, mean 0 and variance 1. */
  readonly normal: () => number
}

/** Discarded rounds, so that similar seeds give different streams. */
const WARM_UP = 12

/**
 * Small Fast Counting generator (sfc32), period at least 2^32, its state drawn from the seed by splitmix32.
 * Source: Doty-Humphrey, PractRand (2013). Not for secrets.
 *
 * @param seed whole number, 0 to 2^32 - 1
 * @returns a stream; equal seeds give equal streams on every machine, up to the last bit of log and cosine in `normal`
 * @throws RangeError when the seed is not such a number
 * @example seededRandom(1).next() // 0.56367
 */
export function seededRandom(seed: number): SeededRandom {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) throw new RangeError(`seed ${seed}`)
  const word = sfc32(seed)
  const next = () => word() / 0x1_0000_0000
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    // Box and Muller; 1 - u keeps the logarithm finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/**
 * A seed from a name, so that each probe or system has its own stream: FNV-1a, 32 bits, over UTF-8.
 * Source: Fowler, Noll and Vo.
 *
 * @param name any text
 * @returns seed, 0 to 2^32 - 1
 * @example seedFromName('foobar') // 3214735720
 */
export function seedFromName(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

function sfc32(seed: number): () => number {
  const mix = splitmix32(seed)
  let a = mix()
  let b = mix()
  let c = mix()
  let counter = 1
  const step = () => {
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    return word >>> 0
  }
  for (let round = 0; round < WARM_UP; round += 1) step()
  return step
}

function splitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let hash = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
    return hash ^ (hash >>> 15)
  }
}
