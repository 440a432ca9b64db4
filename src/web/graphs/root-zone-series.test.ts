/** Water of the root zone over time, worked out by hand. */
import { describe, expect, it } from 'vitest'
import { rootZoneMoisture } from '../../agronomy/soil/root-zone.ts'
import { deepestMm, rootZoneSeries } from './root-zone-series.ts'

const HOUR = 3600

describe('the root zone over time', () => {
  it('weighs each sensor by its layer, as the prescription does', () => {
    const series = [
      { depth_cm: 20, values: [0.1, 0.2], gap_s: HOUR },
      { depth_cm: 40, values: [0.2, 0.3], gap_s: HOUR },
      { depth_cm: 80, values: [0.3, 0.4], gap_s: HOUR },
    ]
    // layers 0-300, 300-600, 600-1000 mm
    const found = rootZoneSeries([0, HOUR], series, 800)
    expect(found[0]).toBeCloseTo((0.1 * 300 + 0.2 * 300 + 0.3 * 200) / 800, 12)
    const now = series.map(({ depth_cm: depthCm, values }) => ({ depthCm, value: values[1] ?? null }))
    expect(found[1]).toBeCloseTo(rootZoneMoisture(now, 800) ?? 0, 12)
    expect(deepestMm(series)).toBe(1000)
  })

  it('interpolates between readings at different times', () => {
    const series = [
      { depth_cm: 10, values: [0.2, null, 0.4], gap_s: HOUR },
      { depth_cm: 30, values: [0.1, 0.1, 0.1], gap_s: HOUR },
    ]
    // layers 0-200 and 200-400 mm; a quarter of the way 0.25
    expect(rootZoneSeries([0, 900, 3600], series, 400)[1]).toBeCloseTo((0.25 + 0.1) / 2, 12)
  })

  it('has a gap while one of its sensors does, after holding the last value for one gap', () => {
    const series = [
      { depth_cm: 10, values: [0.2, 0.2, null, null], gap_s: HOUR },
      { depth_cm: 30, values: [0.2, 0.2, 0.2, 0.2], gap_s: HOUR },
    ]
    expect(rootZoneSeries([0, HOUR, 2 * HOUR, 3 * HOUR], series, 400)).toEqual([0.2, 0.2, 0.2, null])
    // roots that end above the second layer do not need it
    const shallow = [{ ...series[0], depth_cm: 30, values: [0.1, 0.1, 0.1, 0.1], gap_s: HOUR }]
    expect(rootZoneSeries([0, HOUR, 2 * HOUR, 3 * HOUR], shallow, 100)).toEqual([0.1, 0.1, 0.1, 0.1])
  })

  it('is empty without sensors', () => {
    expect(rootZoneSeries([0, 1], [], 400)).toEqual([null, null])
    expect(deepestMm([])).toBe(0)
  })
})
