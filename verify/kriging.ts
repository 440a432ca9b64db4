/** Compares this kriging with a case file computed elsewhere (golden JSON of R gstat), without reading any file. */

import type { CovarianceModel, CovarianceTerm } from '../src/agronomy/kriging/covariance.ts'
import {
  krigingVariance,
  leaveOneOut,
  predictKriging,
  solveKriging,
  type KrigingSystem,
} from '../src/agronomy/kriging/kriging.ts'
import { krigeByKernel, type KrigingPlace } from './kriging-kernel.ts'
import { openMoistureKernel } from '../src/agronomy/surface/kernel.ts'

/** Largest absolute differences; null if the case has no such figures. */
type KrigingErrors = {
  readonly prediction: number
  readonly variance: number
  readonly leaveOneOut: number | null
}

/** The result of a case: compared figures and their largest differences, or why it was not compared. */
export type KrigingVerification =
  | {
      readonly id: string
      readonly formula: string
      readonly compared: number
      readonly maxError: KrigingErrors
      /** Of predictions and variances by the f32 kernel; null if it does not run. */
      readonly kernelError: number | null
    }
  | { readonly id: string; readonly formula: string; readonly skipped: string }

type Figures = Readonly<Record<string, unknown>>

/**
 * Recomputes one case: predictions, kriging variances, and leave-one-out with the variogram held fixed; the former two
 * also by the f32 kernel.
 *
 * @param value parsed JSON with id, formula (`z ~ 1`, or covariates such as `z ~ x + y`), data {x, y, z, covariates},
 *   variogram_used.models [{model, psill, range}], predict {x, y, covariates, kriging_pred, kriging_var} and optionally
 *   loo_fixed_variogram {pred, var}
 * @returns greatest differences over `compared` figures, or the reason why the case was skipped
 * @throws RangeError when the value is not such a case; the message names the missing field
 * @example verifyKrigingCase({ id: 'a', formula: 'z ~ log(x)' }) // { id: 'a', formula: 'z ~ log(x)', skipped: 'no formula of covariates' }
 */
export function verifyKrigingCase(value: unknown): KrigingVerification {
  const document = record(value, 'case')
  const id = text(document, 'id')
  const formula = text(document, 'formula')
  const names = covariatesOf(formula)
  if (names === null) return { id, formula, skipped: 'no formula of covariates' }
  const data = record(document['data'], 'data')
  const sites = places(data, names)
  const measured = numbers(data, 'z')
  const points = sites.map((place, i) => ({ ...place, value: item(measured, i) }))
  const system = solveKriging(points, readModel(document))
  if ('reason' in system) throw new RangeError(`case ${id}: ${system.reason}`)
  if (system.x.length !== points.length) return { id, formula, skipped: 'coincident points are merged here' }

  const expected = record(document['predict'], 'predict')
  const targets = places(expected, names)
  const prediction = targets.map(({ x, y, covariates }) => predictKriging(system, x, y, covariates))
  const variance = targets.map(({ x, y, covariates }) => krigingVariance(system, x, y, covariates))
  const looDifferences = leaveOneOutDifferences(document, leaveOneOut(system))
  return {
    id,
    formula,
    compared: targets.length * 2 + looDifferences.length,
    maxError: {
      prediction: Math.max(...differences(prediction, numbers(expected, 'kriging_pred'))),
      variance: Math.max(...differences(variance, numbers(expected, 'kriging_var'))),
      leaveOneOut: looDifferences.length > 0 ? Math.max(...looDifferences) : null,
    },
    kernelError: kernelError(system, targets, expected),
  }
}

function kernelError(
  system: KrigingSystem,
  targets: readonly KrigingPlace[],
  expected: Figures,
): number | null {
  const kernel = openMoistureKernel()
  if (kernel === null) return null
  const { prediction, variance } = krigeByKernel(kernel, system, targets)
  return Math.max(
    ...differences(prediction, numbers(expected, 'kriging_pred')),
    ...differences(variance, numbers(expected, 'kriging_var')),
  )
}

/** Names on the right side of a formula; none for `1`, null for more than a sum of names. */
function covariatesOf(formula: string): string[] | null {
  const terms = /^z ~ (1|\w+(?: \+ \w+)*)$/.exec(formula)?.[1]
  if (terms === undefined) return null
  return terms === '1' ? [] : terms.split(' + ')
}

function places(figures: Figures, names: readonly string[]): KrigingPlace[] {
  const east = numbers(figures, 'x')
  const y = numbers(figures, 'y')
  const columns = names.map((name) => numbers(figures, name))
  return east.map((x, i) => ({
    x,
    y: item(y, i),
    covariates: columns.map((column) => item(column, i)),
  }))
}

function leaveOneOutDifferences(figures: Figures, ours: ReturnType<typeof leaveOneOut>): number[] {
  if (figures['loo_fixed_variogram'] === undefined || 'reason' in ours) return []
  const expected = record(figures['loo_fixed_variogram'], 'loo_fixed_variogram')
  return [
    ...differences([...ours.predicted], numbers(expected, 'pred')),
    ...differences([...ours.variance], numbers(expected, 'var')),
  ]
}

function readModel(figures: Figures): CovarianceModel {
  const { models } = record(figures['variogram_used'], 'variogram_used')
  if (!Array.isArray(models)) throw new RangeError('variogram_used.models is missing')
  return models.map((value: unknown): CovarianceTerm => {
    const term = record(value, 'variogram_used.models')
    const model = text(term, 'model')
    if (model !== 'Nug' && model !== 'Exp' && model !== 'Sph') throw new RangeError(`unknown model ${model}`)
    return { model, partialSill: figure(term, 'psill'), range: figure(term, 'range') }
  })
}

function differences(ours: readonly number[], theirs: readonly number[]): number[] {
  if (ours.length === 0 || ours.length !== theirs.length) {
    throw new RangeError(`${ours.length} figures to compare with ${theirs.length}`)
  }
  return ours.map((figure, i) => Math.abs(figure - item(theirs, i)))
}

function isRecord(value: unknown): value is Figures {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function record(value: unknown, name: string): Figures {
  if (!isRecord(value)) throw new RangeError(`${name} is missing`)
  return value
}

function text(figures: Figures, name: string): string {
  const value = figures[name]
  if (typeof value !== 'string') throw new RangeError(`${name} is missing`)
  return value
}

function figure(figures: Figures, name: string): number {
  const value = figures[name]
  if (typeof value !== 'number') throw new RangeError(`${name} is missing`)
  return value
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}

function numbers(figures: Figures, name: string): number[] {
  const value = figures[name]
  if (!isNumbers(value)) throw new RangeError(`${name} is missing or holds more than numbers`)
  return value
}

function item(values: readonly number[], index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`${values.length} numbers where more are needed`)
  return value
}
