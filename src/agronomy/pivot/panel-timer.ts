/** Compares the timer on the machine's panel with the requested one, and computes the depth that a pass then applies. */
import { sectorOf } from './pivot-geometry.ts'
import { timerForDepth } from './pivot-hydraulics.ts'

/** A difference of the timers above which the pass differs from the requested one. */
const MISMATCH_SHARE = 0.05
/** Panels report whole per cent. */
const ROUNDED = 0.5

export interface PanelNow {
  /** Per cent. */
  reportedPercent: number
  angleDeg: number
  /** Requested gross depth at 100 %, inches. */
  askedIn: number
  /** Requested timer over each sector under speed control, shape [180]; null: one timer for the rate. */
  timers: readonly number[] | null
  /** Depth of a pass at timer 100 %, inches; null where flow or speed is unknown. */
  lightestIn: number | null
}

export interface PanelMismatch {
  reportedPercent: number
  /** Requested and actual depth of a cell at 100 %, inches. */
  askedIn: number
  laysIn: number
}

/**
 * Null where the panel agrees with the request, or the request is unknown.
 *
 * @example timerMismatch({ reportedPercent: 45, angleDeg: 0, askedIn: 0.8, timers: null, lightestIn: 0.4 }) // { reportedPercent: 45, askedIn: 0.8, laysIn: 0.8889 }
 */
export function timerMismatch(now: PanelNow): PanelMismatch | null {
  const { reportedPercent, angleDeg, askedIn, timers, lightestIn } = now
  const timerPercent = timers
    ? timers[sectorOf(angleDeg)]
    : lightestIn === null
      ? undefined
      : timerForDepth(askedIn, lightestIn)
  if (timerPercent === undefined) return null
  const requestedPercent = Math.min(100, timerPercent)
  const difference = Math.max(0, Math.abs(reportedPercent - requestedPercent) - ROUNDED)
  if (difference <= MISMATCH_SHARE * requestedPercent) return null
  return { reportedPercent, askedIn, laysIn: (askedIn * timerPercent) / reportedPercent }
}
