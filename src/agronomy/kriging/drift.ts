/** Drift columns: an intercept and covariates scaled to order one, so that least squares stay accurate. */

/** How p - 1 covariates are centred and scaled; shape [p - 1] each. */
export type DriftScale = { readonly centre: Float64Array; readonly scale: Float64Array }

/**
 * Centre and scale of each covariate: its mean and greatest distance from it, so that large map coordinates keep their
 * digits.
 *
 * @param rows covariates at each of the n places, shape [n][p - 1]
 * @returns centre and scale; a covariate that is the same everywhere has the scale 1
 * @throws RangeError when the rows differ in length or a number is not finite
 * @example driftScale([[1, 10], [3, 10]]) // { centre: { 0: 2, 1: 10 }, scale: { 0: 1, 1: 1 } }
 */
export function driftScale(rows: readonly (readonly number[])[]): DriftScale {
  const count = rows[0]?.length ?? 0
  const invalid = rows.find((row) => row.length !== count || !row.every(Number.isFinite))
  if (invalid) throw new RangeError(`covariates [${invalid.join(', ')}] where ${count} numbers are needed`)
  const column = (k: number) => rows.map((row) => row[k] ?? 0)
  const centre = Float64Array.from(
    { length: count },
    (_, k) => column(k).reduce((sum, value) => sum + value, 0) / rows.length,
  )
  const scale = centre.map((mean, k) => Math.max(...column(k).map((value) => Math.abs(value - mean))) || 1)
  return { centre, scale }
}

/**
 * One row of F: 1, then (covariate - centre) / scale.
 *
 * @param drift from {@link driftScale}
 * @param covariates at the place, shape [p - 1]
 * @returns f, shape [p]
 * @throws RangeError when the covariates are not as many as those of the drift
 * @example driftRow(driftScale([[0], [4]]), [1]) // { 0: 1, 1: -0.5 }
 */
export function driftRow({ centre, scale }: DriftScale, covariates: readonly number[]): Float64Array {
  if (covariates.length !== centre.length)
    throw new RangeError(`${covariates.length} covariates where ${centre.length} are needed`)
  const row = new Float64Array(covariates.length + 1)
  row[0] = 1
  covariates.forEach((value, k) => {
    row[k + 1] = (value - (centre[k] ?? 0)) / (scale[k] ?? 1)
  })
  return row
}
