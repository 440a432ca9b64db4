/** Checks of a geofence: area, crossing sides, unwatered area, overlaps, and the first error. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '../../agronomy/pivot/pivot-geometry.ts'
import type { Geofence } from '../../contract/geofences.ts'
import type { SystemView } from '../../contract/systems.ts'
import { checkFence } from './fence-check.ts'

const pivot = { lat: 51.06, lng: -114.15 }
const system: SystemView = {
  name: 'North',
  controller: 'c',
  latitude: pivot.lat,
  longitude: pivot.lng,
  time_zone: 'America/Edmonton',
  tower_radii_m: [100, 200],
  wetted_radius_m: 200,
  arc: null,
  flow_gpm: null,
  speed_100_m_min: null,
  role: 'owner',
  online: false,
  last_seen: null,
  telemetry: null,
  desired: null,
  reported: null,
  delivery: null,
  delivery_times: null,
  delivery_code: null,
  valid_until: null,
  depth_factor: null,
  warnings: [],
  fault: null,
  local_only: false,
  provider_stop: false,
  texture: 'loam',
  field_capacity: null,
  wilting_point: null,
  application_efficiency: 0.85,
}

const at = (...polar: [bearing: number, distance: number][]) =>
  polar.map(([bearing, distance]) => placeAt(pivot, { bearing, distance }))
/** A square of 100 m with its middle on the pivot. */
const square = at([45, 70.710678], [135, 70.710678], [225, 70.710678], [315, 70.710678])
const [one, two, three, four] = square
const bowTie = [one, three, two, four].flatMap((pin) => pin ?? [])

function geofence(pins: ReturnType<typeof at>): Geofence {
  const polygon = pins.map(({ lat, lng }): [number, number] => [lat, lng])
  return { id: 1, system: 'North', name: 'Other', prescription: 30, polygon, enabled: true }
}

describe('checkFence', () => {
  it('measures a square around the pivot, all of it within reach', () => {
    const check = checkFence(square, system, [])
    expect(check.areaM2).toBeCloseTo(10_000, 0)
    expect(check).toMatchObject({ outsideM2: 0, saveError: null, crossing: null })
  })

  it('names what is missing first', () => {
    expect(checkFence(square, undefined, []).saveError).toBe('Please select a system.')
    expect(checkFence(square.slice(0, 2), system, []).saveError).toBe('A geofence needs at least 3 pins.')
  })

  it('names the crossing sides by their pins, and an order without crossings', () => {
    const check = checkFence(bowTie, system, [])
    // the diagonals: from pin 1 to 2 and from pin 3 to 4
    expect(check.crossing).toEqual({ first: [1, 2], second: [3, 4] })
    expect(check.saveError).toBe('The outline of a geofence must not cross itself.')
    const uncrossed = check.uncrossed?.flatMap((i) => bowTie[i] ?? []) ?? []
    expect(checkFence(uncrossed, system, []).areaM2).toBeCloseTo(10_000, 0)
  })

  it('offers no order for collinear pins', () => {
    expect(checkFence(at([0, 10], [0, 20], [0, 30]), system, [])).toMatchObject({ uncrossed: null })
  })

  it('gives the area outside the wetted circle', () => {
    const half = checkFence(square, { ...system, arc: [0, 180] }, [])
    expect(half.outsideM2).toBeCloseTo(5000, 0)
    expect(half.saveError).toBeNull()
    const far = checkFence(at([10, 500], [20, 500], [15, 600]), system, [])
    expect(far.saveError).toBe('Some part of a geofence must lie inside the wetted circle of its system.')
  })

  it('finds overlapping geofences', () => {
    const near = geofence(at([0, 10], [120, 190], [240, 190]))
    const apart = geofence(at([40, 150], [50, 150], [45, 180]))
    expect(checkFence(square, system, [near, apart]).overlaps).toEqual([near])
  })
})
