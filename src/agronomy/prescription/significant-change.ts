/** Whether a prescription differs enough from the running one to be sent, so that sensor noise triggers nothing. */

import { outerRadii, type Pivot } from '../pivot/pivot.ts'
import { zoneAreas } from '../pivot/pivot-zones.ts'
import { cellIndex, type Prescription, SECTORS } from './prescription.ts'
import { sectorSweep } from '../pivot/pivot-geometry.ts'

/** How a prescription differs from the running one, over the sectors that the current pass has not reached. */
export type PrescriptionChange = {
  /** Share of the wetted area whose percentage differs by 10 points or more, 0 to 1. */
  readonly areaShare: number
  /** Change of the volume, by that of the whole pass that runs, 0 or more; Infinity where that is 0. */
  readonly volumeShare: number
  /** The same by that of a pass with all valves open, 0 to 1. */
  readonly passShare: number
}

/** A cell that differs by this many points counts. */
const POINTS = 10
/** A change is significant above this share of the wetted area, */
const SIGNIFICANT_AREA = 0.05
/** or from this share of the volume, */
const SIGNIFICANT_VOLUME = 0.03
/** if that is also this share of a pass with all valves open: 3 % of a tiny volume is noise. */
const SIGNIFICANT_PASS = 0.01

/** Tolerance for floating-point rounding at thresholds. */
const NOISE = 1e-9

/**
 * Compares two prescriptions. Sectors that the current pass has already watered are ignored. O(cells).
 *
 * @param running what the machine runs, shape [1620]
 * @param fresh the recomputed one, shape [1620]
 * @param wetted sectors already watered in this pass, 0 to 179
 * @returns shares of area and volume
 * @throws RangeError when a radius is out of range
 * @example changeOfPrescription(new Uint8Array(1620).fill(50), new Uint8Array(1620).fill(60), { place: { lat: 0, lng: 0 }, towerRadiiM: [50], wettedRadiusM: 50, arc: null, flowGpm: null, speed100MMin: null }, new Set()) // { areaShare: 1, volumeShare: 0.2, passShare: 0.1 }
 */
export function changeOfPrescription(
  running: Prescription,
  fresh: Prescription,
  pivot: Pivot,
  wetted: ReadonlySet<number>,
): PrescriptionChange {
  const areas = zoneAreas(outerRadii(pivot))
  let [totalArea, changedArea, volume, difference] = [0, 0, 0, 0]
  for (let sector = 0; sector < SECTORS; sector += 1) {
    const sweep = sectorSweep(sector, pivot.arc)
    areas.forEach((ring, zone) => {
      const area = ring * sweep
      const [current, next] = [running[cellIndex(sector, zone)] ?? 0, fresh[cellIndex(sector, zone)] ?? 0]
      totalArea += area
      volume += area * current
      if (wetted.has(sector)) return
      if (Math.abs(next - current) >= POINTS) changedArea += area
      difference += area * (next - current)
    })
  }
  const volumeChange = Math.abs(difference)
  return {
    areaShare: changedArea / totalArea,
    volumeShare: volumeChange === 0 ? 0 : volumeChange / volume,
    passShare: volumeChange / (100 * totalArea),
  }
}

/**
 * Whether a change justifies a publication: more than 5 % of the wetted area by 10 points or more, or 3 % of the volume if
 * that is at least 1 % of a pass with all valves open.
 *
 * @param change from {@link changeOfPrescription}
 * @returns true if significant
 * @example isSignificant({ areaShare: 0.05, volumeShare: 0.2, passShare: 0.009 }) // false
 */
export function isSignificant({ areaShare, volumeShare, passShare }: PrescriptionChange): boolean {
  const byVolume = volumeShare >= SIGNIFICANT_VOLUME - NOISE && passShare >= SIGNIFICANT_PASS - NOISE
  return areaShare > SIGNIFICANT_AREA + NOISE || byVolume
}

/** A stay of the arm over a sector, ms since 1970. */
export type SectorStay = { readonly sector: number; readonly from: number; readonly to: number }

/** A pass ends after the arm has been stationary for this long, ms. */
const PASS_ENDS_AFTER_MS = 6 * 3_600_000

/**
 * Sectors already watered in the current pass. A pass ends when the arm reaches a sector again, by a full revolution or by
 * reversing, or after six hours stationary. O(n log n).
 *
 * @param stays of the last days, in any order
 * @param now ms since 1970
 * @returns sectors, 0 to 179; empty if no pass is under way
 * @example [...wettedInPass([{ sector: 3, from: 0, to: 60000 }, { sector: 4, from: 60000, to: 120000 }], 120000)] // { 0: 3, 1: 4 }
 */
export function wettedInPass(stays: readonly SectorStay[], now: number): Set<number> {
  let wetted = new Set<number>()
  let last: SectorStay | null = null
  for (const stay of stays.toSorted((a, b) => a.from - b.from)) {
    const paused = last !== null && stay.from - last.to > PASS_ENDS_AFTER_MS
    if (paused || (stay.sector !== last?.sector && wetted.has(stay.sector))) wetted = new Set()
    wetted.add(stay.sector)
    last = stay
  }
  return last !== null && now - last.to > PASS_ENDS_AFTER_MS ? new Set() : wetted
}
