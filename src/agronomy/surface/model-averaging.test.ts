/** Model weights, sills, detection of planes, and leave-one-out of the model average. */
import { describe, expect, it } from 'vitest'
import { leaveOneOut, solveKriging } from '../kriging/kriging.ts'
import { factorLayout } from './layout.ts'
import { leaveOneOutError, planeRatio, averageModels } from './model-averaging.ts'
import { seededRandom } from '../seeded-random.ts'

const random = seededRandom(4)
const points = Array.from({ length: 26 }, () => ({
  x: random.between(-300, 300),
  y: random.between(-300, 300),
}))
const layout = factorLayout(points, 400)

function weighed(valueOf: (x: number, y: number) => number, drift: 'none' | 'plane' = 'none') {
  const values = Float64Array.from(points, ({ x, y }) => valueOf(x, y))
  const candidates = averageModels(layout, values, drift, null)
  if (candidates === null) throw new Error('no plane')
  return { values, candidates }
}

describe('shares', () => {
  it('add up to one', () => {
    const { candidates } = weighed(() => 0.2 + random.between(-0.05, 0.05))
    expect(candidates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(candidates).toHaveLength(42)
  })

  it('go to the long range and little noise where soil changes smoothly', () => {
    const { candidates } = weighed((x, y) => 0.25 + 0.08 * Math.sin(x / 250) * Math.cos(y / 250))
    const likeliest = candidates.reduce((best, candidate) =>
      candidate.share > best.share ? candidate : best,
    )
    expect(likeliest.factors.range).toBeCloseTo(640, 9)
    expect(likeliest.candidate.nugget).toBeCloseTo(1 / 21, 9)
  })

  it('keep a sill where all read the same', () => {
    for (const { sill, rotatedDual } of weighed(() => 0.2).candidates) {
      expect(sill).toBeCloseTo(0.005 ** 2, 12)
      expect(rotatedDual.every((weight) => Math.abs(weight) < 1e-9)).toBe(true)
    }
  })
})

describe('a plane', () => {
  it('stands out by F as in plain least squares where the likeliest covariance is noise alone', () => {
    const { values, candidates } = weighed((x) => 0.2 + 0.0001 * x + random.between(-0.05, 0.05))
    const flat = candidates.map((candidate) => ({
      ...candidate,
      share: candidate.candidate.nugget === 1 && candidate.factors === layout.ranges[0] ? 1 : 0,
    }))
    // F of y on x1 and x2 by sums of squares
    const plain = averageModels(layout, values, 'plane', null)?.find(
      ({ candidate, factors }) => candidate.nugget === 1 && factors === layout.ranges[0],
    )
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    const residual = points.reduce((sum, { x, y }, i) => {
      const [b0 = 0, b1 = 0, b2 = 0] = plain?.coefficients ?? []
      return sum + ((values[i] ?? 0) - b0 - (b1 * x) / 400 - (b2 * y) / 400) ** 2
    }, 0)
    expect(planeRatio(layout, values, flat)).toBeCloseTo((total - residual) / 2 / (residual / 23), 8)
  })

  it('without noise stands out without bound', () => {
    const { values, candidates } = weighed((x, y) => 0.2 + 0.0003 * x - 0.0001 * y)
    expect(planeRatio(layout, values, candidates)).toBeGreaterThan(1e6)
  })
})

it('predicts each place like kriging with a fixed covariance if one model has all the weight', () => {
  const { values, candidates } = weighed((x, y) => 0.2 + 0.0002 * x + 0.05 * Math.sin(y))
  const [first] = candidates
  if (!first) throw new Error('no candidate')
  const system = solveKriging(
    points.map((point, i) => ({ ...point, value: values[i] ?? 0 })),
    [
      { model: 'Nug', partialSill: first.candidate.nugget, range: 0 },
      { model: 'Exp', partialSill: 1 - first.candidate.nugget, range: first.factors.range },
    ],
  )
  if ('reason' in system) throw new Error(system.reason)
  const predictions = leaveOneOut(system)
  if ('reason' in predictions) throw new Error(predictions.reason)
  const squares = predictions.predicted.reduce((sum, value, i) => sum + (value - (values[i] ?? 0)) ** 2, 0)
  expect(leaveOneOutError([{ ...first, share: 1 }])).toBeCloseTo(Math.sqrt(squares / 26), 10)
})

it('refuses values of another layout', () => {
  expect(() => averageModels(layout, new Float64Array(3), 'none', null)).toThrow(RangeError)
})
