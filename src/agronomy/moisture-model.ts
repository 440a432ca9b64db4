/** Which covariance a soil moisture surface uses when there are too few probes to fit one. */

import type { CovarianceModel } from './covariance.ts'

/** The covariance chosen, with the figures that a legend or a log may print. */
export type MoistureModel = {
  readonly rule: 'few probes'
  /** Range a of the exponential term, m; correlation falls to 5 % at 3 a. */
  readonly range: number
  /** Total sill, (m3/m3)^2. */
  readonly sill: number
  readonly covariance: CovarianceModel
}

/** There is nothing to draw: no probe has a value. */
export type NoReadings = { readonly reason: 'no readings' }

/** Share of the sill that is noise of the sensor and of its very place. */
const NUGGET_SHARE = 0.25

/** Standard deviation assumed below three probes, m3/m3. */
const ASSUMED_DEVIATION = 0.06

/** Least standard deviation, m3/m3: equal readings of three probes do not make a field uniform. */
const LEAST_DEVIATION = 0.03

/**
 * The rule for few probes: never fit. C(h) = 0.25 s [h = 0] + 0.75 s exp(-h / a) with a = 0.05 x 2 x D, D the wetted
 * diameter, and s = 0.06^2 below three probes, else the larger of the sample variance and 0.03^2.
 * Source: the product's rule for 1 to 9 probes; until a fit exists it serves any number.
 *
 * @param values valid root-zone values of the probes, m3/m3, shape [n]
 * @param wettedRadius D / 2, m, above 0
 * @returns the model, or the reason why there is none (n = 0)
 * @throws RangeError when a value is not finite or the radius is not above 0
 * @example moistureModel([], 400) // { reason: 'no readings' }
 */
export function moistureModel(values: readonly number[], wettedRadius: number): MoistureModel | NoReadings {
  if (!(wettedRadius > 0) || wettedRadius === Infinity)
    throw new RangeError(`wetted radius ${wettedRadius} m`)
  if (!values.every(Number.isFinite)) throw new RangeError(`moisture values [${values.join(', ')}]`)
  if (values.length === 0) return { reason: 'no readings' }
  const range = 0.05 * 2 * (2 * wettedRadius)
  const sill =
    values.length < 3 ? ASSUMED_DEVIATION ** 2 : Math.max(sampleVariance(values), LEAST_DEVIATION ** 2)
  return {
    rule: 'few probes',
    range,
    sill,
    covariance: [
      { model: 'Nug', partialSill: NUGGET_SHARE * sill, range: 0 },
      { model: 'Exp', partialSill: (1 - NUGGET_SHARE) * sill, range },
    ],
  }
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
