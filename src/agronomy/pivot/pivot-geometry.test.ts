/** Pivot geometry against independently computed cases and edge cases. */
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/pivot-cases.json' with { type: 'json' }
import {
  bearingAndDistance,
  fromPolar,
  insideArc,
  insideWettedCircle,
  normaliseBearing,
  placeAt,
  sectorOf,
  toFieldPoint,
  toLatLng,
} from './pivot-geometry.ts'

const pivot = { lat: 51.06, lng: -114.15 }

/** Smallest angle between two bearings, degrees. */
const turn = (a: number, b: number) => Math.abs(normaliseBearing(a - b + 180) - 180)

describe('bearing and distance', () => {
  it.each(cases.bearing.cases)('of $bearing_deg degrees, $dist_m m', ({ lat, lon, bearing_deg, dist_m }) => {
    const polar = bearingAndDistance(pivot, { lat, lng: lon })
    // The cases carry seven decimals of a degree (1 cm) and come from a great circle (0.003 degrees).
    expect(turn(polar.bearing, bearing_deg)).toBeLessThan(0.01)
    expect(Math.abs(polar.distance - dist_m)).toBeLessThan(0.03)
  })

  it.each(cases.bearing.cases)(
    'and back to the place at $bearing_deg degrees',
    ({ lat, lon, bearing_deg, dist_m }) => {
      const place = placeAt(pivot, { bearing: bearing_deg, distance: dist_m })
      expect(place.lat).toBeCloseTo(lat, 6)
      expect(place.lng).toBeCloseTo(lon, 6)
    },
  )

  it('takes the short way over the 180th meridian', () => {
    const dateline = { lat: 0, lng: 179.999 }
    const point = toFieldPoint(dateline, { lat: 0, lng: -179.999 })
    expect(point.x).toBeCloseTo(222.639, 3)
    expect(toLatLng(dateline, point).lng).toBeCloseTo(-179.999, 9)
  })

  it('refuses what is not a number', () => {
    expect(() => toFieldPoint(pivot, { lat: Number.NaN, lng: 0 })).toThrow(RangeError)
    expect(() => fromPolar({ bearing: 0, distance: Infinity })).toThrow(RangeError)
  })
})

describe('sectors', () => {
  it.each(cases.indexing)('$angle degrees, $delta wide: $index', ({ angle, delta, index }) => {
    expect(sectorOf(angle, delta)).toBe(index)
  })

  it.each(cases.sector)('are $sectors of $delta_deg degrees', ({ delta_deg, sectors }) => {
    expect(sectorOf(360 - 1e-12, delta_deg)).toBe(sectors - 1)
  })

  it('refuse a width that does not divide the circle', () => {
    expect(() => sectorOf(0, 7)).toThrow(RangeError)
    expect(() => sectorOf(0, 0)).toThrow(RangeError)
    expect(() => sectorOf(Number.NaN)).toThrow(RangeError)
  })
})

describe('part circles', () => {
  it.each([
    [45, [0, 90], true],
    [0, [0, 90], true],
    [90, [0, 90], true],
    [90.001, [0, 90], false],
    [359, [0, 90], false],
    [10, [350, 20], true],
    [349, [350, 20], false],
    [200, [0, 360], true],
    [200, [-90, 90], false],
    [271, [-90, 90], true],
  ] as const)('%f degrees in %j: %s', (bearing, arc, inside) => {
    expect(insideArc(bearing, arc)).toBe(inside)
  })

  it('hold the rim and the pivot point', () => {
    expect(insideWettedCircle({ x: 100, y: 0 }, 100)).toBe(true)
    expect(insideWettedCircle({ x: 100.001, y: 0 }, 100)).toBe(false)
    expect(insideWettedCircle({ x: 0, y: 0 }, 100, [90, 180])).toBe(true)
    expect(insideWettedCircle({ x: -50, y: 0 }, 100, [90, 180])).toBe(false)
    expect(() => insideWettedCircle({ x: 0, y: 0 }, 0)).toThrow(RangeError)
  })
})
