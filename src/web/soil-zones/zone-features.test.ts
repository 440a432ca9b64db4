/** Soil zone features: holes, colours from sand to clay, and a label in the largest part. */
import { expect, it } from 'vitest'
import type { SoilZonePin } from '../../contract/soil-zones.ts'
import { heaviness, zoneFeatures, zoneLabelPlace } from './zone-features.ts'

const square = (lat: number, lng: number, side: number): SoilZonePin[] => [
  [lat, lng],
  [lat, lng + side],
  [lat + side, lng + side],
  [lat + side, lng],
]

it('keeps holes, and closes each ring', () => {
  const polygons = [[square(51, -114, 0.01), square(51.002, -113.998, 0.002)]]
  const zone = { name: 'Ring', polygons, fieldCapacity: null, confirmed: false, chosen: true }
  const [feature] = zoneFeatures([zone]).features
  expect(feature?.properties).toEqual({ heavy: -1, confirmed: false, chosen: true })
  expect(feature?.geometry.coordinates[0]?.map(({ length }) => length)).toEqual([5, 5])
  expect(feature?.geometry.coordinates[0]?.[0]?.[0]).toEqual([-114, 51])
})

it('ranges from sand to clay, clamped', () => {
  expect([heaviness(0.05), heaviness(0.1), heaviness(0.24), heaviness(0.5)]).toEqual([
    0,
    0,
    expect.closeTo(0.5, 6),
    1,
  ])
})

it('names a zone in its largest part', () => {
  const place = zoneLabelPlace([[square(51, -114, 0.001)], [square(51.01, -114, 0.01)]])
  expect(place?.lat).toBeCloseTo(51.015, 4)
  expect(place?.lng).toBeCloseTo(-113.995, 4)
  expect(zoneLabelPlace([])).toBeNull()
})
