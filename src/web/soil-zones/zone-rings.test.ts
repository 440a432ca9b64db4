/** Naming, replacing and removing the outlines and holes of a zone. */
import { expect, it } from 'vitest'
import type { SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'
import { namedRings, placeWithout, ringAt, withoutEmpty, withoutRing, withRing } from './zone-rings.ts'

const ring = (lat: number): SoilZonePin[] => [
  [lat, 1],
  [lat, 2],
  [lat + 1, 1],
]
/** An outline with two holes, and another outline. */
const zone: SoilZonePolygon[] = [[ring(10), ring(11), ring(12)], [ring(20)]]

it('names outlines and the holes in them', () => {
  expect(namedRings(zone).map(({ name }) => name)).toEqual([
    'Outline 1',
    'Hole 1 in outline 1',
    'Hole 2 in outline 1',
    'Outline 2',
  ])
  expect(namedRings(zone).map(({ place }) => ringAt(zone, place)[0]?.[0])).toEqual([10, 11, 12, 20])
})

it('replaces one ring and leaves the others as they are', () => {
  const edited = withRing(zone, { polygon: 0, ring: 1 }, [{ lat: 5, lng: 6 }])
  expect(edited).toEqual([[ring(10), [[5, 6]], ring(12)], [ring(20)]])
})

it('removes a hole alone, and an outline with its holes', () => {
  expect(withoutRing(zone, { polygon: 0, ring: 1 })).toEqual([[ring(10), ring(12)], [ring(20)]])
  expect(withoutRing(zone, { polygon: 0, ring: 0 })).toEqual([[ring(20)]])
})

it.each([
  [{ polygon: 0, ring: 0 }, { polygon: 1, ring: 0 }, 20],
  [{ polygon: 1, ring: 0 }, { polygon: 0, ring: 2 }, 12],
  [{ polygon: 0, ring: 1 }, { polygon: 0, ring: 2 }, 12],
  [{ polygon: 0, ring: 2 }, { polygon: 0, ring: 1 }, 11],
])('without %j, finds the ring at %j', (removed, expected, lat) => {
  expect(ringAt(withoutRing(zone, removed), placeWithout(removed, expected))[0]?.[0]).toBe(lat)
})

it('leaves out rings without pins', () => {
  expect(withoutEmpty([[ring(10), []], [[]]])).toEqual([[ring(10)]])
  expect(withoutEmpty([[[]]])).toEqual([])
})
