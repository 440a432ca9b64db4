/** Speed control: the timer of each sector from the percentages of its cells. */

import { depthPerPass, revolutionHours, timerForDepth } from '../pivot/pivot-hydraulics.ts'
import type { Pivot } from '../pivot/pivot.ts'
import { lastDriveRadius, wettedAcres, zoneAreas } from '../pivot/pivot-zones.ts'
import { type Prescription, SECTORS, ZONES } from './prescription.ts'

/** A timer setting, and whether the pivot would have to run faster than it can. */
export type Timer = { readonly percent: number; readonly clipped: boolean }

/** Timers of all sectors under speed control. */
export type SectorSpeed = {
  /** p_i, per cent in (0, 100], shape [180]. */
  readonly timerPct: number[]
  /** True where p_i would pass 100: that sector gets more water than prescribed, shape [180]. */
  readonly clipped: boolean[]
}

/**
 * Timer at which all valves open apply the rate: p = 100 d100 / d, at most 100; 100 where flow or speed is unknown.
 *
 * @param rateIn d, application rate, in
 * @returns timer, per cent in (0, 100]; clipped when even at 100 a pass leaves more than the rate
 * @throws RangeError when the rate or a measure of the pivot is out of range
 * @example baseTimer({ place: { lat: 0, lng: 0 }, towerRadiiM: [370.332], wettedRadiusM: 385.572, arc: null, flowGpm: 800, speed100MMin: 3.048 }, 0.5) // { percent: 38.9758, clipped: false }
 */
export function baseTimer(pivot: Pivot, rateIn: number): Timer {
  const { flowGpm, speed100MMin } = pivot
  if (flowGpm === null || speed100MMin === null) return { percent: 100, clipped: false }
  const hours = revolutionHours(lastDriveRadius(pivot.towerRadiiM), speed100MMin, 100)
  const depthAt100 = depthPerPass(flowGpm, hours, wettedAcres(pivot.wettedRadiusM))
  return clippedTimer(timerForDepth(rateIn, depthAt100))
}

/**
 * Timer of one sector: p_i = p_base x 100 / Rx_i, at most 100; a sector without water is passed at 100.
 *
 * @param basePercent p_base, per cent in (0, 100]
 * @param sectorPercent Rx_i, percentage of the rate that the sector needs, 0 to 100
 * @returns timer, per cent in (0, 100]
 * @throws RangeError when a percentage is out of range
 * @example sectorTimer(50, 80) // { percent: 62.5, clipped: false }
 */
export function sectorTimer(basePercent: number, sectorPercent: number): Timer {
  if (!(basePercent > 0 && basePercent <= 100)) throw new RangeError(`timer ${basePercent} %`)
  if (!(sectorPercent >= 0 && sectorPercent <= 100)) throw new RangeError(`sector at ${sectorPercent} %`)
  return sectorPercent === 0
    ? { percent: 100, clipped: false }
    : clippedTimer((basePercent * 100) / sectorPercent)
}

/**
 * Timers of all sectors, Rx_i being the largest cell of sector i; the controller opens its valves by 100 / Rx_i.
 *
 * @param percent prescription, shape [1620]
 * @param basePercent p_base, per cent in (0, 100]
 * @returns timers and clipped flags
 * @throws RangeError when the base is out of range
 * @example sectorSpeed(new Uint8Array(1620).fill(80), 50).timerPct[7] // 62.5
 */
export function sectorSpeed(percent: Prescription, basePercent: number): SectorSpeed {
  const timers = Array.from({ length: SECTORS }, (_, sector) =>
    sectorTimer(basePercent, largestOfSector(percent, sector)),
  )
  return { timerPct: timers.map((timer) => timer.percent), clipped: timers.map(({ clipped }) => clipped) }
}

/**
 * Rx_i: the largest cell of a sector.
 *
 * @param percent prescription, shape [1620]
 * @param sector i, 0 to 179
 * @returns 0 to 100
 * @example largestOfSector(new Uint8Array(1620).fill(30), 0) // 30
 */
export function largestOfSector(percent: Prescription, sector: number): number {
  return Math.max(...percent.subarray(sector * ZONES, (sector + 1) * ZONES))
}

/**
 * Mean of a sector's percentages weighted by the areas of its zones: what a pivot that varies its speed alone
 * would have to give.
 *
 * @param zonePercent percentage of each zone, shape [k]
 * @param outerRadii outer radius of each zone, m, rising, shape [k]
 * @returns mean, 0 to 100
 * @throws RangeError when the radii do not rise
 * @example areaWeightedPercent([0, 100], [1, 2]) // 75
 */
export function areaWeightedPercent(zonePercent: readonly number[], outerRadii: readonly number[]): number {
  const areas = zoneAreas(outerRadii)
  const total = areas.reduce((sum, area) => sum + area, 0)
  return areas.reduce((sum, area, zone) => sum + area * (zonePercent[zone] ?? 0), 0) / total
}

function clippedTimer(percent: number): Timer {
  return percent > 100 ? { percent: 100, clipped: true } : { percent, clipped: false }
}
