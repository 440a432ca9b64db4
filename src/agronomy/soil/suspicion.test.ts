/** Stuck, jumping and saturated sensors on both sides of each limit; probes that disagree with all others. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { probeDoubts, type SensorReading, suspectSensor, valueBeforeChange } from './suspicion.ts'

const HOUR = 3_600_000

/** Hourly readings of a function of the hour, 0 to `hours`. */
const hourly = (hours: number, theta: (hour: number) => number): SensorReading[] =>
  Array.from({ length: hours + 1 }, (_, hour) => ({ at: hour * HOUR, theta: theta(hour) }))

/** Soil that dries by 0.001 an hour. */
const drying = (hour: number) => 0.3 - 0.001 * hour
const judge = (series: SensorReading[], waterings: { from: number; to: number }[] = []) =>
  suspectSensor(series, 0.3, waterings)

it('trusts a sensor that dries, one without readings, and one that just began', () => {
  expect(judge(hourly(96, drying))).toBeNull()
  expect(judge([])).toBeNull()
  expect(judge(hourly(0, () => 0.2))).toBeNull()
})

describe('standing still', () => {
  it.each([
    [48, 0, 'STILL'],
    [47, 0, null],
    [72, 0.0005, 'STILL'],
    [72, 0.0006, null],
  ])('for %i h within %f: %s', (hours, spread, suspicion) => {
    expect(judge(hourly(hours, (hour) => 0.2 + (hour % 2) * spread))).toBe(suspicion)
  })

  it('is judged by the last 48 h alone', () => {
    expect(judge(hourly(100, (hour) => (hour < 40 ? drying(hour) : 0.26)))).toBe('STILL')
    expect(judge(hourly(100, (hour) => (hour < 60 ? 0.26 : 0.26 - 0.001 * (hour - 60))))).toBeNull()
  })

  it('goes by time, not by the number or order of readings', () => {
    expect(
      judge([
        { at: 48 * HOUR, theta: 0.2 },
        { at: 0, theta: 0.2 },
      ]),
    ).toBe('STILL')
  })
})

describe('jumping', () => {
  const jump = (size: number) => hourly(60, (hour) => drying(hour) - 0.1 + (hour >= 40 ? size : 0))

  it.each([
    [0.152, 'JUMP'],
    [0.15, null],
    [-0.15, 'JUMP'],
  ])('by %f: %s', (size, suspicion) => {
    // The soil dries by 0.001 within the hour, so that a rise of 0.15 shows as 0.149, a fall as 0.151.
    expect(judge(jump(size))).toBe(suspicion)
  })

  it('is explained by water up to 6 h before, a fall by none', () => {
    const wet = (hour: number) => [{ from: hour * HOUR, to: hour * HOUR }]
    expect(judge(jump(0.2), wet(39.5))).toBeNull()
    expect(judge(jump(0.2), wet(33))).toBeNull()
    expect(judge(jump(0.2), wet(32))).toBe('JUMP')
    expect(judge(jump(0.2), wet(41))).toBe('JUMP')
    expect(judge(jump(-0.15), wet(39.5))).toBe('JUMP')
  })

  it('within an hour only: slower is weather', () => {
    expect(judge(hourly(20, (hour) => 0.1 + 0.1 * Math.min(hour, 2)))).toBeNull()
    const quarters = Array.from({ length: 30 }, (_, k) => ({
      at: (k * HOUR) / 4,
      theta: 0.1 + 0.04 * Math.min(k, 4),
    }))
    expect(judge(quarters)).toBe('JUMP')
  })

  it('is forgiven after 72 h when the value came back, never when it did not', () => {
    const spike = (hours: number) => hourly(hours, (hour) => 0.25 - 0.0005 * hour + (hour === 10 ? 0.2 : 0))
    expect(judge(spike(60))).toBe('JUMP')
    expect(judge(spike(84))).toBeNull()
    expect(judge(hourly(200, (hour) => 0.2 - 0.0002 * hour + (hour >= 10 ? 0.2 : 0)))).toBe('JUMP')
  })
})

describe('too wet', () => {
  it.each([
    [24, 0.41, 'TOO_WET'],
    [23, 0.41, null],
    [24, 0.399, null],
  ])('for %i h at %f: %s', (hours, theta, suspicion) => {
    expect(judge(hourly(hours, (hour) => theta + 0.001 * (hour % 2)))).toBe(suspicion)
  })

  it('a single lower reading ends it', () => {
    expect(judge(hourly(30, (hour) => (hour === 20 ? 0.39 : 0.43)))).toBeNull()
  })
})

it('leaves invalid readings out', () => {
  const series = hourly(96, drying).map((reading) =>
    reading.at % (7 * HOUR) ? reading : { ...reading, theta: 0.9 },
  )
  expect(judge(series)).toBeNull()
  expect(judge([{ at: Number.NaN, theta: 0.2 }])).toBeNull()
})

it('judges alike in whatever order the readings arrive', () => {
  const reading = fc.record({
    at: fc.integer({ min: 0, max: 100 }).map((hour) => hour * HOUR),
    theta: fc.double({ min: 0, max: 0.6, noNaN: true }),
  })
  const series = fc.uniqueArray(reading, { selector: ({ at }) => at, maxLength: 60 })
  fc.assert(
    fc.property(series, (readings) => {
      expect(judge([...readings].reverse())).toBe(judge(readings))
    }),
  )
})

it('refuses misuse', () => {
  expect(() => suspectSensor([], Number.NaN, [])).toThrow(RangeError)
})

describe('staying wet without water while the others dry', () => {
  /** 0.34 +- 0.002 for 80 h, over a field capacity of 0.25. */
  const stuck = hourly(80, (hour) => 0.34 + 0.002 * Math.sin(1 + hour * 7.3))
  const falling = hourly(80, (hour) => 0.24 - 0.0001 * hour)
  const flat = hourly(80, (hour) => 0.24 + 0.0005 * Math.sin(hour))
  const by = (others: SensorReading[][], water: { from: number; to: number }[] = []) =>
    suspectSensor(stuck, 0.25, water, others)

  it('is suspect', () => {
    expect(by([falling, falling, flat])).toBe('STAYS_WET')
  })

  it.each([
    ['the median of the others does not fall', [falling, flat, flat]],
    ['nobody else says anything', []],
    ['the others began a day too late', [falling.filter(({ at }) => at > 33 * HOUR)]],
  ])('is not where %s', (_, others) => {
    expect(by(others)).toBeNull()
  })

  it('is not within three days of water, nor before three days, nor just above field capacity', () => {
    expect(by([falling], [{ from: 8 * HOUR, to: 8 * HOUR }])).toBeNull()
    expect(by([falling], [{ from: 7 * HOUR, to: 7.5 * HOUR }])).toBe('STAYS_WET')
    expect(suspectSensor(stuck.slice(0, 72), 0.25, [], [falling])).toBeNull()
    expect(suspectSensor(stuck, 0.31, [], [falling])).toBeNull()
  })
})

const row = (shares: readonly number[], watered: readonly number[] = []) =>
  shares.map((share, i) => ({ x: 100 * i, y: 0, share, watched: true, watered: watered.includes(i) }))
const doubts = (...of: Parameters<typeof row>) => probeDoubts(row(...of)).map((doubt) => doubt?.doubt ?? null)

describe('a probe', () => {
  it.each([
    ['agrees where it is like some neighbour', [0.5, 0.9, 0.88, 0.4], [null, null, null, null]],
    ['is alone where it is wetter than all', [0.5, 0.86, 0.4, 0.5], [null, 'WETTER', null, null]],
    ['is not for less', [0.5, 0.85, 0.4, 0.5], [null, null, null, null]],
    ['is alone where it is drier than all', [0.5, 0.5, -0.1, 0.5], [null, null, 'DRIER', null]],
    ['is doubted for being wet, not for the other being dry', [0.9, 0.4], ['WETTER', null]],
    ['is the only one', [0.9], ['ONLY']],
  ])('%s', (_, shares, expected) => {
    expect(doubts(shares)).toEqual(expected)
  })

  it('is explained by water that came there', () => {
    expect(doubts([0.5, 1, 0.4, 0.5], [1])).toEqual([null, null, null, null])
  })

  it('is not judged without enough history', () => {
    const field = row([0.5, 0.9, 0.4, -0.2]).map((probe) => ({ ...probe, watched: false }))
    expect(probeDoubts(field)).toEqual([null, null, null, null])
  })

  it('is judged by its three nearest, wherever the others are', () => {
    expect(doubts([0.9, 0.4, 0.4, 0.4, 0.9])).toEqual(['WETTER', null, null, null, 'WETTER'])
  })

  it('includes the values of its neighbours', () => {
    expect(probeDoubts(row([0.5, 0.9, 0.4]))[1]).toEqual({ doubt: 'WETTER', neighbours: [0.4, 0.5] })
    expect(probeDoubts([])).toEqual([])
  })
})

describe('valueBeforeChange', () => {
  /** By its definition, pair by pair. */
  function byPairs(readings: readonly SensorReading[]): number | null {
    for (const [at, later] of readings.entries())
      for (const earlier of readings.slice(0, at))
        if (later.at - earlier.at <= HOUR && Math.abs(later.theta - earlier.theta) > 0.15)
          return earlier.theta
    return null
  }

  it('is the value of the first pair that differs, for random series', () => {
    const random = seededRandom(11)
    let changes = 0
    for (let round = 0; round < 300; round += 1) {
      let [time, level] = [0, 0.25]
      const readings = Array.from({ length: 60 }, () => {
        time += random.between(0, 20 * 60_000)
        level = Math.min(0.5, Math.max(0.05, level + random.between(-0.045, 0.045)))
        return { at: time, theta: level }
      })
      const expected = byPairs(readings)
      changes += expected === null ? 0 : 1
      expect(valueBeforeChange(readings, 0.15, HOUR)).toBe(expected)
    }
    expect(changes).toBeGreaterThan(50)
    expect(changes).toBeLessThan(290)
  })
})

it('reads each of many readings of an hour a few times only', () => {
  let reads = 0
  const count = 10_000
  const readings = Array.from({ length: count }, (_, i) => ({
    at: i * 300,
    get theta() {
      reads += 1
      return 0.2 + (i % 100) / 1000
    },
  }))
  expect(suspectSensor(readings, 0.3, [])).toBeNull()
  expect(reads).toBeLessThan(20 * count)
})
