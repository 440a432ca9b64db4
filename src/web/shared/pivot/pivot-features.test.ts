/** Pivot features: wetted edge, a ring at each tower, and the reported arm. */
import { describe, expect, it } from 'vitest'
import { bearingAndDistance } from '#agronomy/pivot/pivot-geometry.ts'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'
import { circleView, pivotFeatures, wateredFeatures } from './pivot-features.ts'
import type { PivotOnMap } from './pivot-features.ts'

const pivot: PivotGeometry = {
  place: { lat: 51.06, lng: -114.15 },
  towerRadiiM: [60, 120, 180],
  wettedRadiusM: 192,
  arc: null,
}

function lines(kind: string, overrides: Partial<PivotOnMap> = {}) {
  return pivotFeatures({ pivot, armDeg: 90, ...overrides })
    .features.filter(({ properties }) => properties?.['kind'] === kind)
    .map(({ geometry }) =>
      geometry.coordinates.map(([lng = 0, lat = 0]) => bearingAndDistance(pivot.place, { lat, lng })),
    )
}

describe('pivotFeatures', () => {
  it('draws the edge at the wetted radius and closes it', () => {
    const [edge = []] = lines('edge')
    expect(edge.every(({ distance }) => Math.abs(distance - 192) < 0.01)).toBe(true)
    expect(edge.at(-1)?.distance).toBeCloseTo(edge[0]?.distance ?? 0, 6)
  })

  it('draws one ring at each tower', () => {
    const rings = lines('ring').map(([first]) => Math.round(first?.distance ?? 0))
    expect(rings).toEqual([60, 120, 180])
  })

  it('draws a part circle from the pivot point and back to it', () => {
    const [edge = []] = lines('edge', { pivot: { ...pivot, arc: [300, 60] } })
    expect(edge[0]?.distance).toBeCloseTo(0, 6)
    expect(edge.at(-1)?.distance).toBeCloseTo(0, 6)
    const bearings = edge.slice(1, -1).map(({ bearing }) => bearing)
    expect(bearings.every((bearing) => bearing > 299.9 || bearing < 60.1)).toBe(true)
  })

  it('draws the arm at the reported bearing, and none without a report', () => {
    const [arm = []] = lines('arm')
    expect(arm.at(-1)?.bearing).toBeCloseTo(90, 2)
    expect(lines('arm', { armDeg: null })).toEqual([])
  })
})

it('a view fits the circle into the given pixels', () => {
  const { zoom, centre } = circleView(pivot, 310)
  expect(centre).toBe(pivot.place)
  // metres of a pixel of 256-pixel tiles at this latitude
  const metres = (2 * Math.PI * 6_378_137 * Math.cos((51.06 * Math.PI) / 180)) / (256 * 2 ** zoom)
  expect((2 * 192) / metres).toBeCloseTo(310, 6)
})

describe('wateredFeatures', () => {
  const ends = (arcs: [number, number][]) =>
    wateredFeatures(pivot, arcs).features.map(({ geometry }) => {
      const at = ([lng = 0, lat = 0]: number[] = []) => bearingAndDistance(pivot.place, { lat, lng })
      return [
        at(geometry.coordinates[0]),
        at(geometry.coordinates.at(-1)),
        geometry.coordinates.length,
      ] as const
    })

  it('follows the edge clockwise, also across north', () => {
    const [[from, to, corners] = []] = ends([[350, 20]])
    expect(from?.bearing).toBeCloseTo(350, 3)
    expect(to?.bearing).toBeCloseTo(20, 3)
    expect(to?.distance).toBeCloseTo(192, 2)
    // every two degrees of thirty
    expect(corners).toBe(16)
  })

  it('is one line per stretch, and a full circle for 0 to 360', () => {
    expect(ends([[0, 360]])[0]?.[2]).toBe(181)
    expect(
      ends([
        [0, 10],
        [50, 60],
      ]),
    ).toHaveLength(2)
    expect(ends([])).toEqual([])
  })
})
