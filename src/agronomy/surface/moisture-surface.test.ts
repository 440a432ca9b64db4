/** The moisture grid: where it has values, its orientation, and its equality with kriging. */
import { describe, expect, it } from 'vitest'
import { predictMoisture } from './solved-field.ts'
import { cellCentre } from './grid.ts'
import { moistureSurface } from './moisture-surface.ts'
import { type SurfaceRequest } from './grid.ts'

const probes = [
  { x: 0, y: 80, value: 0.1 },
  { x: 0, y: -80, value: 0.35 },
  { x: 60, y: 0, value: 0.2 },
]
const request: SurfaceRequest = { probes, wettedRadius: 100, arc: null, size: 40 }

function drawSurface(changes: Partial<SurfaceRequest> = {}) {
  const surface = moistureSurface({ ...request, ...changes })
  if ('reason' in surface) throw new Error(surface.reason)
  return surface
}

describe('the grid', () => {
  it('covers the circle and nothing else', () => {
    const surface = drawSurface({ size: 200 })
    const inside = surface.values.filter((value) => !Number.isNaN(value)).length
    // Area of the circle over that of its square: pi / 4.
    expect(inside / 200 ** 2).toBeCloseTo(Math.PI / 4, 2)
    expect(surface.values[0]).toBeNaN()
  })

  it('has its first row in the north', () => {
    const { values, size } = drawSurface()
    const middle = size / 2
    expect(values[middle]).toBeLessThan(0.2)
    expect(values[(size - 1) * size + middle]).toBeGreaterThan(0.25)
  })

  it('is cut by the arc', () => {
    const east = drawSurface({ arc: [0, 180] })
    const row = [...east.values.subarray(20 * 40, 21 * 40)]
    expect(row.map(Number.isNaN)).toEqual([...Array(20).fill(true), ...Array(20).fill(false)])
  })

  it('equals a query at any of its centres', () => {
    const surface = drawSurface()
    for (const [row, column] of [
      [0, 20],
      [17, 3],
      [39, 19],
    ] as const) {
      const { x, y } = cellCentre(row, column, 40, 100)
      expect(surface.values[row * 40 + column]).toBe(predictMoisture(surface.field, x, y))
    }
  })

  it('knows its extremes', () => {
    const { values, min, max } = drawSurface()
    const inside = [...values].filter((value) => !Number.isNaN(value))
    expect([min, max]).toEqual([Math.min(...inside), Math.max(...inside)])
    expect(min).toBeGreaterThanOrEqual(0.1)
    expect(max).toBeLessThanOrEqual(0.35)
  })
})

describe('few probes', () => {
  it('reports that no probe has a value', () => {
    expect(moistureSurface({ ...request, probes: [] })).toEqual({ reason: 'no readings' })
    expect(moistureSurface({ ...request, probes: [{ x: 0, y: 0, value: null }] })).toEqual({
      reason: 'no readings',
    })
  })

  it('is flat for one, and leaves silent ones out', () => {
    const { min, max } = drawSurface({
      probes: [
        { x: 5, y: 5, value: 0.22 },
        { x: 0, y: 0, value: null },
      ],
    })
    expect(min).toBeCloseTo(0.22, 14)
    expect(max).toBeCloseTo(0.22, 14)
  })

  it('accepts duplicates and collinear probes', () => {
    const row = [0, 10, 20, 20, 30].map((x, i) => ({ x, y: 0, value: 0.1 + i * 0.05 }))
    const { values, min, max } = drawSurface({ probes: row })
    expect([min, max].every(Number.isFinite)).toBe(true)
    expect(values.some((value) => !Number.isNaN(value))).toBe(true)
  })
})

it('refuses misuse', () => {
  expect(() => drawSurface({ size: 0 })).toThrow(RangeError)
  expect(() => drawSurface({ size: 1.5 })).toThrow(RangeError)
  expect(() => drawSurface({ wettedRadius: 0 })).toThrow(RangeError)
  expect(() => drawSurface({ probes: [{ x: Number.NaN, y: 0, value: 0.2 }] })).toThrow(RangeError)
})
