/** When a field needs water and what a pass applies: hand-calculated figures. */
import { describe, expect, it } from 'vitest'
import {
  daysToLine,
  type FieldCourse,
  groundMean,
  groundQuantile,
  passOver,
  refillOf,
  revolutionsTo,
} from './outlook.ts'

/** Ten cells of equal ground that dry by 0.05 a day, the first one driest: 0.50, 0.52 ... 0.68 of available water now. */
const drying: FieldCourse = {
  days: [-1, 0, 2, 4, 8],
  shares: [-1, 0, 2, 4, 8].map((day) =>
    Float64Array.from({ length: 10 }, (_, cell) => 0.5 + 0.02 * cell - 0.05 * day),
  ),
  ground: new Float64Array(10).fill(1),
}

describe('the driest tenth', () => {
  it('is by area, without unirrigated ground', () => {
    const values = Float64Array.of(0.1, 0.2, 0.3, 0.9)
    expect(groundQuantile(values, Float64Array.of(1, 1, 1, 7), 0.1)).toBe(0.1)
    expect(groundQuantile(values, Float64Array.of(0, 0.5, 1, 8.5), 0.1)).toBe(0.3)
    expect(groundQuantile(values, new Float64Array(4), 0.1)).toBeNaN()
    expect(groundMean(values, Float64Array.of(0, 1, 1, 2))).toBeCloseTo(0.575, 12)
  })
})

describe('the refill line', () => {
  it('is reached between two instants, or was', () => {
    const days = daysToLine(drying, 0.45)
    // 0.50 less 0.05 a day: after a day; 0.52: after 1.4
    expect([...days.subarray(0, 2)]).toEqual([expect.closeTo(1, 12), expect.closeTo(1.4, 12)])
    expect(daysToLine(drying, 0.51)[0]).toBe(0)
    // the last one comes to 0.28 in eight days
    expect(daysToLine(drying, 0.2)[9]).toBe(Infinity)
  })

  it('ignores the driest tenth, and gives the start that is early enough everywhere', () => {
    // the arm needs a day to each further cell: the last is reached on the ninth day
    const far = Float64Array.from({ length: 10 }, (_, cell) => cell)
    const { refillDays, startByDays } = refillOf(drying, 0.45, far)
    expect(refillDays).toBeCloseTo(1, 12)
    // refill after 1 + 0.4 cell days, the arm after cell days: the last has 4.6 days, nine on the way
    expect(startByDays).toBeCloseTo(1 + 0.4 * 9 - 9, 12)
    expect(
      refillOf({ ...drying, shares: drying.shares.map((row) => row.map((s) => s + 1)) }, 0.45, far),
    ).toEqual({ refillDays: Infinity, startByDays: Infinity })
  })
})

describe('a pass', () => {
  const pass = {
    arrivalDays: Float64Array.from({ length: 10 }, (_, cell) => (cell < 5 ? 1 : 3)),
    netMm: 10,
    target: 0.6,
    availableMm: new Float64Array(10).fill(100),
  }

  it('gives each cell its deficit when the arm arrives, limited by the valve', () => {
    const { shares, netMm, unmetMm } = passOver(drying, pass, 1)
    // the first is at 0.40 when the arm comes on the second day: 20 mm short, 10 mm given
    // the last at 0.48 on the fourth day: 12 mm short; the fifth at 0.48 on the second: 12 mm short
    const short = [20, 18, 16, 14, 12, 20, 18, 16, 14, 12]
    expect(netMm).toBeCloseTo(10, 12)
    expect(unmetMm).toBeCloseTo(short.reduce((sum, mm) => sum + mm - 10, 0) / 10, 12)
    expect(shares[1]?.[0]).toBeCloseTo(0.5, 12)
    expect(shares[2]?.[0]).toBeCloseTo(0.4 + 0.1, 12)
    expect(shares[2]?.[9]).toBeCloseTo(0.58, 12)
    expect(shares[3]?.[9]).toBeCloseTo(0.48 + 0.1, 12)
  })

  it('gives nothing to cells at their target', () => {
    const { netMm, unmetMm } = passOver(drying, { ...pass, target: 0.3 }, 0)
    expect([netMm, unmetMm]).toEqual([0, 0])
    expect(() => passOver(drying, pass, -0.1)).toThrow(RangeError)
  })
})

describe('the arm', () => {
  it('goes round, either way', () => {
    expect(revolutionsTo({ angleDeg: 350, clockwise: true }, null, 10)).toBeCloseTo(20 / 360, 12)
    expect(revolutionsTo({ angleDeg: 350, clockwise: false }, null, 10)).toBeCloseTo(340 / 360, 12)
    expect(revolutionsTo({ angleDeg: 10, clockwise: false }, [0, 360], 350)).toBeCloseTo(20 / 360, 12)
  })

  it('reverses at the end of a part circle', () => {
    const arc = [300, 120] as const
    // from 30 to 120 and back to 0: 90 + 120 degrees
    expect(revolutionsTo({ angleDeg: 30, clockwise: true }, arc, 0)).toBeCloseTo(210 / 360, 12)
    expect(revolutionsTo({ angleDeg: 30, clockwise: true }, arc, 60)).toBeCloseTo(30 / 360, 12)
    // from 30 back to 300 and up to 90: 90 + 150 degrees
    expect(revolutionsTo({ angleDeg: 30, clockwise: false }, arc, 90)).toBeCloseTo(240 / 360, 12)
  })
})
