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

/** What is known of one cell: L^-1 c, and the lack of the drift's terms. */
type Known = FieldPoint & {
  readonly whitened: Float64Array
  readonly lack: Float64Array
  readonly variance: number
}

/**
 * The cell where a further probe lets the standard deviation, summed over the field, fall most. Values do not matter, only
 * where the probes stand and how alike near soil is: with a probe at s the variance at p falls by cov(p, s | probes)^2 /
 * var(s). Source: Chiles and Delfiner, Geostatistics (2012), 3.4. O(m^2 n) for m cells.
 *
 * @param points probes that are read, m about the pivot
 * @param model of the field's surface
 * @param grid cells to choose from; 24 on a side are enough for a circle
 * @returns the centre of the best cell, of equals the first; null where no cell is wetted or no probe is read
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
    return knownOf(system, cellCentre(row, cell - row * grid.size, grid.size, grid.wettedRadius), plane)
  })
  const deviation = cells.map(({ variance }) => Math.sqrt(variance))
  const total = deviation.reduce((sum, each) => sum + each, 0)
  let best: BestProbePlace | null = null
  for (const place of cells) {
    if (!(place.variance > 0)) continue
    const left = cells.reduce((sum, cell) => {
      const shared = sharedVariance(system, cell, place)
      return sum + Math.sqrt(Math.max(0, cell.variance - shared ** 2 / place.variance))
    }, 0)
    const gain = 1 - left / total
    if (best === null || gain > best.gain) best = { x: place.x, y: place.y, gain }
  }
  return best
}

function knownOf(system: KrigingSystem, { x, y }: FieldPoint, plane: boolean): Known {
  const c = system.x.map((east, i) => covariance(system.model, Math.hypot(east - x, at(system.y, i) - y)))
  const whitened = solveLower(system.factor, c)
  const row = driftRow(system.drift, plane ? [x, y] : [])
  const lack = solveLower(
    system.trendFactor,
    row.map((f, k) => f - dot(system.trend[k] ?? whitened, whitened)),
  )
  const variance = totalSill(system.model) - dot(whitened, whitened) + dot(lack, lack)
  return { x, y, whitened, lack, variance }
}

/** Of soil at one cell and a reading at another; the noise of a reading is never shared. */
function sharedVariance({ model }: KrigingSystem, a: Known, b: Known): number {
  const distance = Math.hypot(a.x - b.x, a.y - b.y)
  const shaped = model.filter((term) => term.model !== 'Nug')
  return covariance(shaped, distance) - dot(a.whitened, b.whitened) + dot(a.lack, b.lack)
}
