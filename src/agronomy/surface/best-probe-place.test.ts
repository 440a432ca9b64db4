/** The best place for a new probe, checked by symmetry and brute force. */
import { describe, expect, it } from 'vitest'
import { bestProbePlace } from './best-probe-place.ts'
import { krigingVariance, solveKriging, type KrigingPoint } from '../kriging/kriging.ts'
import { solveMoisture } from './moisture-field.ts'
import { cellCentre, wettedCells } from './grid.ts'

const grid = { size: 15, wettedRadius: 400, arc: null }

function modelOf(points: readonly KrigingPoint[]) {
  const field = solveMoisture(points, 400)
  if ('reason' in field) throw new Error(field.reason)
  return field.model
}

/** Sum of the standard deviations over the grid by kriging anew. */
function uncertainty(points: readonly KrigingPoint[], model: ReturnType<typeof modelOf>): number {
  const system = solveKriging(points, model.covariance)
  if ('reason' in system) throw new Error(system.reason)
  return [...wettedCells(grid)].reduce((sum, cell) => {
    const { x, y } = cellCentre(Math.floor(cell / grid.size), cell % grid.size, grid.size, 400)
    return sum + Math.sqrt(krigingVariance(system, x, y))
  }, 0)
}

describe('the best place', () => {
  const west = [
    { x: -200, y: 90, value: 0.2 },
    { x: -210, y: -100, value: 0.26 },
    { x: -90, y: 10, value: 0.31 },
  ]

  it('is where the probes are not', () => {
    const best = bestProbePlace(west, modelOf(west), grid)
    expect(best?.x).toBeGreaterThan(100)
    expect(Math.abs(best?.y ?? 400)).toBeLessThan(150)
  })

  it('gains what kriging anew with a probe there gains, and no other cell gains more', () => {
    const model = modelOf(west)
    const best = bestProbePlace(west, model, grid)
    if (best === null) throw new Error('no place')
    const before = uncertainty(west, model)
    const gainAt = (x: number, y: number) => 1 - uncertainty([...west, { x, y, value: 0 }], model) / before
    // a probe takes away its own cell's noise as well when it stands in the very middle
    expect(gainAt(best.x, best.y)).toBeCloseTo(best.gain, 2)
    for (const cell of wettedCells(grid)) {
      const { x, y } = cellCentre(Math.floor(cell / grid.size), cell % grid.size, grid.size, 400)
      expect(gainAt(x, y)).toBeLessThanOrEqual(gainAt(best.x, best.y) + 0.002)
    }
  })

  it('stays on the wetted part', () => {
    const best = bestProbePlace(west, modelOf(west), { ...grid, arc: [180, 360] })
    expect(best?.x).toBeLessThan(0)
  })

  it('does not depend on what the probes read', () => {
    const wetter = west.map((probe) => ({ ...probe, value: probe.value + 0.05 }))
    const [first, second] = [west, wetter].map((points) => bestProbePlace(points, modelOf(west), grid))
    expect(second).toEqual(first)
  })
})

it('is nowhere without probes', () => {
  const model = modelOf([{ x: 0, y: 0, value: 0.2 }])
  expect(bestProbePlace([], model, grid)).toBeNull()
})
