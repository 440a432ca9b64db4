/** Expected pressure at a flow, fitted from the machine's history: a pump loses pressure as it delivers more. */

/** A moment at which the machine had been watering for a while. */
export interface PressureSample {
  /** Flow at the pivot, above 0, L/s. */
  flowLps: number
  /** At the pivot, kPa. */
  kpa: number
}

/** P = atRestKpa - fallKpa Q^2, for flows like those from which it comes. */
export interface PressureCurve {
  atRestKpa: number
  /** At least 0, kPa s2/L2. */
  fallKpa: number
  leastLps: number
  greatestLps: number
}

/** Fewer samples, three hours at one each quarter of an hour, are not sufficient. */
const SAMPLES_LEAST = 12
/** The newest; all pairs of more would take a second. */
const SAMPLES_MOST = 300
/** Squares of flow that differ by less than this part of the greatest show noise, not a slope. */
const SPREAD_LEAST = 0.1
/** Flows beyond the observed range by more than this share are not extrapolated. */
const BEYOND = 0.15

/**
 * Fits P = P0 - a Q^2 by the Theil-Sen estimator (medians), robust to some hours of faults; a is 0 where flows hardly
 * differ. O(n^2).
 *
 * @param samples from the oldest to the newest
 * @returns null from fewer than 12
 * @example pressureCurve([{ flowLps: 50, kpa: 240 }]) // null
 */
export function pressureCurve(samples: readonly PressureSample[]): PressureCurve | null {
  if (samples.length < SAMPLES_LEAST) return null
  const points = samples.slice(-SAMPLES_MOST).map(({ flowLps, kpa }) => ({ square: flowLps ** 2, kpa }))
  const squares = points.map(({ square }) => square)
  const [least, greatest] = [Math.min(...squares), Math.max(...squares)]
  const apart = SPREAD_LEAST * greatest
  const slopes = points.flatMap((a, i) =>
    points.slice(i + 1).flatMap((b) => {
      const run = b.square - a.square
      return Math.abs(run) < apart ? [] : [(b.kpa - a.kpa) / run]
    }),
  )
  const fallKpa = slopes.length === 0 ? 0 : Math.max(0, -median(slopes))
  return {
    atRestKpa: median(points.map(({ square, kpa }) => kpa + fallKpa * square)),
    fallKpa,
    leastLps: Math.sqrt(least),
    greatestLps: Math.sqrt(greatest),
  }
}

/**
 * Pressure by a curve.
 *
 * @param flowLps flow at the pivot, L/s
 * @returns kPa; null where the machine has not had such a flow
 * @example pressureAt({ atRestKpa: 300, fallKpa: 0.02, leastLps: 40, greatestLps: 60 }, 50) // 250
 */
export function pressureAt(
  { atRestKpa, fallKpa, leastLps, greatestLps }: PressureCurve,
  flowLps: number,
): number | null {
  if (flowLps < (1 - BEYOND) * leastLps || flowLps > (1 + BEYOND) * greatestLps) return null
  return Math.max(0, atRestKpa - fallKpa * flowLps ** 2)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
