/** A prescription that waters only the arc that a pass left dry. */

import { degreeWithin, normaliseBearing, SECTOR_DEGREES, sectorSweep } from '../pivot/pivot-geometry.ts'
import type { Pivot } from '../pivot/pivot.ts'
import { type Prescription, PRESCRIPTION_REASONS, ZONES } from '../prescription/prescription.ts'
import { prescriptionTotals } from '../prescription/prescription-totals.ts'
import { type SectorSpeed, sectorSpeed, type Timer } from '../prescription/sector-speed.ts'

/** A sector with less than this share of it in the arc stays closed: a fifth of a degree is less than a sprinkler throws. */
const LEAST_SHARE = 0.1

/** What of a computed prescription changes with the sectors that are closed. */
type Confinable = {
  readonly percent: Prescription
  readonly reason: Uint8Array
  readonly geofence: Uint8Array
  readonly base: Timer
  readonly speed: SectorSpeed | null
}

/**
 * Confines a prescription to an arc: other sectors get 0, sectors partly in the arc keep their percentage (decision
 * 020).
 *
 * @param arc what was left dry, [from, to] degrees clockwise, less than a full circle
 * @param field pivot and rate of the prescription
 * @returns the prescription with its totals and timers
 * @throws RangeError when an angle is not finite
 * @example confineToArc({ percent: new Uint8Array(1620).fill(80), reason: new Uint8Array(1620), geofence: new Uint8Array(1620), base: { percent: 50, clipped: false }, speed: null }, [180, 0], { pivot: { towerRadiiM: [100], wettedRadiusM: 100, arc: null, flowGpm: null, speed100MMin: null }, rateIn: 1 }).percent[0] // 0
 */
export function confineToArc<T extends Confinable>(
  computed: T,
  arc: readonly [number, number],
  { pivot, rateIn }: { pivot: Pivot; rateIn: number },
) {
  const percent = Uint8Array.from(computed.percent)
  const reason = Uint8Array.from(computed.reason)
  const geofence = Uint8Array.from(computed.geofence)
  for (let cell = 0; cell < percent.length; cell += 1) {
    const inside = sectorSweep(Math.floor(cell / ZONES), arc) >= LEAST_SHARE
    if (inside || cell % ZONES >= pivot.towerRadiiM.length) continue
    percent[cell] = 0
    reason[cell] = PRESCRIPTION_REASONS.indexOf('ALREADY_WATERED')
    geofence[cell] = 0
  }
  const speed = computed.speed && sectorSpeed(percent, computed.base.percent)
  const basePercent = computed.base.percent
  const totals = prescriptionTotals({
    percent,
    rateIn,
    pivot,
    basePercent,
    timerPct: speed?.timerPct ?? null,
  })
  return { ...computed, percent, reason, geofence, speed, totals }
}

/**
 * The arc less its end sectors that stay closed because less than a tenth of them lies in it.
 *
 * @param arc [from, to] degrees clockwise
 * @returns the arc shortened by a tenth of a sector at either end; unchanged where nothing would remain
 * @throws RangeError when an angle is not finite
 * @example openArc([192, 0]) // [192.2, 359.8]
 */
export function openArc([from, to]: readonly [number, number]): [number, number] {
  const margin = LEAST_SHARE * SECTOR_DEGREES
  if (normaliseBearing(to - from) <= 2 * margin) return [from, to]
  return [normaliseBearing(from + margin), normaliseBearing(to - margin)]
}

/**
 * Degrees of an arc that have not been swept.
 *
 * @param arc [from, to] degrees clockwise
 * @param swept share of each degree that was swept, shape [360]
 * @returns degrees, 0 to 360
 * @throws RangeError when an angle is not finite
 * @example dryDegrees([192, 0], new Array(360).fill(0)) // 168
 */
export function dryDegrees(arc: readonly [number, number], swept: readonly number[]): number {
  const sweep = normaliseBearing(arc[1] - arc[0])
  return Array.from({ length: 360 }, (_, degree) => {
    const inside = degreeWithin(degree, arc[0], sweep)
    return Math.max(0, inside - (swept[degree] ?? 0) * (inside > 0 ? 1 : 0))
  }).reduce((sum, dry) => sum + dry, 0)
}

/**
 * Whether a bearing lies within an arc, its end excluded.
 *
 * @param arc [from, to] degrees clockwise
 * @param bearing degrees
 * @returns true from the beginning of the arc on until before its end
 * @throws RangeError when an angle is not finite
 * @example withinArc([192, 0], 0) // false
 */
export function withinArc(arc: readonly [number, number], bearing: number): boolean {
  return normaliseBearing(bearing - arc[0]) < normaliseBearing(arc[1] - arc[0])
}
