/** Crop development: stages by days or growing degree days, and the coefficient, height and root depth at a time. */

/** Initial, development, mid season, late season; unit of days or of growing degree days, each 0 or more. */
export type StageLengths = readonly [number, number, number, number]

/** A crop's course through a season, in the unit of its stages. */
export type CropCurve = {
  /** Kcb before, between and after the two slopes. */
  readonly initial: number
  readonly mid: number
  readonly end: number
  readonly stages: StageLengths
}

/**
 * Basal coefficient Kcb: level, rising, level, falling, level. Source: FAO-56 Figure 35 and Eq. 66.
 *
 * @param curve Kcb of the stages and their lengths, in days or degree days
 * @param elapsed since planting or green-up, in the unit of the lengths; 0 on that day
 * @returns Kcb
 * @example basalCoefficient({ initial: 0.15, mid: 1.15, end: 0.5, stages: [30, 40, 50, 30] }, 50) // 0.65
 */
export function basalCoefficient(curve: CropCurve, elapsed: number): number {
  const { initial, mid, end, stages } = curve
  const [first, growing, full, last] = stages
  const rise = elapsed - first
  if (rise <= 0) return initial
  if (rise <= growing) return initial + ((mid - initial) * rise) / growing
  const fall = rise - growing - full
  if (fall <= 0) return mid
  return fall < last ? mid + ((end - mid) * fall) / last : end
}

/**
 * Fraction of the growth from initial to mid season, which height and roots follow: g = (Kcb - Kcbini) / (Kcbmid -
 * Kcbini) up to mid season, then 1. Source: FAO-56, chapter 8.
 *
 * @param elapsed since planting or green-up, in the unit of the lengths
 * @returns g, 0 to 1
 * @example growthFraction({ initial: 0.15, mid: 1.15, end: 0.5, stages: [30, 40, 50, 30] }, 130) // 1
 */
export function growthFraction({ stages: [first, growing] }: CropCurve, elapsed: number): number {
  const rise = elapsed - first
  if (rise <= 0) return 0
  return growing > 0 ? Math.min(1, rise / growing) : 1
}

/**
 * Kcb of mid season or end adjusted to the climate where it is 0.45 or more. Source: FAO-56 Eq. 70.
 *
 * @param basal Kcb of the table
 * @param windMS u2, mean of the stage, m/s at 2 m, held to 1..6
 * @param leastHumidityPct RHmin, mean of the stage, %, held to 20..80
 * @param heightM h of the crop, m
 * @returns Kcb
 * @example basalInClimate(1.15, 2.2, 75, 2) // 1.05083
 */
export function basalInClimate(
  basal: number,
  windMS: number,
  leastHumidityPct: number,
  heightM: number,
): number {
  return basal < 0.45 ? basal : basal + climateAdjustment(windMS, leastHumidityPct, heightM)
}

/**
 * What dry air and wind add to a crop coefficient, (0.04 (u2 - 2) - 0.004 (RHmin - 45)) (h / 3)^0.3.
 * Source: FAO-56 Eq. 62, 70 and 72.
 *
 * @param windMS u2, m/s at 2 m, held to 1..6
 * @param leastHumidityPct RHmin, %, held to 20..80
 * @param heightM h, m
 * @returns an addition to Kc, negative in moist still air
 * @example climateAdjustment(3, 35, 3) // 0.08
 */
export function climateAdjustment(windMS: number, leastHumidityPct: number, heightM: number): number {
  const wind = Math.min(6, Math.max(1, windMS))
  const humidity = Math.min(80, Math.max(20, leastHumidityPct))
  return (0.04 * (wind - 2) - 0.004 * (humidity - 45)) * (heightM / 3) ** 0.3
}

/**
 * Growing degrees of a day, both temperatures held between base and upper limit, then their mean less the base ("86/50"
 * with base 10 and upper limit 30 deg C). Source: McMaster and Wilhelm (1997), method 2.
 *
 * @param limits base and upper limit, deg C
 * @returns degree days, deg C d
 * @throws RangeError when the limits are not in order
 * @example growingDegrees(34, 8, { baseC: 10, upperC: 30 }) // 10
 */
export function growingDegrees(
  maxC: number,
  minC: number,
  { baseC, upperC }: { readonly baseC: number; readonly upperC: number },
): number {
  if (!(baseC < upperC)) throw new RangeError(`growing degrees above ${baseC} and below ${upperC}`)
  const clamped = (temperature: number) => Math.min(upperC, Math.max(baseC, temperature))
  return (clamped(maxC) + clamped(minC)) / 2 - baseC
}

/**
 * Stage lengths in degree days from lengths in days and the degrees of an average season.
 *
 * @param days lengths in whole days
 * @param degrees degree days of each day from planting or green-up, shape [n]; the last repeats
 * @returns lengths in degree days
 * @throws RangeError when there is no day
 * @example stagesInDegrees([2, 1, 1, 2], [5, 7, 8, 10]) // [12, 8, 10, 20]
 */
export function stagesInDegrees(days: StageLengths, degrees: readonly number[]): StageLengths {
  const last = degrees.at(-1)
  if (last === undefined) throw new RangeError('degree days of no days')
  let from = 0
  const next = (length: number) => {
    let sum = 0
    for (let day = from; day < from + length; day += 1) sum += degrees[day] ?? last
    from += length
    return sum
  }
  const [first, growing, full, end] = days
  return [next(first), next(growing), next(full), next(end)]
}
