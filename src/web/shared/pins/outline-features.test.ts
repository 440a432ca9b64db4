/** Outline features: in the order of the pins, split at the wetted edge, or marked as self-crossing. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '#agronomy/pivot/pivot-geometry.ts'
import { outlineFeatures } from './outline-features.ts'
import type { OutlineOnMap, WettedArea } from './outline-features.ts'

const pivot = { lat: 51.06, lng: -114.15 }
const reach: WettedArea = { place: pivot, wettedRadiusM: 200, arc: null }

function fence(...polar: [bearing: number, distance: number][]): OutlineOnMap {
  const pins = polar.map(([bearing, distance]) => placeAt(pivot, { bearing, distance }))
  return { pins, enabled: true, chosen: true }
}
const parts = (outline: OutlineOnMap, water: WettedArea | null = reach) =>
  outlineFeatures([outline], water).features.map(({ properties }) => String(properties?.['part']))

describe('outlineFeatures', () => {
  it('keeps the pins in the order placed, whatever shape that gives', () => {
    // a notch: its hull would leave out the second pin
    const notched = fence([0, 100], [20, 30], [90, 100], [180, 100])
    const edge = outlineFeatures([notched], reach).features.find(
      ({ properties }) => properties?.['part'] === 'edge',
    )
    const ring = edge?.geometry.coordinates[0]
    expect(ring).toHaveLength(5)
    expect(ring?.[1]).toEqual([notched.pins[1]?.lng, notched.pins[1]?.lat])
  })

  it('separates the part outside the wetted circle', () => {
    expect(parts(fence([0, 50], [120, 50], [240, 50]))).toEqual(['inside', 'edge'])
    expect(parts(fence([0, 300], [30, 300], [10, 400]))).not.toContain('inside')
    const both = parts(fence([0, 100], [90, 300], [180, 100]))
    expect(both).toEqual(expect.arrayContaining(['inside', 'outside', 'edge']))
  })

  it('marks a crossing outline', () => {
    expect(parts(fence([0, 100], [180, 100], [90, 100], [270, 100]))).toEqual(['crossed'])
  })

  it('draws nothing below three pins, and everything as within reach without a system', () => {
    expect(parts(fence([0, 50], [120, 50]))).toEqual([])
    expect(parts(fence([0, 50], [120, 5000], [240, 50]), null)).toEqual(['inside', 'edge'])
  })
})
