/** Shares of cells encoded as bytes and decoded. */
import { expect, it } from 'vitest'
import { packDeviations, packShares, unpackDeviations, unpackShares } from './share-bytes.ts'

it('are decoded to within half a step, for the zones that the machine has', () => {
  const cells = 180 * 3
  const soil = {
    fieldCapacity: new Float64Array(cells).fill(0.25),
    wiltingPoint: new Float64Array(cells).fill(0.12),
  }
  // two layers, from a little below the wilting point to above field capacity
  const shares = Float64Array.from({ length: 2 * cells }, (_, i) => -0.1 + (1.3 * i) / (2 * cells))
  const packed = packShares(
    shares.map((share) => 0.12 + 0.13 * share),
    2,
    { towers: 3, ...soil },
  )
  expect(packed).toHaveLength(1620 * 2)
  expect(packed.filter((byte) => byte === 255)).toHaveLength(180 * 6 * 2)
  const back = unpackShares(packed, 3)
  expect(back).toHaveLength(2 * cells)
  expect(Math.max(...back.map((share, i) => Math.abs(share - (shares[i] ?? 0))))).toBeLessThanOrEqual(
    0.5 / 160 + 1e-9,
  )
})

it('of the uncertainty are within a quarter of a per cent, up to more than the whole range', () => {
  const cells = 180 * 2
  const soil = {
    towers: 2,
    fieldCapacity: new Float64Array(cells).fill(0.25),
    wiltingPoint: new Float64Array(cells).fill(0.05),
  }
  const shares = Float64Array.from({ length: cells }, (_, i) => (1.5 * i) / cells)
  const packed = packDeviations(
    shares.map((share) => 0.2 * share),
    soil,
  )
  expect(packed).toHaveLength(1620)
  expect(packed.filter((byte) => byte === 255)).toHaveLength(180 * 7)
  const back = unpackDeviations(packed, 2)
  back.forEach((share, i) => {
    expect(Math.abs(share - Math.min(1.27, shares[i] ?? 0))).toBeLessThanOrEqual(0.0025 + 1e-9)
  })
})
