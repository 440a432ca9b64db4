/** The comparison itself, on a case by hand, and on cases computed with R gstat if they are available. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyKrigingCase } from './kriging.ts'

const goldens = `${import.meta.dirname}/../../shared/data/kriging-golden`

/** Two points one apart with C(1) = 1/2, predicted one beyond: weights 1/4 and 3/4, variance 15/16. */
const byHand = {
  id: 'by hand',
  formula: 'z ~ 1',
  data: { x: [0, 1], y: [0, 0], z: [1, 3] },
  variogram_used: { models: [{ model: 'Exp', psill: 1, range: 1 / Math.LN2 }] },
  predict: { x: [2], y: [0], kriging_pred: [2.5], kriging_var: [0.9375] },
  loo_fixed_variogram: { pred: [3, 1], var: [1, 1] },
}

describe('a case by hand', () => {
  it('agrees', () => {
    const result = verifyKrigingCase(byHand)
    if ('skipped' in result) throw new Error(result.skipped)
    expect(result.compared).toBe(6)
    expect(result.maxError.prediction).toBeLessThan(1e-14)
    expect(result.maxError.variance).toBeLessThan(1e-14)
    expect(result.maxError.leaveOneOut).toBeLessThan(1e-14)
  })

  it('shows a difference', () => {
    const predict = { ...byHand.predict, kriging_pred: [2.501] }
    const left = { pred: [3, 1], var: [1, 1.5] }
    expect(verifyKrigingCase({ ...byHand, predict, loo_fixed_variogram: left })).toMatchObject({
      maxError: { prediction: expect.closeTo(0.001, 12), leaveOneOut: expect.closeTo(0.5, 12) },
    })
  })

  it('compares no leave-one-out if the case has none', () => {
    const { loo_fixed_variogram: _, ...rest } = byHand
    expect(verifyKrigingCase(rest)).toMatchObject({ compared: 2, maxError: { leaveOneOut: null } })
  })
})

describe('what is not a case', () => {
  it('reports what is missing', () => {
    expect(() => verifyKrigingCase(null)).toThrow('case is missing')
    expect(() => verifyKrigingCase({ ...byHand, formula: 1 })).toThrow('formula is missing')
    expect(() => verifyKrigingCase({ ...byHand, data: { x: [0, 'a'] } })).toThrow('x is missing')
    expect(() => verifyKrigingCase({ ...byHand, predict: undefined })).toThrow('predict is missing')
    expect(() => verifyKrigingCase({ ...byHand, variogram_used: {} })).toThrow('models is missing')
  })

  it('never passes without figures', () => {
    const predict = { x: [], y: [], kriging_pred: [], kriging_var: [] }
    expect(() => verifyKrigingCase({ ...byHand, predict })).toThrow('0 figures')
  })
})

describe.skipIf(!existsSync(goldens))('cases of R gstat (skipped where ../shared/data is absent)', () => {
  const names = existsSync(goldens) ? readdirSync(goldens).filter((name) => name.endsWith('.json')) : []
  const results = names.map((name) =>
    verifyKrigingCase(JSON.parse(readFileSync(`${goldens}/${name}`, 'utf8'))),
  )

  it.each(results.filter((result) => !('skipped' in result)))('$id agrees to 1e-9', (result) => {
    if ('skipped' in result) throw new Error(result.skipped)
    expect(result.compared).toBeGreaterThanOrEqual(400)
    expect(result.maxError.prediction).toBeLessThan(1e-9)
    expect(result.maxError.variance).toBeLessThan(1e-9)
    expect(result.maxError.leaveOneOut ?? 0).toBeLessThan(1e-9)
    expect(result.kernelError).toBeLessThan(1e-5)
  })

  it('includes all', () => {
    expect(results.filter((result) => 'skipped' in result)).toEqual([])
    expect(results.map((result) => result.formula)).toEqual(
      expect.arrayContaining(['z ~ 1', 'z ~ x + y', 'z ~ dem + twi', 'z ~ sqrtdist']),
    )
  })
})
