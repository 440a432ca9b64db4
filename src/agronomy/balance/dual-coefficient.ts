/** The daily water balance of one homogeneous root zone by the dual crop coefficient (FAO-56, chapters 7 and 8). */
import type { ReferenceCrop } from '../weather/reference-et.ts'
import { climateAdjustment, basalCoefficient, type CropCurve, growthFraction } from './crop-season.ts'

/** Crop and soil of a season; m3/m3, m and mm. */
export type DualParameters = {
  readonly curve: CropCurve
  readonly reference: ReferenceCrop
  readonly heightMinM: number
  readonly heightMaxM: number
  readonly rootMinM: number
  readonly rootMaxM: number
  readonly fieldCapacity: number
  readonly wiltingPoint: number
  /** Moisture of the root zone before the first day. */
  readonly startMoisture: number
  /** p at 5 mm a day. */
  readonly depletionFraction: number
  /** Ze, depth that evaporation dries, m. */
  readonly evaporationDepthM: number
  readonly readilyEvaporableMm: number
  /** CN of average moisture; null: all rain soaks in. */
  readonly curveNumber: number | null
}

/** Weather, rain and irrigation of a day. */
export type BalanceDay = {
  /** Since planting or green-up, in the unit of the curve's stages; 0 on that day. */
  readonly elapsed: number
  /** ETref, mm. */
  readonly referenceEtMm: number
  /** u2, m/s at 2 m. */
  readonly windMS: number
  /** RHmin, %. */
  readonly leastHumidityPct: number
  readonly rainMm: number
  readonly irrigation?: {
    readonly depthMm: number
    /** fw, share of the surface that it wets, above 0 to 1. */
    readonly wettedShare: number
    /** Share of the depth that reaches the soil, 0 to 1. */
    readonly efficiency: number
  }
}

/** State at the end of a day. */
export type DualState = {
  /** De and Dr, mm. */
  readonly surfaceDepletionMm: number
  readonly rootDepletionMm: number
  readonly heightM: number
  readonly rootM: number
  /** fw. */
  readonly wettedShare: number
}

/** The figures of one day under FAO-56's symbols (mm, m, shares), and the state at its end. */
export type DualDay = {
  readonly state: DualState
  readonly Kcb: number
  readonly Kcmax: number
  readonly fc: number
  readonly few: number
  readonly Kr: number
  readonly Ke: number
  readonly E: number
  readonly DPe: number
  readonly ETc: number
  readonly TAW: number
  readonly p: number
  readonly RAW: number
  readonly Ks: number
  readonly ETa: number
  readonly T: number
  readonly DP: number
  readonly loss: number
  readonly runoff: number
}

/** Rain of a day from which the whole surface counts as wetted, mm. Source: FAO-56, chapter 7. */
const WETTING_RAIN_MM = 3

/**
 * State before the first day: surface dry, root zone at its starting moisture. Source: FAO-56 Eq. 73 and 87.
 *
 * @param parameters crop and soil
 * @returns the state
 * @throws RangeError when field capacity is not above the wilting point, or a depth not above 0
 * @example startBalance({ curve: { initial: 0.15, mid: 1.1, end: 0.5, stages: [30, 40, 50, 30] }, reference: 'short', heightMinM: 0.05, heightMaxM: 2, rootMinM: 0.2, rootMaxM: 1, fieldCapacity: 0.3, wiltingPoint: 0.15, startMoisture: 0.25, depletionFraction: 0.55, evaporationDepthM: 0.1, readilyEvaporableMm: 9, curveNumber: null }).rootDepletionMm // 10
 */
export function startBalance(parameters: DualParameters): DualState {
  const { fieldCapacity, wiltingPoint, startMoisture, rootMinM, evaporationDepthM, heightMinM } = parameters
  if (!(fieldCapacity > wiltingPoint && wiltingPoint >= 0 && rootMinM > 0 && evaporationDepthM > 0)) {
    throw new RangeError(`soil between ${wiltingPoint} and ${fieldCapacity}, roots of ${rootMinM} m`)
  }
  return {
    surfaceDepletionMm: totalEvaporable(parameters),
    rootDepletionMm: 1000 * (fieldCapacity - startMoisture) * rootMinM,
    heightM: heightMinM,
    rootM: rootMinM,
    wettedShare: 1,
  }
}

/**
 * One day of the dual crop coefficient balance; evaporation depends on the surface depletion of the evening before.
 * Source: FAO-56 Eq. 69 to 88; runoff by {@link runoffMm}.
 *
 * @param state at the end of the day before
 * @param day weather and water of the day
 * @returns figures and the state at its end
 * @example balanceDay({ curve: { initial: 0.15, mid: 1.1, end: 0.5, stages: [30, 40, 50, 30] }, reference: 'short', heightMinM: 0.05, heightMaxM: 2, rootMinM: 0.2, rootMaxM: 1, fieldCapacity: 0.3, wiltingPoint: 0.15, startMoisture: 0.25, depletionFraction: 0.55, evaporationDepthM: 0.1, readilyEvaporableMm: 9, curveNumber: null }, { surfaceDepletionMm: 22.5, rootDepletionMm: 10, heightM: 0.05, rootM: 0.2, wettedShare: 1 }, { elapsed: 0, referenceEtMm: 4, windMS: 2, leastHumidityPct: 45, rainMm: 0 }).ETa // 0.6
 */
export function balanceDay(parameters: DualParameters, state: DualState, day: BalanceDay): DualDay {
  const reference = day.referenceEtMm
  const { Kcb, Kcmax, fc, heightM, rootM } = canopy(parameters, state, day)
  const { loss, applied, wettedShare, runoff, rain } = infiltration(parameters, state, day)
  const TEW = totalEvaporable(parameters)
  const De = state.surfaceDepletionMm
  const few = clamp(Math.min(1 - fc, wettedShare), 0.01, 1)
  const Kr = evaporationShare(De, TEW, parameters.readilyEvaporableMm)
  const Ke = Math.min(Kr * (Kcmax - Kcb), few * Kcmax)
  const E = Ke * reference
  const onSurface = rain + applied / wettedShare
  const DPe = Math.max(0, onSurface - De)
  const ETc = (Ke + Kcb) * reference
  const TAW = 1000 * (parameters.fieldCapacity - parameters.wiltingPoint) * rootM
  const p = depletionFraction(parameters.depletionFraction, ETc)
  const RAW = p * TAW
  const Dr = state.rootDepletionMm
  const Ks = clamp((TAW - Dr) / (TAW - RAW), 0, 1)
  const T = Ks * Kcb * reference
  const DP = Math.max(0, rain + applied - E - T - Dr)
  return {
    Kcb,
    Kcmax,
    fc,
    few,
    Kr,
    Ke,
    E,
    DPe,
    ETc,
    TAW,
    p,
    RAW,
    Ks,
    ETa: E + T,
    T,
    DP,
    loss,
    runoff,
    state: {
      surfaceDepletionMm: clamp(De - onSurface + E / few + DPe, 0, TEW),
      rootDepletionMm: clamp(Dr - rain - applied + E + T + DP, 0, TAW),
      heightM,
      rootM,
      wettedShare,
    },
  }
}

/** Rain less runoff and irrigation less losses, mm, and the wetted share fw of the surface. */
function infiltration(parameters: DualParameters, state: DualState, { rainMm, irrigation }: BalanceDay) {
  const loss = irrigation ? irrigation.depthMm * (1 - irrigation.efficiency) : 0
  const applied = irrigation ? irrigation.depthMm - loss : 0
  const irrigated = irrigation !== undefined && irrigation.depthMm > 0
  const shareWithoutIrrigation = rainMm >= WETTING_RAIN_MM ? 1 : state.wettedShare
  const runoff =
    parameters.curveNumber === null
      ? 0
      : runoffMm(rainMm, parameters.curveNumber, {
          depletionMm: state.surfaceDepletionMm,
          readilyEvaporableMm: parameters.readilyEvaporableMm,
          totalEvaporableMm: totalEvaporable(parameters),
        })
  return {
    loss,
    applied,
    wettedShare: irrigated ? irrigation.wettedShare : shareWithoutIrrigation,
    runoff,
    rain: rainMm - runoff,
  }
}

/**
 * Depletion fraction p + 0.04 (5 - ETc), clamped to 0.1..0.8.
 * Source: FAO-56, Table 22.
 *
 * @param atFive p at 5 mm a day
 * @param cropEtMm ETc, mm a day
 * @returns p
 * @example depletionFraction(0.55, 7) // 0.47
 */
export function depletionFraction(atFive: number, cropEtMm: number): number {
  return clamp(atFive + 0.04 * (5 - cropEtMm), 0.1, 0.8)
}

/**
 * Evaporation reduction coefficient Kr = (TEW - De) / (TEW - REW), clamped to 0..1. Source: FAO-56 Eq. 74.
 *
 * @param depletionMm De, mm
 * @param totalMm TEW, mm
 * @param readilyMm REW, mm, below TEW
 * @returns Kr
 * @example evaporationShare(18, 28, 8) // 0.5
 */
export function evaporationShare(depletionMm: number, totalMm: number, readilyMm: number): number {
  return totalMm > readilyMm ? clamp((totalMm - depletionMm) / (totalMm - readilyMm), 0, 1) : 1
}

/** Kcb, upper limit, cover, height and roots of the day. */
function canopy(parameters: DualParameters, state: DualState, day: BalanceDay) {
  const { curve, heightMinM, heightMaxM, rootMinM, rootMaxM } = parameters
  const Kcb = basalCoefficient(curve, day.elapsed)
  const growth = growthFraction(curve, day.elapsed)
  const heightM = Math.max(heightMinM + (heightMaxM - heightMinM) * growth, 0.001, state.heightM)
  const rootM = Math.max(rootMinM + (rootMaxM - rootMinM) * growth, 0.001, state.rootM)
  const { Kcmax, fc } = upperLimit(parameters.reference, curve.initial, Kcb, heightM, day)
  return { Kcb, Kcmax, fc, heightM, rootM }
}

/**
 * Upper limit Kcmax of evaporation and transpiration, and the share fc of the ground that the crop covers.
 * Source: FAO-56 Eq. 72 and 76; ASCE (2016) for the tall reference.
 *
 * @param bareKcb Kcb of bare soil: that of the initial stage
 * @param heightM h, m
 * @param air u2 and RHmin of the day
 * @returns Kcmax and fc, 0 to 0.99
 * @example upperLimit('short', 0.15, 0.8, 1, { windMS: 2, leastHumidityPct: 45 }) // { Kcmax: 1.2, fc: 0.487064 }
 */
export function upperLimit(
  reference: ReferenceCrop,
  bareKcb: number,
  basal: number,
  heightM: number,
  air: Pick<BalanceDay, 'windMS' | 'leastHumidityPct'>,
): { Kcmax: number; fc: number } {
  const open = reference === 'tall' ? 1 : 1.2 + climateAdjustment(air.windMS, air.leastHumidityPct, heightM)
  const Kcmax = Math.max(open, basal + 0.05)
  const above = Math.max(0, (basal - bareKcb) / (Kcmax - bareKcb))
  return { Kcmax, fc: clamp(above ** (1 + 0.5 * heightM), 0, 0.99) }
}

/** TEW, mm. */
function totalEvaporable({ fieldCapacity, wiltingPoint, evaporationDepthM }: DualParameters): number {
  return 1000 * (fieldCapacity - 0.5 * wiltingPoint) * evaporationDepthM
}

function clamp(value: number, least: number, greatest: number): number {
  return Math.min(greatest, Math.max(least, value))
}

/** Moisture of the surface soil on which a curve number depends, mm. */
export type SurfaceMoisture = {
  /** De, depletion of the surface layer. */
  readonly depletionMm: number
  /** REW and TEW of that layer. */
  readonly readilyEvaporableMm: number
  readonly totalEvaporableMm: number
}

/**
 * Runoff of a day's rain: (P - 0.2 S)^2 / (P + 0.8 S) above 0.2 S, S = 250 (100 / CN - 1), CN adjusted to the
 * surface's moisture. Source: ASCE Manual 70 (2016) Eq. 14-12 to 14-20.
 *
 * @param rainMm P, mm a day
 * @param curveNumber CN of average moisture, above 0, at most 100
 * @returns runoff, mm, 0 to P
 * @throws RangeError when the curve number is out of range
 * @example runoffMm(50, 80, { depletionMm: 30, readilyEvaporableMm: 9, totalEvaporableMm: 30 }) // 2.81446
 */
export function runoffMm(rainMm: number, curveNumber: number, surface: SurfaceMoisture): number {
  if (!(curveNumber > 0 && curveNumber <= 100)) throw new RangeError(`curve number ${curveNumber}`)
  const storage = 250 * (100 / adjustedCurveNumber(curveNumber, surface) - 1)
  const above = rainMm - 0.2 * storage
  return above > 0 ? Math.min(rainMm, (above * above) / (rainMm + 0.8 * storage)) : 0
}

/** Curve number between those of a dry and a wet surface. */
function adjustedCurveNumber(curveNumber: number, surface: SurfaceMoisture): number {
  const { depletionMm, readilyEvaporableMm: readily, totalEvaporableMm: total } = surface
  const dry = curveNumber / (2.281 - 0.01281 * curveNumber)
  const wet = curveNumber / (0.427 + 0.00573 * curveNumber)
  const [wetUntil, dryFrom] = [0.5 * readily, 0.7 * readily + 0.3 * total]
  if (depletionMm <= wetUntil) return wet
  if (depletionMm >= dryFrom) return dry
  return ((depletionMm - wetUntil) * dry + (dryFrom - depletionMm) * wet) / (dryFrom - wetUntil)
}
