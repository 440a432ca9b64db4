/** Catch-can correction: the ratio of measured to computed depth. */

/** One can: its position, its content, and the depth recorded there. */
export type CanReading = {
  /** From the pivot point, m, above 0. */
  readonly distanceM: number
  readonly measuredIn: number
  readonly computedIn: number
}

/** Fewer cans than this prove nothing: one is in a puddle, another behind a leaf. */
export const CANS_LEAST = 3
/** Beyond these the cans were not under the pass, or the record is not of this machine. */
export const DEPTH_FACTOR_RANGE = { min: 0.3, max: 1.7 } as const

/** Weighted sums of some cans. */
export type DepthFactor = {
  /** Measured by computed. */
  readonly factor: number
  readonly measuredIn: number
  readonly computedIn: number
}

/**
 * Distance-weighted ratio of measured to computed depth: f = sum(r d) / sum(r c). Source: Heermann and Hein (1968), as
 * in ISO 11545.
 *
 * @param cans at least three, shape [n]
 * @returns factor and weighted mean depths, in; null where nothing was recorded at the cans
 * @throws RangeError with fewer than three cans, or a distance or depth out of range
 * @example depthFactor([{ distanceM: 100, measuredIn: 0.4, computedIn: 0.5 }, { distanceM: 200, measuredIn: 0.4, computedIn: 0.5 }, { distanceM: 300, measuredIn: 0.4, computedIn: 0.5 }])?.factor // 0.8
 */
export function depthFactor(cans: readonly CanReading[]): DepthFactor | null {
  const usable = cans.every(
    ({ distanceM, measuredIn, computedIn }) =>
      distanceM > 0 &&
      measuredIn >= 0 &&
      computedIn >= 0 &&
      Number.isFinite(distanceM + measuredIn + computedIn),
  )
  if (cans.length < CANS_LEAST || !usable) throw new RangeError(`${cans.length} cans`)
  const weight = cans.reduce((sum, { distanceM }) => sum + distanceM, 0)
  const measuredIn = cans.reduce((sum, can) => sum + can.distanceM * can.measuredIn, 0) / weight
  const computedIn = cans.reduce((sum, can) => sum + can.distanceM * can.computedIn, 0) / weight
  return computedIn > 0 ? { factor: measuredIn / computedIn, measuredIn, computedIn } : null
}
