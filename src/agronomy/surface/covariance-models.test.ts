/** Candidate covariance models for few and for many probes, with hand-calculated figures. */
import { describe, expect, it } from 'vitest'
import { fewProbesSill, moistureCandidates, sampleVariance } from './covariance-models.ts'

describe('below ten places', () => {
  it.each([1, 2, 9])(
    'is one covariance for %i: a tenth of the wetted diameter, a quarter nugget',
    (places) => {
      expect(moistureCandidates(places, 385)).toEqual([{ range: expect.closeTo(77, 12), nugget: 0.25 }])
    },
  )

  it.each([
    [[0.2], 0.0036],
    [[0.1, 0.5], 0.0036],
    [[0.2, 0.2, 0.2], 0.0009],
    [[0.1, 0.2, 0.3], 0.01],
  ])('gives %j a sill of %f', (values, sill) => {
    expect(fewProbesSill(values)).toBeCloseTo(sill, 15)
  })
})

describe('from ten places on', () => {
  const candidates = moistureCandidates(10, 500)

  it('is a grid of 42, the same for every number of places', () => {
    expect(candidates).toHaveLength(42)
    expect(moistureCandidates(500, 500)).toEqual(candidates)
  })

  it('has two ranges, the whole field and a twentieth of it', () => {
    const ranges = [...new Set(candidates.map(({ range }) => range))]
    expect(ranges).toEqual([800, 50])
  })

  it('has nuggets in equal steps, up to pure nugget', () => {
    const nuggets = candidates.slice(0, 21).map(({ nugget }) => nugget)
    expect(nuggets.every((nugget, k) => Math.abs(nugget - (k + 1) / 21) < 1e-15)).toBe(true)
  })
})

it('refuses misuse', () => {
  expect(() => fewProbesSill([Number.NaN])).toThrow(RangeError)
  expect(() => moistureCandidates(3, 0)).toThrow(RangeError)
  expect(() => moistureCandidates(3, Infinity)).toThrow(RangeError)
  expect(() => sampleVariance([1])).toThrow(RangeError)
})
