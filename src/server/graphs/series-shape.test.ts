/** Downsampling that keeps every extreme, and gaps, against a brute-force search. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RangeOfReadings } from '../readings/readings-range.store.ts'
import { extremes, gapAfter } from './series-shape.ts'

const MINUTE = 60_000
const DAY = 86_400_000

function series(points: readonly (readonly [number, number])[]): RangeOfReadings {
  return {
    times: Float64Array.from(points, ([time]) => time),
    values: Float64Array.from(points, ([, value]) => value),
  }
}

describe('extremes', () => {
  it('are the lowest and highest of each interval, and the ends', () => {
    const readings = series([
      [0, 0.2],
      [1, 0.3],
      [2, 0.1],
      [3, 0.25],
      [10, 0.2],
      [11, 0.2],
      [19, 0.21],
    ])
    expect(extremes(readings, { from: 0, to: 20, count: 2 })).toEqual([0, 1, 2, 4, 6])
    expect(extremes(series([]), { from: 0, to: 20, count: 2 })).toEqual([])
    expect(extremes(series([[5, 0.2]]), { from: 0, to: 20, count: 2 })).toEqual([0])
  })

  // planted fault that this caught: the last interval never closed
  it('lose no extreme of any series, keep its order, and are few', () => {
    const points = fc.uniqueArray(fc.nat(9999), { maxLength: 300 }).chain((times) =>
      fc.tuple(
        fc.constant(times.toSorted((a, b) => a - b)),
        fc.array(fc.double({ min: 0, max: 0.6, noNaN: true }), {
          minLength: times.length,
          maxLength: times.length,
        }),
      ),
    )
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 40 }), ([times, values], count) => {
        const readings = series(times.map((time, i) => [time, values[i] ?? 0]))
        const indexes = extremes(readings, { from: 0, to: 10_000, count })
        expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b))
        expect(indexes.length).toBeLessThanOrEqual(2 * count + 2)
        for (let stretch = 0; stretch < count; stretch += 1) {
          const own = [...times.keys()].filter(
            (i) => Math.floor(((times[i] ?? 0) / 10_000) * count) === stretch,
          )
          const all = own.map((i) => values[i] ?? 0)
          const shown = own.filter((i) => indexes.includes(i)).map((i) => values[i] ?? 0)
          expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...all), Math.max(...all)])
        }
      }),
    )
  })
})

describe('a gap', () => {
  const every = (ms: number, count: number) => Float64Array.from({ length: count }, (_, i) => i * ms)

  it('is one and a half of the usual interval, an hour at least', () => {
    expect(gapAfter(every(15 * MINUTE, 500))).toBe(60 * MINUTE)
    expect(gapAfter(every(60 * MINUTE, 500))).toBe(90 * MINUTE)
    // a missing day of daily readings is a gap, a day of 25 hours is not
    expect(gapAfter(every(DAY, 30))).toBe(1.5 * DAY)
    for (const few of [[], [7]]) expect(gapAfter(Float64Array.from(few))).toBe(60 * MINUTE)
  })

  it('is not affected by gaps, nor by a large number of readings', () => {
    const times = every(60 * MINUTE, 5000).filter((_, i) => i % 50 > 10)
    expect(gapAfter(times)).toBe(90 * MINUTE)
  })
})
