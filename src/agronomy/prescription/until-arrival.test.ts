/** Crop use and rain until the arm arrives, against hand-calculated figures. */
import { describe, expect, it } from 'vitest'
import { type PassWeather, weatherUntilArrival } from './until-arrival.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Yesterday 3 mm and 12 mm of rain, today 6 mm, tomorrow 4.8 mm and 10 mm of rain; now is the beginning of today. */
const pass: PassWeather = {
  stretches: [
    { from: -DAY, until: 0, etMm: 3, rainMm: 12 },
    { from: 0, until: DAY, etMm: 6, rainMm: 0 },
    { from: DAY, until: 2 * DAY, etMm: 4.8, rainMm: 10 },
  ],
  readAt: 0,
  now: 0,
  hours: 36,
  arm: { angleDeg: 0, clockwise: true },
  arc: null,
}
const at = (sector: number, change: Partial<PassWeather> = {}) => {
  const { etMm, rainMm } = weatherUntilArrival({ ...pass, ...change })
  return [etMm[sector], rainMm[sector]]
}
const close = (...numbers: number[]) => numbers.map((value) => expect.closeTo(value, 9))

describe('weather until the arm arrives', () => {
  it('grows with the travel time of the arm', () => {
    // 1 of 360 degrees: 0.1 h of 6 mm a day; 271 degrees: 27.1 h, 3.1 of them tomorrow
    expect(at(0)).toEqual(close(0.1 * 0.25, 0))
    expect(at(135)).toEqual(close(6 + 3.1 * 0.2, (3.1 * 10) / 24))
    const turned = { arm: { angleDeg: 0, clockwise: false } }
    expect(at(179, turned)).toEqual(close(0.1 * 0.25, 0))
  })

  it('counts from the time of the reading', () => {
    expect(at(0, { readAt: -12 * HOUR })).toEqual(close(1.5 + 0.025, 6))
    // a reading that is younger than what was reckoned
    expect(at(0, { readAt: 0.05 * HOUR })).toEqual(close(0.05 * 0.25, 0))
    expect(at(0, { readAt: 5 * HOUR })).toEqual(close(0, 0))
  })

  it('of a part circle includes the return of the arm', () => {
    const arc: [number, number] = [0, 180]
    const arm = { angleDeg: 90, clockwise: true }
    // 89 degrees ahead, or 90 to the end and 179 back
    expect(at(89, { arc, arm })).toEqual(close(8.9 * 0.25, 0))
    expect(at(0, { arc, arm })).toEqual(close(6 + 2.9 * 0.2, (2.9 * 10) / 24))
  })

  it('continues with the last forecast day, without rain', () => {
    expect(at(179, { hours: 72 })).toEqual(close(6 + 4.8 + (71.8 - 48) * 0.2, 10))
  })

  it('is zero where the arm is now', () => {
    expect(at(100, { hours: 0 })).toEqual(close(0, 0))
  })

  it('refuses invalid input', () => {
    expect(() => at(0, { stretches: [] })).toThrow(RangeError)
    expect(() => at(0, { hours: Number.NaN })).toThrow(RangeError)
  })

  it('stays the same with the soil while the arm walks', () => {
    // need of the soil that has dried for so long and the weather that is left: what is asked for at arrival
    const percents = [0, 6, 12, 18].map((hours) => {
      const now = hours * HOUR
      const arm = { angleDeg: (hours / 36) * 360, clockwise: true }
      const { etMm } = weatherUntilArrival({ ...pass, now, readAt: now, arm })
      return hours * 0.25 + (etMm[110] ?? 0)
    })
    for (const percent of percents) expect(percent).toBeCloseTo(22.1 * 0.25, 9)
  })
})
