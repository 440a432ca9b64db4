/** Rain that runs off instead of soaking in, by the curve number of soil and crop. */

/** Moisture of the surface soil on which a curve number depends, mm. */
export type SurfaceMoisture = {
  /** De, depletion of the surface layer. */
  readonly depletionMm: number
  /** REW and TEW of that layer. */
  readonly readilyEvaporableMm: number
  readonly totalEvaporableMm: number
}

/**
 * Runoff of a day's rain: curve number for the surface's moisture, storage S = 250 (100 / CN - 1), then
 * (P - 0.2 S)^2 / (P + 0.8 S) above 0.2 S. Source: ASCE Manual 70 (2016) Eq. 14-12 to 14-20 (USDA curve number).
 *
 * @param rainMm P, mm a day
 * @param curveNumber CN of average moisture, above 0, at most 100
 * @param surface moisture of the surface layer before the rain
 * @returns runoff, mm, 0 to P
 * @throws RangeError when the curve number is out of range
 * @example runoffMm(50, 80, { depletionMm: 30, readilyEvaporableMm: 9, totalEvaporableMm: 30 }) // 2.81446
 */
export function runoffMm(rainMm: number, curveNumber: number, surface: SurfaceMoisture): number {
  if (!(curveNumber > 0 && curveNumber <= 100)) throw new RangeError(`curve number ${curveNumber}`)
  const storage = 250 * (100 / curveNumberNow(curveNumber, surface) - 1)
  const above = rainMm - 0.2 * storage
  return above > 0 ? Math.min(rainMm, (above * above) / (rainMm + 0.8 * storage)) : 0
}

/** Between that of a dry and that of a wet surface. */
function curveNumberNow(curveNumber: number, surface: SurfaceMoisture): number {
  const { depletionMm, readilyEvaporableMm: readily, totalEvaporableMm: total } = surface
  const dry = curveNumber / (2.281 - 0.01281 * curveNumber)
  const wet = curveNumber / (0.427 + 0.00573 * curveNumber)
  const [wetUntil, dryFrom] = [0.5 * readily, 0.7 * readily + 0.3 * total]
  if (depletionMm <= wetUntil) return wet
  if (depletionMm >= dryFrom) return dry
  return ((depletionMm - wetUntil) * dry + (dryFrom - depletionMm) * wet) / (dryFrom - wetUntil)
}
