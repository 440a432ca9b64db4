/** The kernel compared with f64 kriging, ordinary and with a drift. */
import { expect, it } from 'vitest'
import { krigingVariance, predictKriging, solveKriging } from '../src/agronomy/kriging/kriging.ts'
import { krigeByKernel } from './kriging-kernel.ts'
import { openMoistureKernel } from '../src/agronomy/surface/kernel.ts'
import { seededRandom } from '../src/agronomy/seeded-random.ts'

it.each([0, 2])('agrees to 1e-5 with %i covariates', (count) => {
  const random = seededRandom(8)
  const place = () => {
    const [x, y] = [random.between(0, 900), random.between(0, 900)]
    return { x, y, covariates: [x / 3 + 7, Math.sin(y)].slice(0, count) }
  }
  const points = Array.from({ length: 40 }, () => ({ ...place(), value: random.between(0.1, 0.4) }))
  const system = solveKriging(points, [
    { model: 'Nug', partialSill: 0.0004, range: 0 },
    { model: 'Sph', partialSill: 0.003, range: 300 },
  ])
  const kernel = openMoistureKernel()
  if ('reason' in system || kernel === null) throw new Error('not solved')
  const [first] = points
  const places = [...Array.from({ length: 37 }, place), ...(first ? [first] : [])]
  const { prediction, variance } = krigeByKernel(kernel, system, places)
  expect(prediction).toHaveLength(38)
  places.forEach(({ x, y, covariates }, i) => {
    expect(prediction[i]).toBeCloseTo(predictKriging(system, x, y, covariates), 5)
    expect(variance[i]).toBeCloseTo(krigingVariance(system, x, y, covariates), 6)
  })
})
