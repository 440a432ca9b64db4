/** Where one more probe would reduce the uncertainty of a field most. */

import { solveLower } from '../kriging/cholesky.ts'
import { covariance, totalSill } from '../kriging/covariance.ts'
import { driftRow } from '../kriging/drift.ts'
import { solveKriging, type KrigingPoint, type KrigingSystem } from '../kriging/kriging.ts'
import { cellCentre, wettedCells, type MoistureGrid } from './grid.ts'
import type { MoistureModel } from './covariance-models.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import { at, dot } from '../kriging/vectors.ts'

/** A place, and the share of the field's uncertainty that a probe there would take away, 0 to 1. */
export type BestProbePlace = FieldPoint & { readonly gain: number }

/** Kriging terms of one cell: L^-1 c, and G^-1 (f - F' C^-1 c). */
type CellSolution = FieldPoint & {
  readonly whitened: Float64Array
  readonly trendResidual: Float64Array
  readonly variance: number
}

/**
 * The cell where another probe reduces the summed standard deviation most: a probe at s reduces the variance at p by
 * cov(p, s | probes)^2 / var(s). Source: Chiles and Delfiner, Geostatistics (2012), 3.4. O(m^2 n) for m cells.
 *
 * @param points reporting probes, m about the pivot
 * @param grid candidate cells; 24 per side suffice for a circle
 * @returns centre of the best cell; null without wetted cells or reporting probes
 * @throws RangeError when a number is out of range
 * @example bestProbePlace([], solveMoisture([{ x: 0, y: 0, value: 0.2 }], 400).model, { size: 24, wettedRadius: 400, arc: null }) // null
 */
export function bestProbePlace(
  points: readonly KrigingPoint[],
  model: MoistureModel,
  grid: MoistureGrid,
): BestProbePlace | null {
  const plane = model.drift === 'plane'
  const system = solveKriging(
    points.map((point) => ({ ...point, covariates: plane ? [point.x, point.y] : [] })),
    model.covariance,
  )
  if ('reason' in system) return null
  const cells = [...wettedCells(grid)].map((cell) => {
    const row = Math.floor(cell / grid.size)
    return solveCell(system, cellCentre(row, cell - row * grid.size, grid.size, grid.wettedRadius), plane)
  })
  const deviation = cells.map(({ variance }) => Math.sqrt(variance))
  const total = deviation.reduce((sum, value) => sum + value, 0)
  let best: BestProbePlace | null = null
  for (const place of cells) {
    if (!(place.variance > 0)) continue
    const remaining = cells.reduce((sum, cell) => {
      const covarianceWithPlace = conditionalCovariance(system, cell, place)
      return sum + Math.sqrt(Math.max(0, cell.variance - covarianceWithPlace ** 2 / place.variance))
    }, 0)
    const gain = 1 - remaining / total
    if (best === null || gain > best.gain) best = { x: place.x, y: place.y, gain }
  }
  return best
}

function solveCell(system: KrigingSystem, { x, y }: FieldPoint, plane: boolean): CellSolution {
  const c = system.x.map((east, i) => covariance(system.model, Math.hypot(east - x, at(system.y, i) - y)))
  const whitened = solveLower(system.factor, c)
  const row = driftRow(system.drift, plane ? [x, y] : [])
  const trendResidual = solveLower(
    system.trendFactor,
    row.map((f, k) => f - dot(system.trend[k] ?? whitened, whitened)),
  )
  const variance = totalSill(system.model) - dot(whitened, whitened) + dot(trendResidual, trendResidual)
  return { x, y, whitened, trendResidual, variance }
}

/** Covariance of two cells given the probes, without the nugget. */
function conditionalCovariance({ model }: KrigingSystem, a: CellSolution, b: CellSolution): number {
  const distance = Math.hypot(a.x - b.x, a.y - b.y)
  const structured = model.filter((term) => term.model !== 'Nug')
  return (
    covariance(structured, distance) - dot(a.whitened, b.whitened) + dot(a.trendResidual, b.trendResidual)
  )
}
