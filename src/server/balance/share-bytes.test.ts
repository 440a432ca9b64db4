/** Shares of cells as bytes, there and back. */
import { expect, it } from 'vitest'
import { packShares, unpackShares } from './share-bytes.ts'

it('come back to within half a step, of the zones that the machine has', () => {
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
