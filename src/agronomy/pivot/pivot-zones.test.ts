/** Zones of a nine-tower pivot against areas computed independently. */
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/pivot-cases.json' with { type: 'json' }
import { lastDriveRadius, wettedRadius, zoneAreas, zoneIndexAt, zoneOuterRadii } from './pivot-zones.ts'
import { M2_PER_ACRE } from '../units.ts'

const METRES_PER_FOOT = 0.3048
const towerRadii = Array.from({ length: 9 }, (_, k) => (k + 1) * 135 * METRES_PER_FOOT)
const outer = zoneOuterRadii(towerRadii, 50 * METRES_PER_FOOT)

describe('the pivot of nine spans of 135 ft with 50 ft of overhang', () => {
  const machine = cases.pivot_A

  it('has the radii of the case', () => {
    expect(lastDriveRadius(towerRadii)).toBeCloseTo(machine.lrdu_radius_m, 9)
    expect(wettedRadius(towerRadii, 50 * METRES_PER_FOOT)).toBeCloseTo(machine.wetted_radius_m, 9)
  })

  it.each(machine.zones)('has zone $zone of $area_m2 m2', ({ zone, inner_m, outer_m, area_m2, area_ac }) => {
    expect(outer[zone - 1]).toBeCloseTo(outer_m, 9)
    expect(zoneAreas(outer)[zone - 1]).toBeCloseTo(area_m2, 2)
    expect((zoneAreas(outer)[zone - 1] ?? 0) / M2_PER_ACRE).toBeCloseTo(area_ac, 4)
    expect(zoneIndexAt(inner_m + 0.01, outer)).toBe(zone - 1)
    expect(zoneIndexAt(outer_m - 0.01, outer)).toBe(zone - 1)
  })

  it('ends at the wetted radius', () => {
    expect(zoneIndexAt(390, outer)).toBeNull()
    expect(zoneIndexAt(0, outer)).toBe(0)
    expect(zoneIndexAt(50, [50, 110])).toBe(0)
  })
})

it('refuses invalid radii', () => {
  expect(() => zoneAreas([])).toThrow(RangeError)
  expect(() => zoneAreas([50, 50])).toThrow(RangeError)
  expect(() => zoneAreas([-1])).toThrow(RangeError)
  expect(() => zoneAreas(Array.from({ length: 10 }, (_, k) => k + 1))).toThrow(RangeError)
  expect(() => wettedRadius([50], -1)).toThrow(RangeError)
  expect(() => zoneIndexAt(Number.NaN, [50])).toThrow(RangeError)
})
