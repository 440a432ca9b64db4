/** The stream against an independent computation with whole numbers, and its moments. */
import { describe, expect, it } from 'vitest'
import { seededRandom, seedFromName } from './seeded-random.ts'

describe('a stream', () => {
  // Computed apart with unbounded integers masked to 32 bits.
  it.each([
    [0, [2899526011, 769844623, 220372281, 4270301181]],
    [1, [2420951833, 2513034076, 3847892949, 4064752930]],
    [20260401, [1247645875, 3201357871, 730178210, 1381023255]],
  ])('of seed %i', (seed, words) => {
    const random = seededRandom(seed)
    expect(words.map(() => random.next() * 2 ** 32)).toEqual(words)
  })

  it('has normal deviates of mean 0, variance 1 and no skew', () => {
    const random = seededRandom(7)
    const deviates = Array.from({ length: 20_000 }, random.normal)
    const moment = (power: number) => deviates.reduce((sum, z) => sum + z ** power, 0) / deviates.length
    expect(moment(1)).toBeCloseTo(0, 1)
    expect(moment(2)).toBeCloseTo(1, 1)
    expect(moment(3)).toBeCloseTo(0, 0)
    expect(moment(4)).toBeGreaterThan(2.8)
    expect(moment(4)).toBeLessThan(3.2)
  })

  it('stays between its ends', () => {
    const random = seededRandom(3)
    const numbers = Array.from({ length: 1000 }, () => random.between(-2, 5))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(-2)
    expect(Math.max(...numbers)).toBeLessThan(5)
    expect(Math.max(...numbers)).toBeGreaterThan(4.9)
  })

  it('refuses an invalid seed', () => {
    for (const seed of [-1, 0.5, 2 ** 32, Number.NaN]) expect(() => seededRandom(seed)).toThrow(RangeError)
  })
})

it.each([
  // Published test vectors of FNV-1a.
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the seed of "%s" is %i', (name, seed) => {
  expect(seedFromName(name)).toBe(seed)
})
