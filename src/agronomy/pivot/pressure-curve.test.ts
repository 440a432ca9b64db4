/** Pressure curves of known pumps, with noise, leaks and too few samples. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { pressureAt, pressureCurve } from './pressure-curve.ts'

/** 310 kPa at rest, 245 at 50 L/s. */
const pump = (flowLps: number) => 310 - 0.026 * flowLps ** 2

function samples(count: number, flowOf: (i: number) => number, more: (i: number) => number = () => 0) {
  return Array.from({ length: count }, (_, i) => ({
    flowLps: flowOf(i),
    kpa: pump(flowOf(i)) + more(i),
  }))
}

describe('a pump whose flow varies', () => {
  const random = seededRandom(31)
  const flows = Array.from({ length: 200 }, () => random.between(25, 52))
  const flowOf = (i: number) => flows[i] ?? 0

  it('is found exactly without noise, at flows that were not among the samples as well', () => {
    const curve = pressureCurve(samples(200, flowOf))
    expect(curve?.fallKpa).toBeCloseTo(0.026, 9)
    expect(curve && pressureAt(curve, 40.5)).toBeCloseTo(pump(40.5), 6)
  })

  it('is found within 2 % through noise, while for a tenth of the time a pipe was open', () => {
    const noise = Array.from({ length: 200 }, () => 3 * random.normal())
    const curve = pressureCurve(samples(200, flowOf, (i) => (noise[i] ?? 0) - (i >= 100 && i < 120 ? 90 : 0)))
    for (const flow of [26, 40, 51])
      expect(((curve && pressureAt(curve, flow)) ?? 0) / pump(flow)).toBeCloseTo(1, 1.7)
  })

  it('does not extrapolate to flows the machine never had', () => {
    const curve = pressureCurve(samples(200, flowOf))
    expect(curve && pressureAt(curve, 20)).toBeNull()
    expect(curve && pressureAt(curve, 62)).toBeNull()
    expect(curve && pressureAt(curve, 55)).toBeCloseTo(pump(55), 6)
  })
})

it('is level where flows hardly differ, whatever their noise suggests', () => {
  const random = seededRandom(7)
  const curve = pressureCurve(
    Array.from({ length: 50 }, () => ({
      flowLps: 50 + 0.4 * random.normal(),
      kpa: 240 + 3 * random.normal(),
    })),
  )
  expect(curve?.fallKpa).toBe(0)
  expect(Math.abs((curve?.atRestKpa ?? 0) - 240)).toBeLessThan(2)
})

it('never rises with the flow, and needs three hours', () => {
  const rising = Array.from({ length: 20 }, (_, i) => ({ flowLps: 30 + i, kpa: 200 + i }))
  expect(pressureCurve(rising)?.fallKpa).toBe(0)
  expect(pressureCurve(samples(11, (i) => 30 + i))).toBeNull()
  expect(pressureCurve(samples(12, (i) => 30 + i))).not.toBeNull()
})
