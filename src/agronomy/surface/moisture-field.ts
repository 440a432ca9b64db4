/** Soil moisture of a field at any place, solved once from the values of its probes. */

import type { CovarianceModel } from '../kriging/covariance.ts'
import type { KrigingPoint } from '../kriging/kriging.ts'
import { moistureSpread } from './kriging-variance.ts'
import type { MoistureField, RangeWeights } from './solved-field.ts'
import { factorLayout, type MoistureLayout } from './layout.ts'
import { averageModels, leaveOneOutError, planeRatio, poolModels } from './model-averaging.ts'
import type { AveragedModel } from './layout.ts'
import { rotateBack } from '../kriging/tridiagonal.ts'
import { FEWEST_FITTED, fewProbesSill, type MoistureModel, type NoReadings } from './covariance-models.ts'
import { at } from '../kriging/vectors.ts'

/** F statistic of its slopes from which a plane is considered; */
const DRIFT_RATIO = 3

/** it is used where it reduces leave-one-out errors to this share, */
const DRIFT_GAIN = 0.9

/** and where at the rim it exceeds the range of the values by at most this share of the range. */
const DRIFT_REACH = 0.5

/**
 * Solves the moisture of a field from its probes: fixed covariance below 10 places, from 10 on the average of 42. O(6
 * n^3).
 *
 * @param points probes with a value, m3/m3, at x east and y north of the pivot, m
 * @param wettedRadius R, m, above 0
 * @param withSpread whether {@link moistureDeviation} is needed; O(4 n^3) more
 * @returns the solved field, or the reason why there is none
 * @throws RangeError when a number is not finite or the radius is not above 0
 * @example solveMoisture([], 400) // { reason: 'no readings' }
 */
export function solveMoisture(
  points: readonly KrigingPoint[],
  wettedRadius: number,
  withSpread = false,
): MoistureField | NoReadings {
  const layout = factorLayout(points, wettedRadius)
  return solveLayout(
    layout,
    points.map(({ value }) => value),
    withSpread,
  )
}

/**
 * Solves a further time step of a prepared layout. O(4 n^2), with a plane O(84 n^2).
 *
 * @param layout from factorLayout
 * @param values of the points of the layout, in order, m3/m3, shape [m]
 * @param withSpread whether {@link moistureDeviation} is needed
 * @returns the solved field, or the reason why there is none
 * @throws RangeError when a value is not finite or they are not as many as the points
 * @example predictMoisture(solveLayout(factorLayout([{ x: 5, y: 5 }], 400), [0.2]), 0, 0) // 0.2
 */
export function solveLayout(
  layout: MoistureLayout,
  values: readonly number[],
  withSpread = false,
): MoistureField | NoReadings {
  return solveDepths(layout, [values], withSpread)[0] ?? { reason: 'no readings' }
}

/**
 * Solves several depths of one layout separately with a common covariance, weighted by the scores of all depths.
 * O(depths 4 n^2).
 *
 * @param layout from factorLayout
 * @param depths values of the points of the layout at each depth, shape [d][m]
 * @param withSpread whether {@link moistureDeviation} is needed
 * @param unit u, m3/m3 per unit of value: 1 for volumetric values, FC - WP for shares
 * @returns a solved field for each depth; none without places
 * @throws RangeError when values are not finite or do not match the points, or the unit is not above 0
 * @example solveDepths(factorLayout([{ x: 5, y: 5 }], 400), [[0.2], [0.5]]).map((field) => predictMoisture(field, 0, 0)) // { 0: 0.2, 1: 0.5 }
 */
export function solveDepths(
  layout: MoistureLayout,
  depths: readonly (readonly number[])[],
  withSpread = false,
  unit = 1,
): MoistureField[] {
  if (!(unit > 0)) throw new RangeError(`a unit of ${unit} m3/m3`)
  for (const values of depths) assertValues(layout, values)
  if (layout.placeOf.length === 0) return []
  const byPlace = depths.map((values) => meanByPlace(layout, values))
  const few = layout.x.length < FEWEST_FITTED
  const solved = byPlace.map((value, depth) => {
    const sill = few ? fewProbesSill(depths[depth] ?? [], unit) : null
    const plain = averageModels(layout, value, 'none', sill, unit)
    if (plain === null) throw new RangeError('no model of a layout')
    return plain
  })
  // the shares of a single depth are its own
  const plainModels = solved.length === 1 ? solved : poolModels(solved)
  const slopesSignificant = byPlace.map(
    (value, depth) => !few && planeRatio(layout, value, plainModels[depth] ?? []) >= DRIFT_RATIO,
  )
  const planeModels = slopesSignificant.includes(true) ? planesOf(layout, byPlace, unit) : null
  return byPlace.map((value, depth): MoistureField => {
    const plain = plainModels[depth] ?? []
    const planeModel = slopesSignificant[depth] ? planeModels?.[depth] : undefined
    const plane = planeModel && improvesWithPlane(layout, value, plain, planeModel) ? planeModel : null
    const candidates = plane ?? plain
    return {
      model: modelOf(candidates, few ? 'few probes' : 'likelihood mixture', plane ? 'plane' : 'none'),
      x: layout.x,
      y: layout.y,
      value,
      trend: trendOf(candidates, layout.wettedRadius),
      ranges: rangesOf(layout, candidates),
      spread: withSpread ? moistureSpread(layout, candidates) : null,
    }
  })
}

function assertValues({ placeOf }: MoistureLayout, values: readonly number[]): void {
  if (values.length !== placeOf.length)
    throw new RangeError(`${values.length} values for ${placeOf.length} probes`)
  if (!values.every(Number.isFinite)) throw new RangeError(`moisture values [${values.join(', ')}]`)
}

function meanByPlace({ x, placeOf }: MoistureLayout, values: readonly number[]): Float64Array {
  const sum = new Float64Array(x.length)
  const count = new Float64Array(x.length)
  values.forEach((value, point) => {
    const place = placeOf[point] ?? 0
    sum[place] = at(sum, place) + value
    count[place] = at(count, place) + 1
  })
  return sum.map((total, place) => total / at(count, place))
}

/** The plane of each depth; null where the places do not determine one. */
function planesOf(
  layout: MoistureLayout,
  byPlace: readonly Float64Array[],
  unit: number,
): AveragedModel[][] | null {
  const planes = byPlace.flatMap((value) => {
    const plane = averageModels(layout, value, 'plane', null, unit)
    return plane === null ? [] : [plane]
  })
  return planes.length === byPlace.length ? poolModels(planes) : null
}

function improvesWithPlane(
  layout: MoistureLayout,
  value: Float64Array,
  plain: readonly AveragedModel[],
  plane: readonly AveragedModel[],
): boolean {
  if (!(leaveOneOutError(plane) < DRIFT_GAIN * leaveOneOutError(plain))) return false
  const [middle = 0, east = 0, north = 0] = trendOf(plane, layout.wettedRadius)
  const rise = layout.wettedRadius * Math.hypot(east, north)
  const [least, greatest] = [Math.min(...value), Math.max(...value)]
  const margin = DRIFT_REACH * (greatest - least)
  return middle + rise <= greatest + margin && middle - rise >= least - margin
}

function trendOf(candidates: readonly AveragedModel[], wettedRadius: number): Float64Array {
  const trend = new Float64Array(3)
  for (const { share, coefficients } of candidates)
    coefficients.forEach((b, k) => {
      trend[k] = at(trend, k) + (share * b) / (k === 0 ? 1 : wettedRadius)
    })
  return trend
}

function rangesOf({ x, ranges }: MoistureLayout, candidates: readonly AveragedModel[]): RangeWeights[] {
  return ranges.map((factors) => {
    const rotated = new Float64Array(x.length)
    for (const { factors: own, candidate, share, rotatedDual } of candidates) {
      if (own !== factors) continue
      const scale = share * (1 - candidate.nugget)
      for (let i = 0; i < rotated.length; i += 1) rotated[i] = at(rotated, i) + scale * at(rotatedDual, i)
    }
    return { range: factors.range, weights: rotateBack(factors.reduced, rotated) }
  })
}

function modelOf(
  candidates: readonly AveragedModel[],
  rule: MoistureModel['rule'],
  drift: MoistureModel['drift'],
): MoistureModel {
  let [sill, noise, reach] = [0, 0, 0]
  const terms = new Map<number, number>()
  for (const { share, sill: own, candidate, factors } of candidates) {
    const partialSill = share * own * (1 - candidate.nugget)
    sill += share * own
    noise += share * own * candidate.nugget
    reach += partialSill * factors.range
    terms.set(factors.range, (terms.get(factors.range) ?? 0) + partialSill)
  }
  const covariance: CovarianceModel = [
    { model: 'Nug', partialSill: noise, range: 0 },
    ...[...terms].map(([range, partialSill]) => ({ model: 'Exp' as const, partialSill, range })),
  ]
  return { rule, range: reach / (sill - noise), sill, nugget: noise / sill, drift, covariance }
}
