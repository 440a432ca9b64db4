/** The model of the interactive graph, from a response worked out by hand. */
import { describe, expect, it } from 'vitest'
import type { GraphData } from '../../contract/graphs.ts'
import { laneRange, plotModel, rootDepthMm, sharedRange } from './plot-model.ts'

const HOUR = 3600
const series = (depth: number, values: (number | null)[]) => ({
  sensor: `P3-${depth}cm`,
  probe: 3,
  depth_cm: depth,
  gap_s: HOUR,
  values,
})
const DATA: GraphData = {
  system: 'North',
  time_zone: 'America/Edmonton',
  root_depth_in: 20,
  target_percent: 50,
  reduced: false,
  times: [0, HOUR, 2 * HOUR],
  series: [series(20, [0.1, 0.12, 0.14]), series(40, [0.3, 0.3, 0.28])],
  bands: [{ sensor: 'P3-20cm', full: 0.3, refill: 0.2, wilting_point: 0.1 }],
  events: [{ kind: 'irrigation', probe: 3, from: HOUR, to: 2 * HOUR, depth_in: 0.5 }],
}
const choose = (view: 'together' | 'stacked' | 'root', unit: 'volume' | 'depth' | 'available') =>
  plotModel(DATA, { view, unit, length: 'mm' })

describe('the graph of a probe', () => {
  it('shows each depth in per cent of volume, with the limits', () => {
    const model = choose('together', 'volume')
    expect(model.lines.map(({ label }) => label)).toEqual(['20\u00A0cm', '40\u00A0cm'])
    expect(model.columns[0]?.map((value) => Math.round(value ?? 0))).toEqual([10, 12, 14])
    expect([model.full, model.refill]).toEqual([30, 20])
    expect(model.extent.min).toBeCloseTo(10, 9)
    const [low, high] = sharedRange(model)
    expect([low < 10, high > 30]).toEqual([true, true])
    expect(model.marks).toEqual([{ time: HOUR, text: '13 mm' }])
  })

  it('sums the root zone', () => {
    // 20 in are 508 mm; layers 0-300 and 300-500 mm; over the whole root zone
    const model = choose('root', 'depth')
    const theta = (0.1 * 300 + 0.3 * 200) / 500
    expect(model.columns[0]?.[0]).toBeCloseTo(theta * 508, 9)
    expect(model.full).toBeCloseTo(0.3 * 508, 9)
    const available = choose('root', 'available')
    expect(available.columns[0]?.[0]).toBeCloseTo((100 * (theta - 0.1)) / 0.2, 9)
    expect([Math.round(available.full), Math.round(available.refill)]).toEqual([100, 50])
  })

  it('takes the deepest layer for the root zone where none is set', () => {
    expect(rootDepthMm({ ...DATA, root_depth_in: null })).toBe(500)
  })

  it('gives each depth a lane, all to the same scale', () => {
    const model = choose('stacked', 'volume')
    const lanes = [laneRange(model, 0), laneRange(model, 1)]
    const [first = [0, 0], second = [0, 0]] = lanes
    expect(first[1] - first[0]).toBeCloseTo(second[1] - second[0], 9)
    // 10 to 14 % in the upper half, 28 to 30 % in the lower one
    const height = (value: number, [low, high]: number[]) => (value - (low ?? 0)) / ((high ?? 0) - (low ?? 0))
    expect([height(10, first) > 0.5, height(14, first) < 1]).toEqual([true, true])
    expect([height(28, second) > 0, height(30, second) < 0.5]).toEqual([true, true])
  })
})
