/** The WebAssembly kernel against f64 TypeScript, function by function, and its bytes against its source. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compiledKernel } from '../../../scripts/kernel.ts'
import { correlationScale, lowerHalf, openMoistureKernel, TILE_CELLS } from './kernel.ts'
import { seededRandom } from '../seeded-random.ts'

const N = 42
const TILES = 3
const random = seededRandom(3)

function opened() {
  const kernel = openMoistureKernel()
  if (kernel === null) throw new Error('no vectors here')
  kernel.memory.grow(1)
  const floats = new Float32Array(kernel.memory.buffer)
  /** Writes numbers at a place counted in floats. @returns its address */
  const put = (at: number, numbers: readonly number[]) => {
    floats.set(numbers, at)
    return 4 * at
  }
  return { kernel, floats, put }
}

const cells = Array.from({ length: TILES * TILE_CELLS }, () => ({
  x: random.between(-500, 500),
  y: random.between(-500, 500),
}))
const places = Array.from({ length: N }, () => ({
  x: random.between(-500, 500),
  y: random.between(-500, 500),
}))
const eastOf = (points: readonly { x: number }[]) => points.map(({ x }) => x)
const northOf = (points: readonly { y: number }[]) => points.map(({ y }) => y)
const RANGE = 400

/** Tiles at float 4096, coordinates and weights below. */
function correlated() {
  const { kernel, floats, put } = opened()
  const [cellX, cellY] = [put(0, eastOf(cells)), put(64, northOf(cells))]
  const [x, y] = [put(128, eastOf(places)), put(192, northOf(places))]
  kernel.correlate(4 * 4096, TILES, N, cellX, cellY, x, y, correlationScale(RANGE))
  return { kernel, floats, put }
}

function correlation(cell: number, place: number, range = RANGE): number {
  const [a, b] = [cells[cell], places[place]]
  return Math.exp(-Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0)) / range)
}

it('is the text compiled', async () => {
  const bytes = readFileSync(`${import.meta.dirname}/kernel-bytes.ts`, 'utf8')
  expect(bytes).toBe(await compiledKernel())
})

describe('correlate', () => {
  it('is the exponential to a part in a million', () => {
    const { floats } = correlated()
    for (let cell = 0; cell < cells.length; cell += 1)
      for (let place = 0; place < N; place += 1) {
        const tile = Math.floor(cell / TILE_CELLS)
        const correlationValue =
          floats[4096 + (tile * N + place) * TILE_CELLS + (cell % TILE_CELLS)] ?? Number.NaN
        expect(Math.abs(correlationValue / correlation(cell, place) - 1)).toBeLessThan(1e-6)
      }
  })

  it('is 1 at a place itself, and nearly nothing far away', () => {
    const { kernel, floats, put } = opened()
    const x = put(
      0,
      Array.from({ length: TILE_CELLS }, (_, i) => (i === 0 ? 0 : 1e6 * i)),
    )
    const none = put(
      32,
      Array.from({ length: TILE_CELLS }, () => 0),
    )
    kernel.correlate(4096, 1, 1, x, none, none, none, correlationScale(1))
    expect(floats[1024]).toBe(1)
    for (let i = 1; i < TILE_CELLS; i += 1) expect(floats[1024 + i]).toBeLessThan(1e-37)
  })
})

describe('expand and predict', () => {
  it('are weighted sums of two ranges, one a 16th of the other, for two maps', () => {
    const { kernel, floats, put } = correlated()
    const maps = [0.25, 0.1].map((base) => ({
      base,
      weights: Array.from({ length: 2 * N }, () => random.between(-0.1, 0.1)),
    }))
    const [at = 0, at2 = 0] = maps.map(({ weights }, map) => put(256 + map * 128, weights))
    kernel.expand(4 * 4096, TILES, N, 4 * 8192)
    const bounds = put(
      768,
      [0, 1].flatMap(() => [9, 9, 9, 9, -9, -9, -9, -9]),
    )
    kernel.predict(4 * 8192, TILES, 2 * N, at, 4 * 1024, 0.25, at2, 4 * 2048, 0.1, bounds)
    maps.forEach(({ base, weights }, map) => {
      const out = floats.subarray(1024 * (map + 1), 1024 * (map + 1) + cells.length)
      const extremes = floats.subarray(768 + 8 * map, 776 + 8 * map)
      expect([Math.min(...extremes.subarray(0, 4)), Math.max(...extremes.subarray(4))]).toEqual([
        Math.min(...out),
        Math.max(...out),
      ])
      cells.forEach((_, cell) => {
        const expected = weights.reduce(
          (sum, w, row) => sum + w * correlation(cell, row % N, row < N ? RANGE : RANGE / 16),
          base,
        )
        expect(Math.abs((out[cell] ?? Number.NaN) - expected)).toBeLessThan(1e-6)
      })
    })
  })
})

describe('quadratic', () => {
  it("adds e' M e for each of 16 columns", () => {
    const { kernel, floats, put } = opened()
    const order = 7
    const rows = Array.from({ length: order }, () =>
      Array.from({ length: TILE_CELLS }, () => random.between(0, 1)),
    )
    const form = Float64Array.from({ length: order * order }, (_, k) => {
      const [i, j] = [Math.floor(k / order), k % order]
      return Math.cos(i * j + Math.min(i, j))
    })
    const at = put(0, rows.flat())
    const half = put(256, [...lowerHalf(form, order)])
    const out = put(
      512,
      Array.from({ length: TILE_CELLS }, () => 10),
    )
    kernel.quadratic(at, order, half, out)
    for (let c = 0; c < TILE_CELLS; c += 1) {
      let expected = 10
      for (let i = 0; i < order; i += 1)
        for (let j = 0; j < order; j += 1)
          expected += (form[i * order + j] ?? 0) * (rows[i]?.[c] ?? 0) * (rows[j]?.[c] ?? 0)
      expect(floats[512 + c]).toBeCloseTo(expected, 4)
    }
  })
})

it('refuses a range that is none', () => {
  expect(() => correlationScale(0)).toThrow(RangeError)
})
