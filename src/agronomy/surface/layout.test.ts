/** A factored layout against plain kriging: determinants, leave-one-out precision, places. */
import { describe, expect, it } from 'vitest'
import { factorCholesky } from '../kriging/cholesky.ts'
import { leaveOneOut, solveKriging } from '../kriging/kriging.ts'
import { factorLayout, type LayoutCandidate } from './layout.ts'
import { seededRandom } from '../seeded-random.ts'

const random = seededRandom(12)
const points = Array.from({ length: 24 }, () => ({
  x: random.between(-300, 300),
  y: random.between(-300, 300),
}))

function checkCandidates(check: (candidate: LayoutCandidate, range: number) => void): void {
  const { ranges } = factorLayout(points, 400)
  expect(ranges).toHaveLength(2)
  for (const { range, candidates } of ranges) {
    expect(candidates).toHaveLength(21)
    for (const candidate of candidates) check(candidate, range)
  }
}

describe('each candidate', () => {
  it('has the determinant of its correlations', () => {
    checkCandidates(({ nugget, logDeterminant }, range) => {
      const matrix = points.flatMap((a, i) =>
        points.map((b, j) =>
          i === j ? 1 : (1 - nugget) * Math.exp(-Math.hypot(a.x - b.x, a.y - b.y) / range),
        ),
      )
      const factor = factorCholesky(Float64Array.from(matrix), points.length)
      if (factor === null) throw new Error('not positive definite')
      const expected = points.reduce((sum, _, i) => sum + 2 * Math.log(factor[i * points.length + i] ?? 0), 0)
      expect(logDeterminant).toBeCloseTo(expected, 9)
    })
  })

  it.each(['constant', 'plane'] as const)('has the leave-one-out precision of kriging, mean %s', (mean) => {
    checkCandidates((candidate, range) => {
      const { nugget } = candidate
      const system = solveKriging(
        points.map((point) => ({
          ...point,
          value: 0,
          covariates: mean === 'plane' ? [point.x, point.y] : [],
        })),
        [
          { model: 'Nug', partialSill: nugget, range: 0 },
          { model: 'Exp', partialSill: 1 - nugget, range },
        ],
      )
      if ('reason' in system) throw new Error(system.reason)
      const predictions = leaveOneOut(system)
      if ('reason' in predictions) throw new Error(predictions.reason)
      candidate[mean]?.precision.forEach((precision, i) =>
        expect(precision * (predictions.variance[i] ?? 0)).toBeCloseTo(1, 9),
      )
    })
  })
})

describe('places', () => {
  it('are merged where points stand together', () => {
    const layout = factorLayout(
      [
        { x: 1, y: 1 },
        { x: 5, y: 5 },
        { x: 1, y: 1.000_01 },
      ],
      400,
    )
    expect([...layout.placeOf]).toEqual([0, 1, 0])
    expect([...layout.x]).toEqual([1, 5])
  })

  it('below twenty, and in a row, determine no plane', () => {
    const planeOf = (places: typeof points) => factorLayout(places, 400).ranges[0]?.candidates[0]?.plane
    expect(planeOf(points)).not.toBeNull()
    expect(planeOf(points.slice(0, 19))).toBeNull()
    expect(planeOf(points.map(({ x }) => ({ x, y: x / 2 })))).toBeNull()
  })

  it('none, are a layout without ranges', () => {
    expect(factorLayout([], 400)).toMatchObject({ ranges: [], wettedRadius: 400 })
  })

  it('that are no numbers are refused', () => {
    expect(() => factorLayout([{ x: 0, y: Number.NaN }], 400)).toThrow(RangeError)
    expect(() => factorLayout([], 0)).toThrow(RangeError)
  })
})
