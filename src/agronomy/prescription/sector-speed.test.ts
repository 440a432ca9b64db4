/** Sector timers against independently computed cases, and sectors that need more than full speed. */
import { describe, expect, it } from 'vitest'
import geometry from '../fixtures/pivot-cases.json' with { type: 'json' }
import cases from '../fixtures/prescription-cases.json' with { type: 'json' }
import { uniformPrescription } from './prescription.ts'
import { areaWeightedPercent, baseTimer, largestOfSector, sectorSpeed, sectorTimer } from './sector-speed.ts'

const pivot = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [geometry.pivot_A.lrdu_radius_m],
  wettedRadiusM: geometry.pivot_A.wetted_radius_m,
  arc: null,
  flowGpm: 800,
  speed100MMin: 3.048,
}

describe('timer of the rate', () => {
  it.each(geometry.pivot_A.depth_to_timer)('$target_in in: $timer_pct %', ({ target_in, timer_pct }) => {
    const timer = baseTimer(pivot, target_in)
    expect(timer.percent).toBeCloseTo(timer_pct, 3)
    expect(timer.clipped).toBe(false)
  })

  it('is 100 below the least depth, and where the pivot is not known', () => {
    expect(baseTimer(pivot, 0.19)).toEqual({ percent: 100, clipped: true })
    expect(baseTimer({ ...pivot, flowGpm: null }, 1)).toEqual({ percent: 100, clipped: false })
    expect(baseTimer({ ...pivot, speed100MMin: null }, 1)).toEqual({ percent: 100, clipped: false })
  })
})

describe('sectors', () => {
  it('one speed for a whole sector: the area-weighted mean and its timer', () => {
    const mean = areaWeightedPercent([0, 0, 20, 40, 60, 60, 80, 100, 100], cases.grid_case.zone_outer_m)
    expect(mean).toBeCloseTo(cases.grid_case.sector_speed.mean_rx, 3)
    expect(sectorTimer(50, mean).percent).toBeCloseTo(cases.grid_case.sector_speed.timer_base50, 3)
  })

  it('run at the timer of their largest cell, flagged where that is past 100', () => {
    const percent = uniformPrescription(30, 3)
    percent.set([10, 60, 30], 9)
    percent.set([0, 0, 0], 18)
    const { timerPct, clipped } = sectorSpeed(percent, 48)
    expect(largestOfSector(percent, 1)).toBe(60)
    expect(timerPct.slice(0, 4)).toEqual([100, 80, 100, 100])
    expect(clipped.slice(0, 4)).toEqual([true, false, false, true])
    expect(timerPct).toHaveLength(180)
  })

  it('refuse what is no timer and no percentage', () => {
    expect(() => sectorTimer(0, 50)).toThrow(RangeError)
    expect(() => sectorTimer(101, 50)).toThrow(RangeError)
    expect(() => sectorTimer(50, -1)).toThrow(RangeError)
  })
})
