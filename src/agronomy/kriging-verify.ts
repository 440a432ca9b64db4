/** Compares this kriging with a case file computed elsewhere (golden JSON of R gstat), without reading any file. */

import type { CovarianceModel, CovarianceTerm } from './covariance.ts'
import { krigingVariance, leaveOneOut, predictKriging, solveKriging } from './kriging.ts'

/** Greatest absolute differences; null where the case holds no such figures. */
export type KrigingErrors = {
  readonly prediction: number
  readonly variance: number
  readonly leaveOneOut: number | null
}

/** What a case says: compared figures and their greatest differences, or why it was not compared. */
export type KrigingVerification =
  | {
      readonly id: string
      readonly formula: string
      readonly compared: number
      readonly maxError: KrigingErrors
    }
  | { readonly id: string; readonly formula: string; readonly skipped: string }

type Figures = Readonly<Record<string, unknown>>

/**
 * Recomputes one case: predictions, kriging variances, and leave-one-out with the variogram held fixed.
 *
 * @param value parsed JSON with id, formula, data {x, y, z}, variogram_used.models [{model, psill, range}],
 *   predict {x, y, kriging_pred, kriging_var} and optionally loo_fixed_variogram {pred, var}
 * @returns greatest differences over `compared` figures, or the reason why the case was skipped
 * @throws RangeError when the value is not such a case; the message names the missing field
 * @example verifyKrigingCase({ id: 'a', formula: 'z ~ x' }) // { id: 'a', formula: 'z ~ x', skipped: 'drift z ~ x is not supported yet' }
 */
export function verifyKrigingCase(value: unknown): KrigingVerification {
  const given = record(value, 'case')
  const id = text(given, 'id')
  const formula = text(given, 'formula')
  if (formula !== 'z ~ 1') return { id, formula, skipped: `drift ${formula} is not supported yet` }
  const data = record(given['data'], 'data')
  const [x, y, z] = [numbers(data, 'x'), numbers(data, 'y'), numbers(data, 'z')]
  const points = x.map((east, i) => ({ x: east, y: item(y, i), value: item(z, i) }))
  const system = solveKriging(points, readModel(given))
  if ('reason' in system) throw new RangeError(`case ${id}: ${system.reason}`)
  if (system.x.length !== x.length) return { id, formula, skipped: 'coincident points are merged here' }

  const wanted = record(given['predict'], 'predict')
  const north = numbers(wanted, 'y')
  const places = numbers(wanted, 'x').map((east, i) => ({ x: east, y: item(north, i) }))
  const prediction = places.map((place) => predictKriging(system, place.x, place.y))
  const variance = places.map((place) => krigingVariance(system, place.x, place.y))
  const left = leaveOneOutDifferences(given, leaveOneOut(system))
  return {
    id,
    formula,
    compared: places.length * 2 + left.length,
    maxError: {
      prediction: Math.max(...differences(prediction, numbers(wanted, 'kriging_pred'))),
      variance: Math.max(...differences(variance, numbers(wanted, 'kriging_var'))),
      leaveOneOut: left.length > 0 ? Math.max(...left) : null,
    },
  }
}

function leaveOneOutDifferences(given: Figures, ours: ReturnType<typeof leaveOneOut>): number[] {
  if (given['loo_fixed_variogram'] === undefined || 'reason' in ours) return []
  const wanted = record(given['loo_fixed_variogram'], 'loo_fixed_variogram')
  return [
    ...differences([...ours.predicted], numbers(wanted, 'pred')),
    ...differences([...ours.variance], numbers(wanted, 'var')),
  ]
}

function readModel(given: Figures): CovarianceModel {
  const { models } = record(given['variogram_used'], 'variogram_used')
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

function text(given: Figures, name: string): string {
  const value = given[name]
  if (typeof value !== 'string') throw new RangeError(`${name} is missing`)
  return value
}

function figure(given: Figures, name: string): number {
  const value = given[name]
  if (typeof value !== 'number') throw new RangeError(`${name} is missing`)
  return value
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}

function numbers(given: Figures, name: string): number[] {
  const value = given[name]
  if (!isNumbers(value)) throw new RangeError(`${name} is missing or holds more than numbers`)
  return value
}

function item(values: readonly number[], index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`${values.length} numbers where more are needed`)
  return value
}
