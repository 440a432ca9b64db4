/** Whether a prescription differs enough from the running one to be sent, so that sensor noise triggers nothing. */

import { outerRadii, type Pivot } from '../pivot/pivot.ts'
import { zoneAreas } from '../pivot/pivot-zones.ts'
import { cellIndex, type Prescription, SECTORS } from './prescription.ts'
import { sectorSweep } from '../pivot/pivot-geometry.ts'

/** How far a prescription is from the one that runs, over the sectors that its pass has still before it. */
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
/** More than this share of the wetted area, */
const NEWS_AREA = 0.05
/** or this share of the volume, is news, */
const NEWS_VOLUME = 0.03
/** if it is this share of a pass with all valves open as well: 3 % of next to nothing is noise. */
const NEWS_PASS = 0.01

/** Sums of a thousand cells must not move a share over an edge. */
const NOISE = 1e-9

/**
 * Compares two prescriptions. Sectors that the pass has wetted already do not count: what they get is decided. O(cells).
 *
 * @param running what the machine runs, shape [1620]
 * @param fresh what it would run, shape [1620]
 * @param pivot its radii and arc
 * @param wetted sectors that the pass has behind it, 0 to 179
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
  let [all, changed, volume, difference] = [0, 0, 0, 0]
  for (let sector = 0; sector < SECTORS; sector += 1) {
    const sweep = sectorSweep(sector, pivot.arc)
    areas.forEach((ring, zone) => {
      const area = ring * sweep
      const [then, now] = [running[cellIndex(sector, zone)] ?? 0, fresh[cellIndex(sector, zone)] ?? 0]
      all += area
      volume += area * then
      if (wetted.has(sector)) return
      if (Math.abs(now - then) >= POINTS) changed += area
      difference += area * (now - then)
    })
  }
  const moved = Math.abs(difference)
  return {
    areaShare: changed / all,
    volumeShare: moved === 0 ? 0 : moved / volume,
    passShare: moved / (100 * all),
  }
}

/**
 * Is a change worth a publication? More than 5 % of the wetted area by 10 points or more, or the volume by 3 %
 * that are at least 1 % of a pass with all valves open.
 *
 * @param change from {@link changeOfPrescription}
 * @returns true for news
 * @example isSignificant({ areaShare: 0.05, volumeShare: 0.2, passShare: 0.009 }) // false
 */
export function isSignificant({ areaShare, volumeShare, passShare }: PrescriptionChange): boolean {
  const byVolume = volumeShare >= NEWS_VOLUME - NOISE && passShare >= NEWS_PASS - NOISE
  return areaShare > NEWS_AREA + NOISE || byVolume
}

/** A stay of the arm over a sector, ms since 1970. */
export type SectorStay = { readonly sector: number; readonly from: number; readonly to: number }

/** An arm that has stood for this long has ended its pass, ms. */
const PASS_ENDS_AFTER_MS = 6 * 3_600_000

/**
 * Sectors that the pass of now has behind it. A pass ends where the arm comes to a sector again, by a full turn or by turning
 * round, and where it has stood for six hours. O(n log n).
 *
 * @param stays of the last days, in any order
 * @param now ms since 1970
 * @returns sectors, 0 to 179; none where no pass is under way
 * @example [...wettedInPass([{ sector: 3, from: 0, to: 60000 }, { sector: 4, from: 60000, to: 120000 }], 120000)] // { 0: 3, 1: 4 }
 */
export function wettedInPass(stays: readonly SectorStay[], now: number): Set<number> {
  let wetted = new Set<number>()
  let last: SectorStay | null = null
  for (const stay of stays.toSorted((a, b) => a.from - b.from)) {
    const stood = last !== null && stay.from - last.to > PASS_ENDS_AFTER_MS
    if (stood || (stay.sector !== last?.sector && wetted.has(stay.sector))) wetted = new Set()
    wetted.add(stay.sector)
    last = stay
  }
  return last !== null && now - last.to > PASS_ENDS_AFTER_MS ? new Set() : wetted
}
