/** The van Genuchten retention curve of a soil texture: water content at a tension, and the tension at its limits. */
import type { SoilLimits, SoilTexture } from './soil-texture.ts'

/** One soil: theta = r + (s - r) (1 + (alpha h)^n)^-m, m = 1 - 1/n, h in cm of water above zero. */
interface Curve {
  /** Residual and saturated water content, m3/m3. */
  readonly residual: number
  readonly saturated: number
  /** 1/cm. */
  readonly alpha: number
  readonly n: number
}

const curve = (residual: number, saturated: number, alpha: number, n: number): Curve => ({
  residual,
  saturated,
  alpha,
  n,
})

/** Means of textures. Source: Carsel and Parrish (1988), Water Resources Research 24(5), 755-769. */
const CURVES: Record<SoilTexture, Curve> = {
  sand: curve(0.045, 0.43, 0.145, 2.68),
  loamy_sand: curve(0.057, 0.41, 0.124, 2.28),
  sandy_loam: curve(0.065, 0.41, 0.075, 1.89),
  loam: curve(0.078, 0.43, 0.036, 1.56),
  silt_loam: curve(0.067, 0.45, 0.02, 1.41),
  silt: curve(0.034, 0.46, 0.016, 1.37),
  silt_clay_loam: curve(0.089, 0.43, 0.01, 1.23),
  silty_clay: curve(0.07, 0.36, 0.005, 1.09),
  clay: curve(0.068, 0.38, 0.008, 1.09),
}

/** Tension of a column of water of 1 cm, kPa. */
const CM_WATER_KPA = 0.0980665
/** At the wilting point, by definition. */
const WILTING_KPA = 1500
/** At field capacity: coarse soils drain until 10 kPa, others until 33. Source: FAO-56 (Allen et al. 1998), chapter 8. */
const CAPACITY_KPA: Record<SoilTexture, number> = {
  sand: 10,
  loamy_sand: 10,
  sandy_loam: 33,
  loam: 33,
  silt_loam: 33,
  silt: 33,
  silt_clay_loam: 33,
  silty_clay: 33,
  clay: 33,
}
/** No valid reading of moisture is above it, m3/m3. */
const MOST_WATER = 0.6

/**
 * Water content on the drying curve.
 *
 * @param kPa tension, 0 or above
 * @returns theta, m3/m3, between residual and saturated
 * @throws RangeError when the tension is below zero or not finite
 * @example Number(waterAtTension('loam', 33).toFixed(3)) // 0.164
 */
export function waterAtTension(texture: SoilTexture, kPa: number): number {
  if (!(kPa >= 0 && kPa < Infinity)) throw new RangeError(`tension ${kPa}`)
  const { residual, saturated, alpha, n } = CURVES[texture]
  const m = 1 - 1 / n
  return residual + (saturated - residual) * (1 + (alpha * (kPa / CM_WATER_KPA)) ** n) ** -m
}

/** The inverse: kPa at a water content, m3/m3, above the residual one. */
function tensionAtWater(texture: SoilTexture, theta: number): number {
  const { residual, saturated, alpha, n } = CURVES[texture]
  const m = 1 - 1 / n
  const saturation = Math.min(1, (theta - residual) / (saturated - residual))
  return ((saturation ** (-1 / m) - 1) ** (1 / n) / alpha) * CM_WATER_KPA
}

function endsOf(texture: SoilTexture) {
  return {
    wet: waterAtTension(texture, CAPACITY_KPA[texture]),
    dry: waterAtTension(texture, WILTING_KPA),
  }
}

/**
 * Water content at a tension in a soil with its own limits: the curve gives the share of available water, the limits
 * its range (decision 073).
 *
 * @param kPa tension, 0 or above
 * @param limits FC and WP of the soil, m3/m3, FC above WP
 * @returns m3/m3: FC at the tension of field capacity, WP at 1,500 kPa, towards saturation above
 * @example moistureOfTension('loam', 33, { fieldCapacity: 0.25, wiltingPoint: 0.12 }) // 0.25
 */
export function moistureOfTension(
  texture: SoilTexture,
  kPa: number,
  { fieldCapacity, wiltingPoint }: SoilLimits,
): number {
  const theta = waterAtTension(texture, kPa)
  const { wet, dry } = endsOf(texture)
  if (theta <= wet) {
    const share = (theta - dry) / (wet - dry)
    return Math.max(0, wiltingPoint + share * (fieldCapacity - wiltingPoint))
  }
  const full = Math.min(MOST_WATER, Math.max(fieldCapacity, CURVES[texture].saturated))
  return fieldCapacity + ((theta - wet) / (CURVES[texture].saturated - wet)) * (full - fieldCapacity)
}

/**
 * Tensions between which plants find water: from field capacity to where a share of the available water is left.
 *
 * @param refillShare 0 to 1: of the available water, at which it is time to water
 * @returns kPa; `refill` above `full`
 * @example tensionBand('loam', 0.5).full // 33
 */
export function tensionBand(texture: SoilTexture, refillShare: number): { full: number; refill: number } {
  const { wet, dry } = endsOf(texture)
  const share = Math.min(1, Math.max(0, refillShare))
  return { full: CAPACITY_KPA[texture], refill: tensionAtWater(texture, dry + share * (wet - dry)) }
}
