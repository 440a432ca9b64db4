/** Solves any kriging system with the f32 kernel, so that the kernel can be compared with figures computed elsewhere. */

import { solveLower, solveUpper } from '../src/agronomy/kriging/cholesky.ts'
import { covariance, totalSill } from '../src/agronomy/kriging/covariance.ts'
import { driftRow } from '../src/agronomy/kriging/drift.ts'
import type { KrigingSystem } from '../src/agronomy/kriging/kriging.ts'
import { lowerHalf, TILE_CELLS, type MoistureKernel } from '../src/agronomy/surface/kernel.ts'
import type { FieldPoint } from '../src/agronomy/pivot/pivot-geometry.ts'
import { at, dot } from '../src/agronomy/kriging/vectors.ts'

/** Where to predict, with the covariates of the system's drift. */
export type KrigingPlace = FieldPoint & { readonly covariates: readonly number[] }

/** Predictions and variances, shape [m]. */
export type KernelKriging = { readonly prediction: number[]; readonly variance: number[] }

const ROW = TILE_CELLS
const EXTREMES = 16

/**
 * Predicts as {@link predictKriging} and {@link krigingVariance} do, sums of covariances in f32 by the kernel, the mean of
 * the drift in f64. O(m n^2).
 *
 * @param kernel from openMoistureKernel; its memory is written over and grows as needed
 * @param system from solveKriging
 * @param places m places
 * @returns predictions and variances
 * @throws RangeError when the covariates are not as many as those of the system
 * @example krigeByKernel(openMoistureKernel(), solveKriging([{ x: 5, y: 5, value: 0.2 }], [{ model: 'Exp', partialSill: 1, range: 9 }]), [{ x: 1, y: 2, covariates: [] }]).prediction // [0.2]
 */
export function krigeByKernel(
  kernel: MoistureKernel,
  system: KrigingSystem,
  places: readonly KrigingPlace[],
): KernelKriging {
  const [n, terms] = [system.x.length, system.trend.length]
  const order = terms + n
  const half = lowerHalf(varianceForm(system), order)
  // weights, extremes, sums of two maps, form, rows of one tile
  const [weights, bounds] = [0, 4 * Math.ceil(n / 4)]
  const workspace = bounds + EXTREMES
  const form = workspace + 2 * ROW
  const rows = form + 4 * Math.ceil(half.length / 4)
  const missing = 4 * (rows + order * ROW) - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65_536))
  const floats = new Float32Array(kernel.memory.buffer)
  floats.set(system.weights, weights)
  floats.set(half, form)
  const tile = rows + terms * ROW
  const kriged: KernelKriging = { prediction: [], variance: [] }
  for (let first = 0; first < places.length; first += ROW) {
    const rowPlaces = places.slice(first, first + ROW)
    const drifts = rowPlaces.map(({ covariates }) => driftRow(system.drift, covariates))
    rowPlaces.forEach(({ x, y }, c) => {
      drifts[c]?.forEach((f, k) => (floats[rows + k * ROW + c] = f))
      for (let i = 0; i < n; i += 1) {
        const distance = Math.hypot(at(system.x, i) - x, at(system.y, i) - y)
        floats[tile + i * ROW + c] = covariance(system.model, distance)
      }
    })
    kernel.predict(
      4 * tile,
      1,
      n,
      4 * weights,
      4 * workspace,
      0,
      4 * weights,
      4 * (workspace + ROW),
      0,
      4 * bounds,
    )
    const residuals = [...floats.subarray(workspace, workspace + rowPlaces.length)]
    floats.fill(totalSill(system.model), workspace, workspace + ROW)
    kernel.quadratic(4 * rows, order, 4 * form, 4 * workspace)
    residuals.forEach((residual, c) => {
      kriged.prediction.push(residual + dot(drifts[c] ?? system.coefficients, system.coefficients))
      kriged.variance.push(floats[workspace + c] ?? Number.NaN)
    })
  }
  return kriged
}

/** M of C(0) + e' M e, e = [f; c]: (F' C^-1 F)^-1 and its products with F' C^-1, less C^-1. */
function varianceForm({ factor, trend, trendFactor, x }: KrigingSystem): Float64Array {
  const [n, terms] = [x.length, trend.length]
  const order = terms + n
  const back = trend.map((column) => solveUpper(factor, column))
  const trendResidual = Array.from({ length: order }, (_, j) =>
    solveLower(
      trendFactor,
      Float64Array.from(back, (column, k) => (j < terms ? Number(j === k) : -at(column, j - terms))),
    ),
  )
  const form = Float64Array.from({ length: order * order }, (_, cell) => {
    const [a, b] = [trendResidual[Math.floor(cell / order)], trendResidual[cell % order]]
    return a && b ? dot(a, b) : 0
  })
  for (let i = 0; i < n; i += 1) {
    const unit = Float64Array.from({ length: n }, (_, j) => Number(i === j))
    solveUpper(factor, solveLower(factor, unit)).forEach((value, j) => {
      const cell = (terms + i) * order + terms + j
      form[cell] = at(form, cell) - value
    })
  }
  return form
}
