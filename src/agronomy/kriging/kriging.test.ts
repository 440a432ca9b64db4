/** Kriging against hand-solved systems and degenerate layouts. */
import { describe, expect, it } from 'vitest'
import type { CovarianceModel } from './covariance.ts'
import { krigingVariance, leaveOneOut, predictKriging, solveKriging, type KrigingPoint } from './kriging.ts'

/** Ranges chosen so that C(1) = 1/2 and C(2) = 1/4: exact arithmetic by hand. */
const halving: CovarianceModel = [{ model: 'Exp', partialSill: 1, range: 1 / Math.LN2 }]

function solved(points: readonly KrigingPoint[], model: CovarianceModel = halving) {
  const system = solveKriging(points, model)
  if ('reason' in system) throw new Error(system.reason)
  return system
}

describe('two points, by hand', () => {
  // C = [[1, 1/2], [1/2, 1]]; at one metre beyond the second c = (1/4, 1/2).
  // Ordinary weights from [C 1; 1' 0]: l = (1/4, 3/4), Lagrange m = -3/8.
  // Variance = C(0) - l'c - m = 1 - 7/16 + 3/8 = 15/16.
  const system = solved([
    { x: 0, y: 0, value: 0.1 },
    { x: 1, y: 0, value: 0.3 },
  ])

  it('predicts with weights 1/4 and 3/4', () => {
    expect(predictKriging(system, 2, 0)).toBeCloseTo(0.25 * 0.1 + 0.75 * 0.3, 14)
    expect(krigingVariance(system, 2, 0)).toBeCloseTo(15 / 16, 14)
  })

  it('leaves one out: the other value, with variance 2 (1 - 1/2)', () => {
    const predictions = leaveOneOut(system)
    if ('reason' in predictions) throw new Error(predictions.reason)
    expect([...predictions.predicted]).toEqual([expect.closeTo(0.3, 14), expect.closeTo(0.1, 14)])
    expect([...predictions.variance]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)])
  })
})

describe('three collinear points, by hand', () => {
  // On a line the exponential is a Markov process: C^-1 = 1/3 [[4,-2,0],[-2,5,-2],[0,-2,4]], so C^-1 1 = (2, 1, 2)/3,
  // and beyond an end only that end counts, halved for every metre.
  const values = [0.1, 0.4, 0.3]
  const mean = 0.24
  const system = solved(values.map((value, x) => ({ x, y: 0, value })))

  it('has the generalised least squares mean (2 z1 + z2 + 2 z3) / 5', () => {
    expect(system.coefficients[0]).toBeCloseTo(mean, 14)
  })

  it('decays to the mean from the last point', () => {
    expect(predictKriging(system, 4, 0)).toBeCloseTo(mean + (0.3 - mean) / 4, 14)
    expect(predictKriging(system, -1, 0)).toBeCloseTo(mean + (0.1 - mean) / 2, 14)
  })

  it('is exact at its points, where the variance is 0', () => {
    values.forEach((value, x) => {
      expect(predictKriging(system, x, 0)).toBeCloseTo(value, 14)
      expect(krigingVariance(system, x, 0)).toBeCloseTo(0, 14)
    })
  })
})

describe('degenerate layouts', () => {
  const noisy: CovarianceModel = [{ model: 'Nug', partialSill: 0.25, range: 0 }, ...halving]

  it('reports that there is no point', () => {
    expect(solveKriging([], halving)).toEqual({ reason: 'no points' })
  })

  it('is flat for one point, with twice the sill far away', () => {
    const system = solved([{ x: 3, y: 4, value: 0.2 }], noisy)
    expect(predictKriging(system, 100, 100)).toBeCloseTo(0.2, 14)
    expect(krigingVariance(system, 1e4, 1e4)).toBeCloseTo(2.5, 12)
    expect(leaveOneOut(system)).toEqual({ reason: 'fewer than two points' })
  })

  it('merges duplicates by their mean', () => {
    const twice = solved([
      { x: 0, y: 0, value: 0.1 },
      { x: 1, y: 0, value: 0.3 },
      { x: 0, y: 0, value: 0.2 },
    ])
    const once = solved([
      { x: 0, y: 0, value: 0.15 },
      { x: 1, y: 0, value: 0.3 },
    ])
    expect(predictKriging(twice, 0.3, 2)).toBeCloseTo(predictKriging(once, 0.3, 2), 14)
  })

  it.each([1e-2, 1e-4, 1e-6, 1e-8, 1e-12])('stays stable for points %f m apart without a nugget', (gap) => {
    const system = solved([
      { x: 0, y: 0, value: 0.2 },
      { x: gap, y: 0, value: 0.2 },
      { x: 5, y: 0, value: 0.2 },
      { x: 5, y: gap, value: 0.2 },
    ])
    expect(predictKriging(system, 2, 1)).toBeCloseTo(0.2, 9)
    expect(krigingVariance(system, 2, 1)).toBeGreaterThan(0)
  })

  it('does not depend on the origin', () => {
    const near = [0.1, 0.3, 0.25].map((value, i) => ({ x: i * 0.5, y: i * i, value }))
    const far = near.map((point) => ({ ...point, x: point.x + 500_000, y: point.y + 5_000_000 }))
    expect(predictKriging(solved(far), 500_001, 5_000_001)).toBeCloseTo(predictKriging(solved(near), 1, 1), 8)
  })

  it('is the plain mean under a pure nugget', () => {
    const system = solved(
      [0.1, 0.2, 0.6].map((value, x) => ({ x, y: 0, value })),
      [{ model: 'Nug', partialSill: 2, range: 0 }],
    )
    expect(predictKriging(system, 9, 9)).toBeCloseTo(0.3, 14)
    expect(krigingVariance(system, 9, 9)).toBeCloseTo(2 + 2 / 3, 14)
  })
})

describe('misuse', () => {
  it('is refused', () => {
    expect(() => solveKriging([{ x: 0, y: 0, value: Number.NaN }], halving)).toThrow(RangeError)
    expect(() => solveKriging([{ x: Infinity, y: 0, value: 0 }], halving)).toThrow(RangeError)
    expect(() => solveKriging([], [])).toThrow(RangeError)
    expect(() => solveKriging([], [{ model: 'Exp', partialSill: 1, range: 0 }])).toThrow(RangeError)
    expect(() => solveKriging([], [{ model: 'Exp', partialSill: -1, range: 1 }])).toThrow(RangeError)
  })
})

describe('with a drift', () => {
  const places = [
    [0, 0],
    [10, 0],
    [0, 10],
    [10, 12],
    [4, 7],
  ] as const
  const plane = (x: number, y: number) => 0.2 + 0.01 * x - 0.004 * y
  const onPlane = places.map(([x, y]) => ({ x, y, value: plane(x, y), covariates: [x, y] }))

  it('extrapolates a plane', () => {
    const system = solved(onPlane)
    expect(predictKriging(system, 40, -25, [40, -25])).toBeCloseTo(plane(40, -25), 12)
    expect(system.weights.every((weight) => Math.abs(weight) < 1e-12)).toBe(true)
  })

  it('does not depend on the unit or the origin of a covariate', () => {
    const uneven = onPlane.map((point, i) => ({ ...point, value: point.value + (i % 2) * 0.05 }))
    const far = uneven.map(({ covariates: [x = 0, y = 0], ...rest }) => ({
      ...rest,
      covariates: [1000 * x + 5e6, y / 7 - 3],
    }))
    const [near, other] = [solved(uneven), solved(far)]
    expect(predictKriging(other, 3, 3, [3000 + 5e6, 3 / 7 - 3])).toBeCloseTo(
      predictKriging(near, 3, 3, [3, 3]),
      10,
    )
    expect(krigingVariance(other, 3, 3, [3000 + 5e6, 3 / 7 - 3])).toBeCloseTo(
      krigingVariance(near, 3, 3, [3, 3]),
      10,
    )
  })

  it('leaves one out as a refit without it does', () => {
    const uneven = onPlane.map((point, i) => ({ ...point, value: point.value + (i % 3) * 0.03 }))
    const predictions = leaveOneOut(solved(uneven))
    if ('reason' in predictions) throw new Error(predictions.reason)
    uneven.forEach(({ x, y, covariates }, i) => {
      const refit = solved(uneven.filter((_, other) => other !== i))
      expect(predictions.predicted[i]).toBeCloseTo(predictKriging(refit, x, y, covariates), 10)
      expect(predictions.variance[i]).toBeCloseTo(krigingVariance(refit, x, y, covariates), 10)
    })
  })

  it('reports points that do not determine the drift', () => {
    const row = onPlane.map((point) => ({ ...point, covariates: [point.x, 2 * point.x] }))
    expect(solveKriging(row, halving)).toEqual({ reason: 'drift not determined' })
    const two = onPlane.slice(0, 2)
    expect(solveKriging(two, halving)).toEqual({ reason: 'drift not determined' })
  })

  it('refuses a prediction without its covariates', () => {
    expect(() => predictKriging(solved(onPlane), 1, 1)).toThrow('0 covariates where 2 are needed')
  })
})
