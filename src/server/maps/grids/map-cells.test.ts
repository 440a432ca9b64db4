/** Encoded surface cells decode to their values. */
import { describe, expect, it } from 'vitest'
import { quantised } from './map-cells.ts'

const read = ({ offset, step, b64 }: ReturnType<typeof quantised>) =>
  [...Buffer.from(b64, 'base64')].map((byte) => (byte === 255 ? Number.NaN : offset + step * byte))

describe('cells as bytes', () => {
  it.each([
    [[0.1, 0.2, 0.3, Number.NaN]],
    [[0, 0.6]],
    [[0.2, 0.2, 0.2]],
    [[0.1234567, 0.1234568]],
    [[Number.NaN, 0.31]],
  ])('give %j back within half a step, and its holes', (values) => {
    const cells = quantised([Float32Array.from(values)])
    const back = read(cells)
    const off = values.map((value, i) => Math.abs((back[i] ?? 0) - value))
    expect(off.map(Number.isNaN)).toEqual(values.map(Number.isNaN))
    expect(Math.max(...off.filter((difference) => !Number.isNaN(difference)))).toBeLessThanOrEqual(
      cells.step / 2 + 1e-7,
    )
    expect(cells.step).toBeLessThan(0.0025)
  })

  it('share one scale over several surfaces', () => {
    const cells = quantised([Float32Array.of(0.1, 0.1), Float32Array.of(0.3, Number.NaN)])
    expect(read(cells).map((value) => Math.round(value * 100) / 100)).toEqual([0.1, 0.1, 0.3, Number.NaN])
  })

  it('can encode a field without a cell', () => {
    expect(read(quantised([Float32Array.of(Number.NaN)]))).toEqual([Number.NaN])
    expect(quantised([]).b64).toBe('')
  })
})
