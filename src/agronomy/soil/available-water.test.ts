/** Shares of available water, hand-calculated. */
import { describe, expect, it } from 'vitest'
import { availableShare, moistureOfShare, rootZoneShare } from './available-water.ts'

const sand = { fieldCapacity: 0.12, wiltingPoint: 0.045 }
const clay = { fieldCapacity: 0.36, wiltingPoint: 0.22 }

describe('the share of a sensor', () => {
  it.each([
    ['sand at 8 % is nearly half full', 0.08, sand, 0.466_667],
    ['clay at 25 % is nearly empty', 0.25, clay, 0.214_286],
    ['below wilting it is negative', 0.18, clay, -0.285_714],
    ['above field capacity it is above one', 0.195, sand, 2],
  ])('%s', (_, theta, limits, share) => {
    expect(availableShare(theta, limits)).toBeCloseTo(share, 6)
    expect(moistureOfShare(share, limits)).toBeCloseTo(theta, 6)
  })

  it.each([null, -0.001, 0.601, Number.NaN])('is not known of %s', (theta) => {
    expect(availableShare(theta, sand)).toBeNull()
  })

  it('needs limits that hold water', () => {
    expect(() => availableShare(0.2, { fieldCapacity: 0.1, wiltingPoint: 0.1 })).toThrow(RangeError)
    expect(() => moistureOfShare(0.2, { fieldCapacity: 0.1, wiltingPoint: 0.2 })).toThrow(RangeError)
  })
})

describe('the root zone', () => {
  it('weighs layers by their overlap and leaves out what is not known', () => {
    const layers = [
      { topMm: 0, bottomMm: 200, share: 1.5 },
      { topMm: 200, bottomMm: 400, share: null },
      { topMm: 400, bottomMm: 900, share: 0.3 },
    ]
    // (1.5 x 200 + 0.3 x 100) / 300, of 500 mm
    expect(rootZoneShare(layers, 500)).toEqual({ share: 1.1, cover: 0.6 })
  })

  it('reports how little one sensor at 10 cm represents', () => {
    expect(rootZoneShare([{ topMm: 0, bottomMm: 200, share: 0.5 }], 914.4).cover).toBeCloseTo(0.2187, 4)
  })

  it('is not known above the first sensor, and not without roots', () => {
    expect(rootZoneShare([{ topMm: 300, bottomMm: 400, share: 0.5 }], 200)).toEqual({ share: null, cover: 0 })
    expect(() => rootZoneShare([], 0)).toThrow(RangeError)
  })
})
