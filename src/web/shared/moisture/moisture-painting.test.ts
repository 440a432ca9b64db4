/** Pixels of a map: the colours of its values, and nothing beside the machine. */
import { describe, expect, it } from 'vitest'
import { moistureRamp } from '../../../agronomy/colour/colour-ramp.ts'
import { moisturePixels } from './moisture-painting.ts'

const RAMP = moistureRamp(101)
const FIELD = { pivot: { lat: 51, lng: -114 }, towerRadiiM: [90], wettedRadiusM: 100, arc: null }
const even = (value: number) => ({ size: 4, cells: new Float32Array(16).fill(value) })
const SIDE = 40

const at = (pixels: Uint8ClampedArray, column: number, row: number) => [
  ...pixels.subarray((row * SIDE + column) * 4, (row * SIDE + column) * 4 + 4),
]

describe('pixels of a map', () => {
  it.each([
    [0, RAMP[0]],
    [0.1, RAMP[0]],
    [0.2, RAMP[50]],
    [0.35, RAMP[100]],
  ])('have the colour of %f between 0.1 and 0.3', (value, colour) => {
    const limits = { low: 0.1, high: 0.3 }
    const pixels = moisturePixels({ map: even(value), field: FIELD, limits, ramp: RAMP }, SIDE)
    expect(at(pixels, 20, 20)).toEqual([...(colour ?? []), 255])
  })

  it('are transparent outside the circle and the part that the arm sweeps', () => {
    const field = { ...FIELD, arc: [0, 180] as const }
    const pixels = moisturePixels(
      { map: even(0.2), field, limits: { low: 0.1, high: 0.3 }, ramp: RAMP },
      SIDE,
    )
    expect(at(pixels, 1, 1)[3]).toBe(0)
    expect(at(pixels, 10, 20)[3]).toBe(0)
    expect(at(pixels, 30, 20)[3]).toBe(255)
  })
})
