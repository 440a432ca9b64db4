/** Candidate covariance models of a moisture surface, by the number of places with a value. */

import type { CovarianceModel } from '../kriging/covariance.ts'

/** Model of a surface, with the values printed in legends and logs. */
export type MoistureModel = {
  readonly rule: 'few probes' | 'likelihood mixture'
  /** Range of the exponential terms, m, weighted by their partial sills; correlation falls to 5 % at 3 a. */
  readonly range: number
  /** Total sill, (m3/m3)^2. */
  readonly sill: number
  /** Share of the sill that is noise of the sensor and of its very place. */
  readonly nugget: number
  /** Whether the mean of the field is a plane. */
  readonly drift: 'none' | 'plane'
  /** Weighted sum of the averaged covariances. */
  readonly covariance: CovarianceModel
}

/** One pair of the grid: C(h) = s (nugget [h = 0] + (1 - nugget) exp(-h / range)), s found from the values. */
export type MoistureCandidate = { readonly range: number; readonly nugget: number }

/** There is nothing to draw: no probe has a value. */
export type NoReadings = { readonly reason: 'no readings' }

/** From this number of places on the covariance is estimated from the values. */
export const FEWEST_FITTED = 10

/** From this number on a plane is considered. */
export const FEWEST_FOR_PLANE = 20

/** Range and nugget share below that number. */
const FEW_RANGE = 0.1
const FEW_NUGGET = 0.25

/** Standard deviation assumed below three probes, m3/m3. */
const ASSUMED_DEVIATION = 0.06

/** Least standard deviation, m3/m3: equal readings of three probes do not make a field uniform. */
const LEAST_DEVIATION = 0.03

/** Shares of the wetted diameter, longest first; the second a 16th of the first, so that one exponential gives both. */
const RANGE_SHARES = [0.8, 0.05]
const NUGGETS = 21

/**
 * Candidate covariances (decision 010). Below 10 places one, not fitted: range 0.1 D, nugget 25 %. From 10 on 42:
 * ranges 0.8 and 0.05 D, nuggets 1/21 to 21/21 (pure nugget).
 *
 * @param places n, places that have a value, 1 or more
 * @param wettedRadius D / 2, m, above 0
 * @returns the candidates, longest range first, nuggets rising
 * @throws RangeError when the radius is not above 0
 * @example moistureCandidates(3, 400) // [{ range: 80, nugget: 0.25 }]
 */
export function moistureCandidates(places: number, wettedRadius: number): MoistureCandidate[] {
  if (!(wettedRadius > 0) || wettedRadius === Infinity)
    throw new RangeError(`wetted radius ${wettedRadius} m`)
  const diameter = 2 * wettedRadius
  if (places < FEWEST_FITTED) return [{ range: FEW_RANGE * diameter, nugget: FEW_NUGGET }]
  return RANGE_SHARES.flatMap((share) =>
    Array.from({ length: NUGGETS }, (_, k) => ({ range: share * diameter, nugget: (k + 1) / NUGGETS })),
  )
}

/**
 * Sill assumed for few probes: (0.06 / u)^2 below three, else the larger of the sample variance and (0.03 / u)^2.
 *
 * @param values valid values of all probes, shape [n]
 * @param unit u, m3/m3 that a value of 1 stands for: 1 for volumetric values, FC - WP for shares of available water
 * @returns s, unit of the values squared
 * @throws RangeError when a value is not finite
 * @example fewProbesSill([0.2, 0.2, 0.2]) // 0.0009
 */
export function fewProbesSill(values: readonly number[], unit = 1): number {
  if (!values.every(Number.isFinite)) throw new RangeError(`moisture values [${values.join(', ')}]`)
  if (values.length < 3) return (ASSUMED_DEVIATION / unit) ** 2
  return Math.max(sampleVariance(values), (LEAST_DEVIATION / unit) ** 2)
}

/**
 * Sample variance s^2 = sum (z - mean)^2 / (n - 1), in two passes.
 *
 * @param values z, shape [n], n at least 2
 * @returns s^2, unit of the values squared
 * @throws RangeError below two values
 * @example sampleVariance([1, 2, 3]) // 1
 */
export function sampleVariance(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError(`variance of ${values.length} values`)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
