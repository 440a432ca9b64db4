/** Corrects the balance by probes: a Kalman update of mean moisture to a depth, errors correlated in space and time (decision 022). */
import { factorCholesky, solveLower, solveUpper } from '../kriging/cholesky.ts'
import { at, dot } from '../kriging/vectors.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'

/** A place of the field on a day, down to one depth. */
export type FusionPoint = {
  /** East and north, m. */
  readonly x: number
  readonly y: number
  /** Day of the season, d; any origin. */
  readonly day: number
  /**
   * Change of the balance when a shared parameter of crop or soil changes by one standard deviation, m3/m3, shape [k].
   */
  readonly sensitivity: readonly number[]
}

/** A measurement by a probe. */
export type FusionReading = FusionPoint & {
  /** Measured minus balance, m3/m3. */
  readonly residual: number
}

/** Covariance parameters of the balance's errors: standard deviations in m3/m3, correlation times in days. */
export type ErrorCovariance = {
  /** Error common to the field: constant, and decaying with time. */
  readonly field: number
  readonly passing: number
  readonly passingDays: number
  /** Error of a place: constant, and decaying with time. */
  readonly place: number
  readonly fading: number
  readonly fadingDays: number
  /** Share of the error of a place that is correlated in space. */
  readonly shared: number
  /** Its range, share of the field's diameter. */
  readonly range: number
  /** Error of a reading. */
  readonly reading: number
}

/** Solved readings, from which each correction is a sum. */
export type FusionSystem = {
  readonly readings: readonly FusionReading[]
  readonly diameterM: number
  readonly covariance: ErrorCovariance
  /** Lower Cholesky factor of the readings' covariance, row-major, shape [n, n]. */
  readonly factor: Float64Array
  /** L^-1 residuals, shape [n]. */
  readonly whitened: Float64Array
}

/** Correction of the balance and its uncertainty. */
export type Correction = {
  /** m3/m3. */
  readonly correction: number
  /** Standard deviation of the corrected balance, m3/m3. */
  readonly deviation: number
}

/** Estimated on a cotton field under variable-rate irrigation; results are only sensitive to `field` (decision 022). */
export const USUAL_ERRORS: ErrorCovariance = {
  field: 0.1,
  passing: 0.02,
  passingDays: 10,
  place: 0.02,
  fading: 0.011,
  fadingDays: 45,
  shared: 0.4,
  range: 0.1,
  reading: 0.006,
}

/** Between these depths, mm, the error of a place increases linearly from this share to all of it. */
const [SHALLOW_MM, DEEP_MM, SHALLOW_SHARE] = [600, 1000, 0.775]

/**
 * Errors of the mean moisture down to a depth. The balance is more certain of the upper soil than of what lies below
 * (decision 031).
 *
 * @returns covariance parameters
 * @example errorsTo(600).place // 0.0155
 */
export function errorsTo(depthMm: number): ErrorCovariance {
  const deep = Math.max(0, Math.min(1, (depthMm - SHALLOW_MM) / (DEEP_MM - SHALLOW_MM)))
  const share = SHALLOW_SHARE + (1 - SHALLOW_SHARE) * deep
  return { ...USUAL_ERRORS, place: share * USUAL_ERRORS.place, fading: share * USUAL_ERRORS.fading }
}

/**
 * Covariance of the balance's errors at two points: C = sum of sensitivities s s' + field^2 + passing^2 exp(-|t - t'|
 * / a) + rho (place^2 + fading^2 exp(-|t - t'| / b)), rho as in {@link placeCorrelations}.
 *
 * @param diameterM D, m, above 0
 * @param errors covariance parameters
 * @returns C, (m3/m3)^2
 * @example errorCovariance({ x: 0, y: 0, day: 0, sensitivity: [] }, { x: 0, y: 0, day: 0, sensitivity: [] }, 800) // 0.010921
 */
export function errorCovariance(
  a: FusionPoint,
  b: FusionPoint,
  diameterM: number,
  errors: ErrorCovariance = USUAL_ERRORS,
): number {
  const { field, passing, passingDays, place, fading, fadingDays, shared, range } = errors
  const days = Math.abs(a.day - b.day)
  const distance = Math.hypot(a.x - b.x, a.y - b.y)
  const rho = shared * Math.exp(-distance / (range * diameterM)) + (distance === 0 ? 1 - shared : 0)
  let sum = field * field + passing * passing * Math.exp(-days / passingDays)
  sum += rho * (place * place + fading * fading * Math.exp(-days / fadingDays))
  for (let k = 0; k < a.sensitivity.length; k += 1) sum += (a.sensitivity[k] ?? 0) * (b.sensitivity[k] ?? 0)
  return sum
}

/**
 * Solves the readings down to one depth. O(n^3 / 3).
 *
 * @param readings n of them in order of their days, so that a correction may use the first of them alone; n may be 0
 * @param diameterM D of the field, m
 * @param covariance parameters of the errors
 * @returns the solved readings
 * @throws RangeError when a number is not finite, the days are not in order, or the diameter is not above 0
 * @example solveFusion([{ x: 0, y: 0, day: 0, sensitivity: [], residual: 0.02 }], 800).whitened // { 0: 0.1910674 }
 */
export function solveFusion(
  readings: readonly FusionReading[],
  diameterM: number,
  covariance: ErrorCovariance = USUAL_ERRORS,
): FusionSystem {
  if (!(diameterM > 0)) throw new RangeError(`a field of ${diameterM} m`)
  readings.forEach(({ x, y, day, residual, sensitivity }, i) => {
    if (![x, y, day, residual, ...sensitivity].every(Number.isFinite)) throw new RangeError(`reading ${i}`)
    if (day < (readings[i - 1]?.day ?? day)) throw new RangeError('readings are not in order of their days')
  })
  const n = readings.length
  const matrix = new Float64Array(n * n)
  readings.forEach((a, i) => {
    for (let j = 0; j <= i; j += 1) {
      matrix[i * n + j] = errorCovariance(a, readings[j] ?? a, diameterM, covariance)
    }
    matrix[i * n + i] = (matrix[i * n + i] ?? 0) + covariance.reading ** 2
  })
  const factor = factorCholesky(matrix, n)
  if (factor === null) throw new RangeError('the errors of readings need a variance above 0')
  const residuals = Float64Array.from(readings, ({ residual }) => residual)
  return { readings, diameterM, covariance, factor, whitened: solveLower(factor, residuals) }
}

/**
 * Correction that readings give at a point in the past, now or in the future: C_to (C_oo + r^2 I)^-1 (y - M). O(n^2).
 *
 * @param system from {@link solveFusion}
 * @param point place and day
 * @param count how many readings, from the first, are used; all unless given
 * @returns the correction; without readings 0, with the balance's own uncertainty
 * @throws RangeError when the count is past the readings
 * @example correctBalance(solveFusion([{ x: 0, y: 0, day: 0, sensitivity: [], residual: 0.02 }], 800), { x: 0, y: 0, day: 0, sensitivity: [] }).correction // 0.0199343
 */
export function correctBalance(
  system: FusionSystem,
  point: FusionPoint,
  count: number = system.readings.length,
): Correction {
  const { readings, diameterM, covariance, factor, whitened } = system
  if (!(count >= 0 && count <= readings.length))
    throw new RangeError(`${count} of ${readings.length} readings`)
  const covariances = Float64Array.from({ length: count }, (_, i) =>
    errorCovariance(readings[i] ?? point, point, diameterM, covariance),
  )
  // the leading block of the factor is the factor of the first readings
  const solved = solveLower(factor, covariances, readings.length)
  const variance = errorCovariance(point, point, diameterM, covariance) - dot(solved, solved)
  return {
    correction: dot(solved, whitened.subarray(0, count)),
    deviation: Math.sqrt(Math.max(0, variance)),
  }
}

/**
 * Standardised leave-one-out errors of the readings: (K^-1 e)_i / sqrt((K^-1)_ii) with their covariance K and
 * residuals e. Source: Dubrule, Mathematical Geology 15 (1983), 687. O(n^3).
 *
 * @param system from {@link solveFusion}
 * @returns standard deviations, above 0 where the probe is wetter than predicted, shape [n]
 * @example standardisedErrors(solveFusion([{ x: 0, y: 0, day: 0, sensitivity: [], residual: 0.02 }], 800)) // { 0: 0.1910674 }
 */
export function standardisedErrors({ factor, whitened }: FusionSystem): Float64Array {
  const n = whitened.length
  return solveUpper(factor, whitened).map((weight, i) => {
    const unit = new Float64Array(n)
    unit[i] = 1
    const column = solveLower(factor, unit)
    return weight / Math.sqrt(dot(column, column))
  })
}

/** Many places of a field on one day; east and north, m, shape [n] each. */
export type FusionPlaces = { readonly x: Float64Array; readonly y: Float64Array }

/**
 * Correlation of the errors of places: rho = shared exp(-h / (range D)), plus 1 - shared at the same place. O(n m).
 *
 * @param places n of them
 * @param points m of them
 * @param diameterM D, m, above 0
 * @param errors covariance parameters
 * @returns rho, shape [n, m]
 * @example placeCorrelations({ x: Float64Array.of(0), y: Float64Array.of(0) }, [{ x: 0, y: 0 }, { x: 80, y: 0 }], 800) // { 0: 1, 1: 0.1471518 }
 */
export function placeCorrelations(
  { x, y }: FusionPlaces,
  points: readonly FieldPoint[],
  diameterM: number,
  { shared, range }: ErrorCovariance = USUAL_ERRORS,
): Float64Array {
  const correlations = new Float64Array(x.length * points.length)
  for (let i = 0; i < x.length; i += 1) {
    points.forEach((point, k) => {
      const distance = Math.hypot(at(x, i) - point.x, at(y, i) - point.y)
      const samePlace = distance === 0 ? 1 - shared : 0
      correlations[i * points.length + k] = shared * Math.exp(-distance / (range * diameterM)) + samePlace
    })
  }
  return correlations
}

/**
 * Corrections of many places on one day, as {@link correctBalance} gives them for one shared parameter. O(n m + r^2).
 *
 * @param probes distinct places of the readings, shape [m]
 * @param correlations of n places to those of the probes, from {@link placeCorrelations}, shape [n, m]
 * @param day t, d
 * @param sensitivity of each place on that day, m3/m3, shape [n]
 * @returns what to add to the balance, m3/m3, shape [n]
 * @throws RangeError when a reading is not at a probe
 * @example correctPlaces(solveFusion([{ x: 0, y: 0, day: 0, sensitivity: [0], residual: 0.02 }], 800), [{ x: 0, y: 0 }], Float64Array.of(1), 0, Float64Array.of(0)) // { 0: 0.0199343 }
 */
export function correctPlaces(
  { readings, covariance, factor, whitened }: FusionSystem,
  probes: readonly FieldPoint[],
  correlations: Float64Array,
  day: number,
  sensitivity: Float64Array,
): Float64Array {
  const weights = solveUpper(factor, whitened)
  const { field, passing, passingDays, place, fading, fadingDays } = covariance
  const placeWeights = new Float64Array(probes.length)
  let [fieldCovariance, parameterWeight] = [0, 0]
  readings.forEach((reading, k) => {
    const weight = at(weights, k)
    const days = Math.abs(reading.day - day)
    const probe = probeIndexAt(probes, reading)
    fieldCovariance += weight * (field * field + passing * passing * Math.exp(-days / passingDays))
    placeWeights[probe] =
      at(placeWeights, probe) + weight * (place * place + fading * fading * Math.exp(-days / fadingDays))
    parameterWeight += weight * (reading.sensitivity[0] ?? 0)
  })
  const m = probes.length
  const corrections = new Float64Array(sensitivity.length)
  for (let i = 0; i < corrections.length; i += 1) {
    let sum = fieldCovariance + at(sensitivity, i) * parameterWeight
    for (let k = 0; k < m; k += 1) sum += at(correlations, i * m + k) * at(placeWeights, k)
    corrections[i] = sum
  }
  return corrections
}

/**
 * Standard deviations of the corrected balance of many places on one day, as {@link correctBalance} gives them for one
 * shared parameter; the readings are solved for m + 2 columns, not for n places. O(r^2 m + n m^2).
 *
 * @param probes distinct places of the readings, shape [m]
 * @param correlations of n places to those of the probes, from {@link placeCorrelations}, shape [n, m]
 * @param sensitivity of each place on that day, m3/m3, shape [n]
 * @returns standard deviation of the corrected balance, m3/m3, shape [n]
 * @throws RangeError when a reading is not at a probe
 * @example deviationsAtPlaces(solveFusion([{ x: 0, y: 0, day: 0, sensitivity: [0], residual: 0.02 }], 800), [{ x: 0, y: 0 }], Float64Array.of(1), 0, Float64Array.of(0)) // { 0: 0.0059902 }
 */
export function deviationsAtPlaces(
  { readings, covariance, factor }: FusionSystem,
  probes: readonly FieldPoint[],
  correlations: Float64Array,
  day: number,
  sensitivity: Float64Array,
): Float64Array {
  const { field, passing, passingDays, place, fading, fadingDays } = covariance
  const columns = Array.from({ length: probes.length + 2 }, () => new Float64Array(readings.length))
  readings.forEach((reading, k) => {
    const days = Math.abs(reading.day - day)
    const fieldCovariance = field * field + passing * passing * Math.exp(-days / passingDays)
    const placeCovariance = place * place + fading * fading * Math.exp(-days / fadingDays)
    columns[probeIndexAt(probes, reading)]?.set([placeCovariance], k)
    columns[probes.length]?.set([fieldCovariance], k)
    columns[probes.length + 1]?.set([reading.sensitivity[0] ?? 0], k)
  })
  const solved = columns.map((column) => solveLower(factor, column))
  const gram = solved.map((a) => Float64Array.from(solved, (b) => dot(a, b)))
  const priorVariance = field * field + passing * passing + place * place + fading * fading
  const m = probes.length
  const weights = new Float64Array(columns.length)
  const deviations = new Float64Array(sensitivity.length)
  for (let i = 0; i < deviations.length; i += 1) {
    const cellSensitivity = at(sensitivity, i)
    for (let k = 0; k < m; k += 1) weights[k] = at(correlations, i * m + k)
    weights[m] = 1
    weights[m + 1] = cellSensitivity
    let explained = 0
    for (let k = 0; k < gram.length; k += 1) explained += at(weights, k) * dot(gram[k] ?? weights, weights)
    deviations[i] = Math.sqrt(Math.max(0, priorVariance + cellSensitivity * cellSensitivity - explained))
  }
  return deviations
}

function probeIndexAt(probes: readonly FieldPoint[], { x, y }: FieldPoint): number {
  const index = probes.findIndex((probe) => probe.x === x && probe.y === y)
  if (index < 0) throw new RangeError(`a reading at ${x}, ${y}, where no probe stands`)
  return index
}

/**
 * Layers of equal thickness from means between the surface and each of their bottoms: theta_k = k m_k - (k - 1) m_(k-1).
 *
 * @param means m, m3/m3, shape [L]
 * @returns theta of each layer, m3/m3, shape [L]; 0 where means contradict each other
 * @example layersOfMeans([0.2, 0.25, 0.25]) // [0.2, 0.3, 0.25]
 */
export function layersOfMeans(means: readonly number[]): number[] {
  return means.map((mean, k) => Math.max(0, (k + 1) * mean - k * (means[k - 1] ?? 0)))
}
