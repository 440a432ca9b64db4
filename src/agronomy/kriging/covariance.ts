/** Covariance models of a stationary field: sums of nugget, exponential and spherical terms. */

/** One term. `partialSill` is its share of the variance; `range` in the unit of the coordinates (m), unused by the nugget. */
export type CovarianceTerm = {
  readonly model: 'Nug' | 'Exp' | 'Sph'
  readonly partialSill: number
  readonly range: number
}

/** A sum of terms, at least one. */
export type CovarianceModel = readonly CovarianceTerm[]

/**
 * Covariance C(h) of two points h apart. Source: Chiles and Delfiner, Geostatistics (2012), 2.5; names as in gstat.
 * Nug: s at exactly h = 0, else 0. Exp: s exp(-h / a), practical range 3 a. Sph: s (1 - 1.5 h/a + 0.5 (h/a)^3) below a.
 *
 * @param model terms with partial sill s and range a
 * @param distance h, unit of the ranges, 0 or more
 * @returns C(h), unit of the values squared
 * @example covariance([{ model: 'Sph', partialSill: 1, range: 2 }], 1) // 0.3125
 */
export function covariance(model: CovarianceModel, distance: number): number {
  let sum = 0
  for (const term of model) sum += termCovariance(term, distance)
  return sum
}

function termCovariance({ model, partialSill, range }: CovarianceTerm, distance: number): number {
  if (distance === 0) return partialSill
  if (model === 'Nug') return 0
  const h = distance / range
  if (model === 'Exp') return partialSill * Math.exp(-h)
  return h < 1 ? partialSill * (1 - 1.5 * h + 0.5 * h ** 3) : 0
}

/**
 * Total sill C(0) = sum of the partial sills, nugget included. Checks the model.
 *
 * @param model terms
 * @returns C(0), unit of the values squared
 * @throws RangeError when a partial sill is negative or not finite, or a range is not above 0
 * @example totalSill([{ model: 'Nug', partialSill: 1, range: 0 }, { model: 'Exp', partialSill: 3, range: 50 }]) // 4
 */
export function totalSill(model: CovarianceModel): number {
  let sum = 0
  for (const { model: name, partialSill, range } of model) {
    const ranged = name === 'Nug' || (range > 0 && range < Infinity)
    if (!ranged || !(partialSill >= 0 && partialSill < Infinity)) {
      throw new RangeError(`${name} term with partial sill ${partialSill} and range ${range}`)
    }
    sum += partialSill
  }
  return sum
}

/**
 * Longest range of a model: the length on which "far" and "near" are judged.
 *
 * @param model terms
 * @returns unit of the coordinates; 0 for a pure nugget
 * @example longestRange([{ model: 'Nug', partialSill: 1, range: 0 }, { model: 'Exp', partialSill: 3, range: 50 }]) // 50
 */
export function longestRange(model: CovarianceModel): number {
  return Math.max(0, ...model.map((term) => (term.model === 'Nug' ? 0 : term.range)))
}
