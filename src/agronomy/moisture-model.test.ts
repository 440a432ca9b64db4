/** The rule for few probes, with figures worked out by hand. */
import { describe, expect, it } from 'vitest'
import { moistureModel, sampleVariance } from './moisture-model.ts'

function chosen(values: number[], wettedRadius: number) {
  const model = moistureModel(values, wettedRadius)
  if ('reason' in model) throw new Error(model.reason)
  return model
}

describe('the rule', () => {
  it('takes a range of a tenth of the wetted diameter', () => {
    expect(chosen([0.2], 385).range).toBeCloseTo(77, 12)
  })

  it.each([
    [[0.2], 0.0036],
    [[0.1, 0.5], 0.0036],
    [[0.2, 0.2, 0.2], 0.0009],
    [[0.1, 0.2, 0.3], 0.01],
  ])('gives %j a sill of %f', (values, sill) => {
    expect(chosen(values, 400).sill).toBeCloseTo(sill, 15)
  })

  it('makes a quarter of the sill nugget', () => {
    expect(chosen([0.1, 0.2, 0.3], 400).covariance).toEqual([
      { model: 'Nug', partialSill: expect.closeTo(0.0025, 15), range: 0 },
      { model: 'Exp', partialSill: expect.closeTo(0.0075, 15), range: expect.closeTo(80, 12) },
    ])
  })
})

it('says so when nothing was read', () => {
  expect(moistureModel([], 400)).toEqual({ reason: 'no readings' })
})

it('refuses misuse', () => {
  expect(() => moistureModel([Number.NaN], 400)).toThrow(RangeError)
  expect(() => moistureModel([0.2], 0)).toThrow(RangeError)
  expect(() => sampleVariance([1])).toThrow(RangeError)
})
