/** The solved field: few probes against plain kriging, many against each of the 42 covariances solved separately. */
import { describe, expect, it } from 'vitest'
import type { CovarianceModel } from '../kriging/covariance.ts'
import {
  krigingVariance,
  leaveOneOut,
  predictKriging,
  solveKriging,
  type KrigingPoint,
} from '../kriging/kriging.ts'
import { solveMoisture } from './moisture-field.ts'
import { moistureDeviation, predictMoisture } from './solved-field.ts'
import { fewProbesSill } from './covariance-models.ts'
import { seededRandom } from '../seeded-random.ts'

const RADIUS = 400

function solved(points: readonly KrigingPoint[], radius = RADIUS) {
  const field = solveMoisture(points, radius, true)
  if ('reason' in field) throw new Error(field.reason)
  return field
}

/** Probes over the circle, wetter to the east by `slope`, with noise. */
function probes(count: number, { slope = 0, seed = 7, noise = 0.05 } = {}): KrigingPoint[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const [x, y] = [random.between(-300, 300), random.between(-300, 300)]
    const wave = 0.04 * Math.sin(x / 90) * Math.cos(y / 110)
    return { x, y, value: 0.25 + slope * x + wave + random.between(-noise, noise) }
  })
}

const places = [
  { x: 12, y: -40 },
  { x: -333, y: 150 },
  { x: 260, y: 220 },
]

describe('few probes', () => {
  it.each([1, 2, 3, 5, 9])('of %i are plain kriging by the rule', (count) => {
    const points = probes(count)
    const sill = fewProbesSill(points.map(({ value }) => value))
    const plain = kriged(points, 80, 0.25, sill)
    const field = solved(points)
    expect(field.model).toMatchObject({ rule: 'few probes', drift: 'none' })
    expect(field.model.range).toBeCloseTo(80, 10)
    expect(field.model.sill).toBeCloseTo(sill, 14)
    expect(field.model.nugget).toBeCloseTo(0.25, 14)
    for (const { x, y } of places) {
      expect(predictMoisture(field, x, y)).toBeCloseTo(predictKriging(plain, x, y), 12)
      expect(moistureDeviation(field, x, y) ** 2).toBeCloseTo(krigingVariance(plain, x, y), 12)
    }
  })

  it('count places: twelve probes in three places are few', () => {
    const [a, b, c] = probes(3)
    const points = [a, b, c].flatMap((point) => (point ? [point, point, point, point] : []))
    expect(solved(points).model.rule).toBe('few probes')
  })
})

function kriged(points: readonly KrigingPoint[], range: number, nugget: number, sill: number) {
  const model: CovarianceModel = [
    { model: 'Nug', partialSill: nugget * sill, range: 0 },
    { model: 'Exp', partialSill: (1 - nugget) * sill, range },
  ]
  const system = solveKriging(points, model)
  if ('reason' in system) throw new Error(system.reason)
  return system
}

/** log |A| and A^-1 b of a small matrix by elimination: nothing of the code under test. */
function eliminated(matrix: number[][], right: number[]): { solution: number[]; logDeterminant: number } {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  let logDeterminant = 0
  rows.forEach((pivotRow, k) => {
    const pivot = pivotRow[k] ?? Number.NaN
    logDeterminant += Math.log(pivot)
    rows.forEach((row, i) => {
      if (i === k) return
      const share = (row[k] ?? 0) / pivot
      pivotRow.forEach((value, j) => (row[j] = (row[j] ?? 0) - share * value))
    })
  })
  return { solution: rows.map((row, k) => (row.at(-1) ?? 0) / (row[k] ?? 1)), logDeterminant }
}

/** The mixture as its definition says: 42 krigings, weighed by exp(REML). */
function mixture(points: readonly KrigingPoint[]) {
  const n = points.length
  const solvedOnes = [0.8, 0.05].flatMap((share) =>
    Array.from({ length: 21 }, (_, k) => {
      const [range, nugget] = [share * 2 * RADIUS, (k + 1) / 21]
      const matrix = points.map((a, i) =>
        points.map((b, j) =>
          i === j ? 1 : (1 - nugget) * Math.exp(-Math.hypot(a.x - b.x, a.y - b.y) / range),
        ),
      )
      const ones = eliminated(
        matrix,
        points.map(() => 1),
      )
      const precision = ones.solution.reduce((sum, value) => sum + value, 0)
      const mean = points.reduce((sum, { value }, i) => sum + value * (ones.solution[i] ?? 0), 0) / precision
      const residual = points.map(({ value }) => value - mean)
      const square = eliminated(matrix, residual).solution.reduce(
        (sum, value, i) => sum + value * (residual[i] ?? 0),
        0,
      )
      const sill = square / (n - 1)
      const score = -((n - 1) * Math.log(sill) + ones.logDeterminant + Math.log(precision)) / 2
      return { score, sill, system: kriged(points, range, nugget, sill) }
    }),
  )
  const best = Math.max(...solvedOnes.map(({ score }) => score))
  const total = solvedOnes.reduce((sum, { score }) => sum + Math.exp(score - best), 0)
  return solvedOnes.map((model) => ({ ...model, share: Math.exp(model.score - best) / total }))
}

describe('from ten places on', () => {
  it.each([10, 25, 42])('of %i are the mixture of 42 krigings by likelihood', (count) => {
    const points = probes(count)
    const field = solved(points)
    const parts = mixture(points)
    expect(field.model).toMatchObject({ rule: 'likelihood mixture', drift: 'none' })
    expect(field.model.sill).toBeCloseTo(
      parts.reduce((sum, { share, sill }) => sum + share * sill, 0),
      12,
    )
    for (const { x, y } of places) {
      const predictions = parts.map(({ system }) => predictKriging(system, x, y))
      const mean = parts.reduce((sum, { share }, k) => sum + share * (predictions[k] ?? 0), 0)
      const variance = parts.reduce(
        (sum, { share, system }, k) =>
          sum + share * (krigingVariance(system, x, y) + ((predictions[k] ?? 0) - mean) ** 2),
        0,
      )
      expect(predictMoisture(field, x, y)).toBeCloseTo(mean, 11)
      expect(moistureDeviation(field, x, y) ** 2).toBeCloseTo(variance, 11)
    }
  })

  it('accepts equal readings, collinear probes and duplicates', () => {
    const equal = solved(probes(12).map((point) => ({ ...point, value: 0.2 })))
    expect(predictMoisture(equal, 33, 44)).toBeCloseTo(0.2, 12)
    expect(moistureDeviation(equal, 33, 44)).toBeGreaterThan(0.001)
    const row = solved(probes(12).map((point) => ({ ...point, y: 0 })))
    expect(row.model.drift).toBe('none')
    expect(Number.isFinite(predictMoisture(row, 10, 200))).toBe(true)
    const twice = probes(12)
    const doubled = solved([...twice, ...twice.map((point) => ({ ...point, value: point.value + 0.02 }))])
    const once = solved(twice.map((point) => ({ ...point, value: point.value + 0.01 })))
    expect(predictMoisture(doubled, 5, 5)).toBeCloseTo(predictMoisture(once, 5, 5), 10)
  })
})

describe('a plane as the mean', () => {
  it('is used only if it improves leave-one-out by a tenth', () => {
    expect(solved(probes(30, { slope: 0.0006, noise: 0.04 })).model.drift).toBe('plane')
    expect(solved(probes(30)).model.drift).toBe('none')
  })

  it('extrapolates the slope', () => {
    const slope = 0.0006
    const field = solved(probes(30, { slope, noise: 0.04 }))
    const rise = predictMoisture(field, 380, 0) - predictMoisture(field, -380, 0)
    expect(rise / 760).toBeGreaterThan(0.7 * slope)
    expect(rise / 760).toBeLessThan(1.3 * slope)
  })

  it('has the uncertainty of universal kriging', () => {
    const points = probes(30, { slope: 0.0006, noise: 0.04 })
    const field = solved(points)
    const universal = solveKriging(
      points.map((point) => ({ ...point, covariates: [point.x, point.y] })),
      field.model.covariance,
    )
    if ('reason' in universal) throw new Error(universal.reason)
    for (const { x, y } of places) {
      // one covariance near to the mixture, not the mixture
      const near = Math.sqrt(krigingVariance(universal, x, y, [x, y]))
      expect(moistureDeviation(field, x, y) / near).toBeGreaterThan(0.9)
      expect(moistureDeviation(field, x, y) / near).toBeLessThan(1.1)
    }
    expect('reason' in leaveOneOut(universal)).toBe(false)
  })
})

it('refuses misuse', () => {
  expect(() => solveMoisture([{ x: Number.NaN, y: 0, value: 0.2 }], RADIUS)).toThrow(RangeError)
  expect(() => solveMoisture([{ x: 0, y: 0, value: Number.NaN }], RADIUS)).toThrow(RangeError)
  expect(() => solveMoisture([{ x: 0, y: 0, value: 0.2 }], 0)).toThrow(RangeError)
  const field = solveMoisture([{ x: 0, y: 0, value: 0.2 }], RADIUS)
  if ('reason' in field) throw new Error(field.reason)
  expect(() => moistureDeviation(field, 1, 1)).toThrow('without its spread')
})
