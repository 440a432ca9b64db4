/** The arm moves at its speed, reverses at the ends of its arc, and skips no sector. */
import { describe, expect, it } from 'vitest'
import { angleOf, pivotAt, turn, type PivotShape } from './pivot.ts'

const HOUR = 3_600_000
const FULL: PivotShape = { driveRadiusM: 370.332, speed100MMin: 3.048, arc: null }
/** T = 2 pi r_L / v, ms. */
const REVOLUTION = ((2 * Math.PI * 370.332) / 3.048) * 60_000

const always = (pct: number) => ({ timerOf: () => pct, stopAt: null })
const REVOLUTION_DEGREES = Array.from({ length: 360 }, (_, i) => i)

describe('a full circle', () => {
  it('takes 2 pi r_L / v at timer 100', () => {
    const { state, passes } = turn(FULL, pivotAt(null, 0, 'FORWARD'), REVOLUTION, always(100))
    expect(Math.abs(Math.sin((angleOf(null, state) * Math.PI) / 180))).toBeLessThan(1e-9)
    expect(passes.slice(0, 360).map(({ degree }) => degree)).toEqual(REVOLUTION_DEGREES)
    expect(passes.reduce((sum, { degrees }) => sum + degrees, 0)).toBeCloseTo(360, 6)
  })

  it('is 14.1471 degrees an hour at timer 50 (pivot cases), by moving and stopping each half minute', () => {
    const start = pivotAt(null, 100, 'FORWARD')
    expect(turn(FULL, start, HOUR, always(50)).state.turned - 100).toBeCloseTo(14.1471, 4)
    const half = turn(FULL, start, 30_000, always(50)).state.turned
    expect(turn(FULL, start, 60_000, always(50)).state.turned).toBe(half)
  })

  it('passes north in reverse', () => {
    const { state, passes } = turn(FULL, pivotAt(null, 1, 'REVERSE'), HOUR / 8, always(100))
    expect(passes.map(({ degree }) => degree)).toEqual([0, 359, 358, 357])
    expect(angleOf(null, state)).toBeCloseTo(361 - 28.2942 / 8, 3)
  })

  it('is the same in one step or in many', () => {
    const start = pivotAt(null, 350, 'FORWARD')
    let many = start
    for (let i = 0; i < 360; i += 1) many = turn(FULL, many, 10_000, always(37)).state
    expect(many.turned).toBeCloseTo(turn(FULL, start, HOUR, always(37)).state.turned, 6)
  })

  it('follows the timer of each sector', () => {
    const timerOf = (degree: number) => (degree < 2 ? 20 : 100)
    const { passes } = turn(FULL, pivotAt(null, 0, 'FORWARD'), HOUR, { timerOf, stopAt: null })
    const over = (degrees: number[]) =>
      passes.reduce((sum, pass) => sum + (degrees.includes(pass.degree) ? pass.toMs - pass.fromMs : 0), 0)
    const [first, second] = [over([0, 1]), over([2, 3])]
    // The last tower needs 4.2411 min for two degrees, in steps of 12 s a minute: 21 complete cycles and 2.5 s.
    expect(first / 60_000).toBeGreaterThan(21)
    expect(first / 60_000).toBeLessThan(22)
    expect(second / 60_000).toBeLessThan(5.3)
  })
})

describe('an arc across north', () => {
  const shape: PivotShape = { ...FULL, arc: [300, 60] }

  it('is swept to its end and back', () => {
    const start = pivotAt(shape.arc, 50, 'FORWARD')
    const { state, passes } = turn(shape, start, HOUR, always(100))
    expect(state.direction).toBe('REVERSE')
    // 28.2942 degrees in the hour: ten to the end, the rest back.
    expect(angleOf(shape.arc, state)).toBeCloseTo(60 - 18.2942, 3)
    expect(Math.max(...passes.map(({ degree }) => degree))).toBe(59)
    expect(passes.some(({ degree }) => degree >= 60 && degree < 300)).toBe(false)
  })

  it('turns forward again at its start', () => {
    const { state } = turn(shape, pivotAt(shape.arc, 301, 'REVERSE'), HOUR, always(100))
    expect(state.direction).toBe('FORWARD')
    expect(angleOf(shape.arc, state)).toBeCloseTo(327.2942, 3)
  })

  it('has no position outside: the nearer end is used', () => {
    expect(angleOf(shape.arc, pivotAt(shape.arc, 70, 'FORWARD'))).toBe(60)
    expect(angleOf(shape.arc, pivotAt(shape.arc, 290, 'FORWARD'))).toBe(300)
  })
})

describe('water', () => {
  it('lies evenly although the last tower goes and stands', () => {
    const { passes } = turn(FULL, pivotAt(null, 0, 'FORWARD'), 6 * HOUR, always(25))
    // A degree takes 60 / 28.2942 minutes at timer 100, four times that at 25.
    const degree = (60 / 28.2942) * 4
    for (const { waterMs } of passes.slice(0, -1)) expect(waterMs / 60_000).toBeCloseTo(degree, 2)
  })

  it('covers the whole time, or is stored in the state of the arm', () => {
    const timerOf = (degree: number) => 12 + ((degree * 37) % 88)
    const { state, passes } = turn(FULL, pivotAt(null, 3, 'REVERSE'), 7.3 * HOUR, { timerOf, stopAt: null })
    const laid = passes.reduce((sum, { waterMs }) => sum + waterMs, 0)
    expect(laid + state.unlaidMs).toBeCloseTo(7.3 * HOUR, 3)
    expect(Math.abs(state.unlaidMs)).toBeLessThan(60_000)
  })
})

describe('the stop position', () => {
  it.each([
    ['FORWARD', 20],
    ['REVERSE', 352],
  ] as const)('is not passed %s', (direction, stopAt) => {
    const { state, passes, stopped } = turn(FULL, pivotAt(null, 2, direction), 9 * HOUR, {
      timerOf: () => 100,
      stopAt,
    })
    expect(stopped).toBe(true)
    expect(angleOf(null, state)).toBeCloseTo(stopAt, 6)
    expect(passes.reduce((sum, { degrees }) => sum + degrees, 0)).toBeCloseTo(
      direction === 'FORWARD' ? 18 : 10,
      6,
    )
  })

  it('is reached on the way back if it is behind', () => {
    const shape: PivotShape = { ...FULL, arc: [300, 60] }
    const run = { timerOf: () => 100, stopAt: 40 }
    const { state, stopped } = turn(shape, pivotAt(shape.arc, 50, 'FORWARD'), 9 * HOUR, run)
    expect([stopped, state.direction]).toEqual([true, 'REVERSE'])
    expect(angleOf(shape.arc, state)).toBeCloseTo(40, 6)
  })
})
