/** The daily balance of one root zone: water is conserved, and each term follows FAO-56. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import {
  balanceDay,
  type BalanceDay,
  depletionFraction,
  type DualParameters,
  evaporationShare,
  startBalance,
  upperLimit,
} from './dual-coefficient.ts'

const loam: DualParameters = {
  curve: { initial: 0.15, mid: 1.15, end: 0.5, stages: [30, 40, 50, 30] },
  reference: 'short',
  heightMinM: 0.05,
  heightMaxM: 2,
  rootMinM: 0.2,
  rootMaxM: 1,
  fieldCapacity: 0.29,
  wiltingPoint: 0.15,
  startMoisture: 0.25,
  depletionFraction: 0.55,
  evaporationDepthM: 0.1,
  readilyEvaporableMm: 9,
  curveNumber: 75,
}
const quiet: BalanceDay = { elapsed: 0, referenceEtMm: 5, windMS: 2, leastHumidityPct: 45, rainMm: 0 }

describe('a day', () => {
  it('evaporates nothing from a dry surface and the full demand from a wet one', () => {
    const dry = balanceDay(loam, startBalance(loam), quiet)
    expect(dry.E).toBe(0)
    expect(dry.T).toBeCloseTo(0.75, 12)
    const wet = balanceDay(loam, { ...startBalance(loam), surfaceDepletionMm: 0 }, quiet)
    // Kcmax 1.20 of bare soil less Kcb 0.15
    expect(wet.E).toBeCloseTo(5 * 1.05, 12)
  })

  it('drains water above field capacity and counts application losses', () => {
    const day = balanceDay(loam, startBalance(loam), {
      ...quiet,
      irrigation: { depthMm: 20, wettedShare: 1, efficiency: 0.85 },
    })
    expect(day.loss).toBeCloseTo(3, 12)
    // 8 mm were missing; 17 came, 0.75 went
    expect(day.DP).toBeCloseTo(17 - 0.75 - 8, 12)
    expect(day.state.rootDepletionMm).toBe(0)
  })

  it('keeps every millimetre over a random season', () => {
    const random = seededRandom(7)
    let state = startBalance({ ...loam, rootMinM: 1 })
    const parameters = { ...loam, rootMinM: 1 }
    for (let elapsed = 0; elapsed < 150; elapsed += 1) {
      const rainMm = random.next() < 0.2 ? random.between(0, 60) : 0
      const depthMm = random.next() < 0.15 ? random.between(5, 40) : 0
      const irrigation = { depthMm, wettedShare: 1, efficiency: 0.9 }
      const before = state.rootDepletionMm
      const day = balanceDay(parameters, state, { ...quiet, elapsed, rainMm, irrigation })
      state = day.state
      const gained = rainMm - day.runoff + depthMm - day.loss - day.ETa - day.DP
      expect(before - state.rootDepletionMm).toBeCloseTo(gained, 9)
      expect(day.runoff).toBeLessThanOrEqual(rainMm)
      expect(state.rootDepletionMm).toBeLessThanOrEqual(day.TAW)
    }
  })

  it('wets the whole surface by 3 mm of rain, and the share of a band by irrigation', () => {
    const start = { ...startBalance(loam), wettedShare: 0.4 }
    expect(balanceDay(loam, start, { ...quiet, rainMm: 2.9 }).state.wettedShare).toBe(0.4)
    expect(balanceDay(loam, start, { ...quiet, rainMm: 3 }).state.wettedShare).toBe(1)
    const band = { depthMm: 5, wettedShare: 0.3, efficiency: 1 }
    expect(balanceDay(loam, start, { ...quiet, irrigation: band }).state.wettedShare).toBe(0.3)
  })

  it('refuses a soil that holds no water', () => {
    expect(() => startBalance({ ...loam, wiltingPoint: 0.29 })).toThrow(RangeError)
  })
})

it('depletes the root zone of tomatoes as in Example 37 of FAO-56', () => {
  const tomatoes: DualParameters = {
    ...loam,
    curve: { initial: 1.2, mid: 1.2, end: 1.2, stages: [0, 0, 0, 0] },
    rootMinM: 1,
    fieldCapacity: 0.16,
    wiltingPoint: 0,
    // 0.40 on a day of 6 mm
    depletionFraction: 0.44,
    curveNumber: null,
  }
  let state = { ...startBalance(tomatoes), rootDepletionMm: 55 }
  const depletions = Array.from({ length: 10 }, () => {
    // the example has one coefficient: the surface stays dry, so that nothing evaporates beside it
    state = balanceDay(tomatoes, { ...state, surfaceDepletionMm: 16 }, quiet).state
    return Math.round(10 * state.rootDepletionMm) / 10
  })
  expect(depletions).toEqual([61, 67, 72.8, 78.3, 83.4, 88.2, 92.6, 96.9, 100.8, 104.5])
})

it('clamps p and Kr to their limits', () => {
  expect(depletionFraction(0.55, 30)).toBe(0.1)
  expect(depletionFraction(0.65, 0)).toBe(0.8)
  expect(evaporationShare(3, 28, 8)).toBe(1)
  expect(evaporationShare(28, 28, 8)).toBe(0)
  expect(evaporationShare(3, 8, 8)).toBe(1)
})

it('takes 1.0 as the upper limit of the tall reference', () => {
  expect(upperLimit('tall', 0.15, 0.5, 1, { windMS: 6, leastHumidityPct: 20 }).Kcmax).toBe(1)
  expect(upperLimit('tall', 0.15, 1, 1, { windMS: 2, leastHumidityPct: 45 }).Kcmax).toBeCloseTo(1.05, 12)
})
