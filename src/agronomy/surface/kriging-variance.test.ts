/** Quadratic forms of the variance: symmetric, and equal to the variance of the model average at any place. */
import { expect, it } from 'vitest'
import { krigingVariance, predictKriging, solveKriging } from '../kriging/kriging.ts'
import { moistureSpread } from './kriging-variance.ts'
import { spreadVariance } from './solved-field.ts'
import { factorLayout } from './layout.ts'
import { averageModels } from './model-averaging.ts'
import { seededRandom } from '../seeded-random.ts'

const random = seededRandom(9)
const points = Array.from({ length: 22 }, () => ({
  x: random.between(-300, 300),
  y: random.between(-300, 300),
  value: random.between(0.1, 0.4),
}))
const layout = factorLayout(points, 400)
const values = Float64Array.from(points, ({ value }) => value)

it.each(['none', 'plane'] as const)('is the variance of the mixture, drift %s', (drift) => {
  const candidates = averageModels(layout, values, drift, null)
  if (candidates === null) throw new Error('no plane')
  const spread = moistureSpread(layout, candidates)
  const order = spread.terms + points.length
  for (const { form } of spread.forms)
    for (let i = 0; i < order; i += 1)
      for (let j = 0; j < i; j += 1)
        expect(form[i * order + j]).toBeCloseTo(form[j * order + i] ?? Number.NaN, 10)

  const [x, y] = [77, -123]
  const covariates = drift === 'plane' ? [x, y] : []
  const kriged = candidates.map(({ share, sill, candidate, factors }) => {
    const system = solveKriging(
      points.map((point) => ({ ...point, covariates: drift === 'plane' ? [point.x, point.y] : [] })),
      [
        { model: 'Nug', partialSill: sill * candidate.nugget, range: 0 },
        { model: 'Exp', partialSill: sill * (1 - candidate.nugget), range: factors.range },
      ],
    )
    if ('reason' in system) throw new Error(system.reason)
    const value = predictKriging(system, x, y, covariates)
    return { share, value, variance: krigingVariance(system, x, y, covariates) }
  })
  const mean = kriged.reduce((sum, { share, value }) => sum + share * value, 0)
  const expected = kriged.reduce(
    (sum, { share, value, variance }) => sum + share * (variance + (value - mean) ** 2),
    0,
  )
  expect(spreadVariance(spread, layout, x, y, mean)).toBeCloseTo(expected, 10)
})

it('refuses a mixture of nothing', () => {
  expect(() => moistureSpread(layout, [])).toThrow(RangeError)
})
