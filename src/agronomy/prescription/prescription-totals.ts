/** Totals of a prescription: water, saving against uniform, hours and flow of one revolution. */

import { sectorSweep } from '../pivot/pivot-geometry.ts'
import { outerRadii, type Pivot } from '../pivot/pivot.ts'
import { revolutionHours } from '../pivot/pivot-hydraulics.ts'
import { lastDriveRadius, zoneAreas } from '../pivot/pivot-zones.ts'
import { type Prescription, SECTORS, ZONES } from './prescription.ts'
import { largestOfSector } from './sector-speed.ts'
import { inchesToMm } from '../units.ts'

/** Sums over the cells of the towers that exist, within the arc, for one revolution (or one sweep of the arc). */
export type PrescriptionTotals = {
  readonly volumeM3: number
  /** 100 % everywhere at the same rate. */
  readonly uniformVolumeM3: number
  readonly savingM3: number
  /** 0 to 100. */
  readonly savingPercent: number
  /** Remaining net deficit to the target after this pass, where the soil is known; null if the soil is not used. */
  readonly unmetM3: number | null
  /** Share of the ground whose soil is not known, 0 to 100; null likewise. */
  readonly noDataPercent: number | null
  /** Null where flow or speed is not known. */
  readonly hours: number | null
  /** Flow while the arm passes each sector, gpm, 0 outside the arc, shape [180]; null where the flow is not known. */
  readonly sectorFlowGpm: number[] | null
}

/** Input of {@link prescriptionTotals}. */
export type TotalsInput = {
  readonly percent: Prescription
  readonly rateIn: number
  readonly pivot: Pivot
  /** Timer with all valves open at the rate, per cent. */
  readonly basePercent: number
  /** Timer of each sector under speed control, shape [180]; else null. */
  readonly timerPct: readonly number[] | null
  /** The need of each cell's soil, shape [1620]; left out if the soil is not used, as in the rest of a pass. */
  readonly soil?: SoilAccount
}

/** The need of the soil compared with what it gets. */
export type SoilAccount = {
  /** Net depth short of the target, mm; null where the soil is not known. */
  readonly netMm: readonly (number | null)[]
  /** 1 where a geofence of 0 % keeps the cell dry on purpose: its deficit does not count. */
  readonly dry: Uint8Array
  /** Share of the gross depth that reaches the root zone. */
  readonly efficiency: number
}

const MM_PER_M = 1000

/**
 * V = sum(A_ij d Rx_ij / 100), hours = sum of 1/180 T(p_i), flow Q sum(A_j v_ij) / sum(A_j), v_ij the valve opening
 * (Rx_ij, or Rx_ij x 100 / Rx_i under speed control); unmet = sum(A_ij max(0, net_ij - e d Rx_ij / 100)).
 *
 * @returns totals; the same input gives the same numbers
 * @throws RangeError when a measure of the pivot is out of range
 * @example prescriptionTotals({ percent: new Uint8Array(1620).fill(100), rateIn: 1, pivot: { place: { lat: 0, lng: 0 }, towerRadiiM: [100], wettedRadiusM: 100, arc: null, flowGpm: null, speed100MMin: null }, basePercent: 100, timerPct: null }).volumeM3 // 797.9645
 */
export function prescriptionTotals(input: TotalsInput): PrescriptionTotals {
  const { percent, pivot } = input
  const areas = zoneAreas(outerRadii(pivot))
  const sweeps = Array.from({ length: SECTORS }, (_, sector) => sectorSweep(sector, pivot.arc))
  // Area of full water: per sector, the zones' areas weighted by their percentages, m2 of the whole ring.
  const fullWaterM2 = sweeps.map((_, sector) =>
    areas.reduce((sum, area, zone) => sum + (area * (percent[sector * ZONES + zone] ?? 0)) / 100, 0),
  )
  const depthM = inchesToMm(input.rateIn) / MM_PER_M
  const total = areas.reduce((sum, area) => sum + area, 0)
  const swept = sweeps.reduce((sum, sweep) => sum + sweep, 0)
  const volumeM3 =
    (depthM * sweeps.reduce((sum, sweep, sector) => sum + sweep * (fullWaterM2[sector] ?? 0), 0)) / SECTORS
  const uniformVolumeM3 = (depthM * total * swept) / SECTORS
  return {
    volumeM3,
    uniformVolumeM3,
    savingM3: uniformVolumeM3 - volumeM3,
    savingPercent: (100 * (uniformVolumeM3 - volumeM3)) / uniformVolumeM3,
    ...unmetOf(input, areas, sweeps),
    hours: hoursOf(input, sweeps),
    sectorFlowGpm: flowOf(input, sweeps, fullWaterM2, total),
  }
}

/** Sums over swept cells; the deficit is shown beside the saving, so that underwatering is not taken for saving. */
function unmetOf(
  { percent, rateIn, soil }: TotalsInput,
  areas: readonly number[],
  sweeps: readonly number[],
): Pick<PrescriptionTotals, 'unmetM3' | 'noDataPercent'> {
  if (soil === undefined) return { unmetM3: null, noDataPercent: null }
  let unmetM3 = 0
  let unknownM2 = 0
  let groundM2 = 0
  sweeps.forEach((sweep, sector) =>
    areas.forEach((area, zone) => {
      const cell = sector * ZONES + zone
      const ground = (area * sweep) / SECTORS
      const net = soil.netMm[cell] ?? null
      const appliedMm = (inchesToMm(rateIn) * soil.efficiency * (percent[cell] ?? 0)) / 100
      groundM2 += ground
      if (net === null) unknownM2 += ground
      else if (soil.dry[cell] !== 1) unmetM3 += (ground * Math.max(0, net - appliedMm)) / MM_PER_M
    }),
  )
  return { unmetM3, noDataPercent: (100 * unknownM2) / groundM2 }
}

function hoursOf({ pivot, basePercent, timerPct }: TotalsInput, sweeps: readonly number[]): number | null {
  const { flowGpm, speed100MMin } = pivot
  if (flowGpm === null || speed100MMin === null) return null
  const fullSpeed = revolutionHours(lastDriveRadius(pivot.towerRadiiM), speed100MMin, 100) / SECTORS
  return sweeps.reduce(
    (sum, sweep, sector) => sum + (sweep * fullSpeed * 100) / (timerPct?.[sector] ?? basePercent),
    0,
  )
}

function flowOf(
  { percent, pivot, timerPct }: TotalsInput,
  sweeps: readonly number[],
  fullWaterM2: readonly number[],
  total: number,
): number[] | null {
  const { flowGpm } = pivot
  if (flowGpm === null) return null
  return sweeps.map((sweep, sector) => {
    const full = (timerPct && largestOfSector(percent, sector)) || 100
    return sweep > 0 ? (flowGpm * (fullWaterM2[sector] ?? 0) * 100) / (full * total) : 0
  })
}
