/** The pegman follows moves beyond 10 m only, in 30 straight steps over one second. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '../../agronomy/pivot/pivot-geometry.ts'
import { positionAfterFix, walkPlace, walkStep } from './pegman.tsx'

const START = { lat: 51.06, lng: -114.15 }
const away = (distance: number) => placeAt(START, { bearing: 60, distance })

describe('the last known point', () => {
  it('is the first fix', () => {
    expect(positionAfterFix(null, START)).toBe(START)
  })

  it('stays for moves up to 10 m, and follows one beyond', () => {
    expect(positionAfterFix(START, away(9.9))).toBe(START)
    expect(positionAfterFix(START, away(10.1))).toEqual(away(10.1))
  })

  it('adds up small moves from the last shown point', () => {
    const fixes = [4, 8, 12].map(away)
    expect(fixes.reduce(positionAfterFix, START)).toEqual(away(12))
    expect(fixes.slice(0, 2).reduce(positionAfterFix, START)).toBe(START)
  })
})

describe('the walk', () => {
  it('takes 30 steps in 1000 ms, by elapsed time', () => {
    expect([-5, 0, 33, 34, 500, 999, 1000, 60_000].map(walkStep)).toEqual([0, 0, 0, 1, 15, 29, 30, 30])
  })

  it('goes straight and ends exactly at the fix', () => {
    const end = { lat: 51.09, lng: -114.21 }
    expect(walkPlace(START, end, 0)).toEqual(START)
    expect(walkPlace(START, end, 15).lat).toBeCloseTo(51.075, 10)
    expect(walkPlace(START, end, 15).lng).toBeCloseTo(-114.18, 10)
    expect(walkPlace(START, end, 30)).toBe(end)
  })
})
