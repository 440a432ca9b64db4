/** Sensor layers and root-zone values, hand-calculated. */
import { describe, expect, it } from 'vitest'
import { isValidMoisture, rootZoneMoisture, sensorLayers } from './root-zone.ts'

describe('layers', () => {
  it('run from midpoint to midpoint, the last by half its gap', () => {
    // Midpoints 15, 30, 50 cm; last gap 20 cm, so down to 70 cm.
    expect(sensorLayers([40, 10, 60, 20])).toEqual([
      { depthCm: 10, topMm: 0, bottomMm: 150 },
      { depthCm: 20, topMm: 150, bottomMm: 300 },
      { depthCm: 40, topMm: 300, bottomMm: 500 },
      { depthCm: 60, topMm: 500, bottomMm: 700 },
    ])
  })

  it('reach from the surface to twice the depth for a sensor alone', () => {
    expect(sensorLayers([30])).toEqual([{ depthCm: 30, topMm: 0, bottomMm: 600 }])
    expect(sensorLayers([])).toEqual([])
  })

  it('refuse what is no set of depths', () => {
    expect(() => sensorLayers([10, 10])).toThrow(RangeError)
    expect(() => sensorLayers([-10])).toThrow(RangeError)
    expect(() => sensorLayers([Number.NaN])).toThrow(RangeError)
  })
})

describe('the root-zone value', () => {
  const probe = [
    { depthCm: 20, value: 0.1 },
    { depthCm: 40, value: 0.2 },
    { depthCm: 80, value: 0.3 },
  ]

  it.each([
    // Layers 0-300, 300-600, 600-1000 mm.
    [150, 0.1],
    [300, 0.1],
    [600, 0.15],
    [800, (0.1 * 300 + 0.2 * 300 + 0.3 * 200) / 800],
    [1000, (0.1 * 300 + 0.2 * 300 + 0.3 * 400) / 1000],
    [2000, (0.1 * 300 + 0.2 * 300 + 0.3 * 400) / 1000],
  ])('for roots to %f mm is %f', (rootDepthMm, expected) => {
    expect(rootZoneMoisture(probe, rootDepthMm)).toBeCloseTo(expected, 14)
  })

  it.each([null, Number.NaN, 0.61, -0.01])('ignores a sensor that reads %s', (value) => {
    const silent = probe.map((sensor) => (sensor.depthCm === 40 ? { ...sensor, value } : sensor))
    expect(rootZoneMoisture(silent, 800)).toBeCloseTo((0.1 * 300 + 0.3 * 200) / 500, 14)
  })

  it('is null when no valid sensor reaches into the roots', () => {
    expect(rootZoneMoisture([], 300)).toBeNull()
    expect(rootZoneMoisture([{ depthCm: 20, value: null }], 300)).toBeNull()
    const deepOnly = probe.map((sensor) => (sensor.depthCm === 80 ? sensor : { ...sensor, value: null }))
    expect(rootZoneMoisture(deepOnly, 600)).toBeNull()
  })

  it('refuses roots of no depth', () => {
    expect(() => rootZoneMoisture(probe, 0)).toThrow(RangeError)
  })
})

it('takes both ends of the valid range', () => {
  expect([0, 0.6, 0.6001, -1e-9, null, Number.NaN].map(isValidMoisture)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
