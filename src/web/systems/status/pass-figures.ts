/** What a rate means on the machine: timer, hours per revolution, and when the arm reaches the end of its pass. */
import {
  degreesPerHour,
  depthPerPass,
  revolutionHours,
  timerForDepth,
} from '#agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius, wettedAcres } from '#agronomy/pivot/pivot-zones.ts'
import type { SystemView } from '#contract/systems.ts'
import { degreesToEnd, sweepOf } from '../../shared/pivot/pivot-drawing.ts'

const HOUR_MS = 3_600_000
const FULL_CIRCLE = 360

type Machine = Pick<
  SystemView,
  'tower_radii_m' | 'wetted_radius_m' | 'arc' | 'flow_gpm' | 'speed_100_m_min' | 'depth_factor' | 'telemetry'
>

export interface PassFigures {
  timerPercent: number
  /** For 360 degrees. */
  revolutionHours: number
  /** From one end of the part circle to the other; null for a whole circle. */
  passHours: number | null
  /** The smallest depth that the machine can apply, at timer 100 %, inches. */
  lowestDepthIn: number
  /** Whether the rate is so low that the machine cannot run fast enough. */
  belowLowest: boolean
}

/** The depth of a pass at timer 100 %, inches; null if flow or speed is unknown. */
export function lowestDepth(machine: Omit<Machine, 'arc' | 'telemetry'>): number | null {
  const { flow_gpm: flow, speed_100_m_min: speed, tower_radii_m: radii } = machine
  if (!flow || !speed || radii.length === 0) return null
  const hours = revolutionHours(lastDriveRadius(radii), speed, 100)
  return depthPerPass(flow, hours, wettedAcres(machine.wetted_radius_m)) * (machine.depth_factor ?? 1)
}

/** The depth that a cell at 100 % gets at the current speed, inches; null while stopped, or if flow or speed is unknown. */
export function depthNow(machine: Machine): number | null {
  const { telemetry } = machine
  if (!telemetry?.moving || !telemetry.timer_pct) return null
  if (!telemetry.wet) return 0
  const lightest = lowestDepth(machine)
  return lightest === null ? null : (lightest * 100) / telemetry.timer_pct
}

/** Figures of a pass at a rate, inches; null if flow or speed is unknown, or the rate is invalid. */
export function passAt(machine: Machine, rateIn: number | null): PassFigures | null {
  const { speed_100_m_min: speed, tower_radii_m: radii } = machine
  const lowestDepthIn = lowestDepth(machine)
  if (lowestDepthIn === null || !speed || rateIn === null || rateIn <= 0) return null
  const drive = lastDriveRadius(radii)
  const idealTimer = timerForDepth(rateIn, lowestDepthIn)
  const timerPercent = Math.min(100, idealTimer)
  const hours = revolutionHours(drive, speed, timerPercent)
  const sweep = sweepOf(machine.arc)
  return {
    timerPercent,
    revolutionHours: hours,
    passHours: sweep === FULL_CIRCLE ? null : (hours * sweep) / FULL_CIRCLE,
    lowestDepthIn,
    belowLowest: idealTimer > 100,
  }
}

export interface PassEnd {
  /** Milliseconds since 1970. */
  at: number
  /** The bearing at which it ends, degrees. */
  bearing: number
  /** Whether it ends where it is now after a full turn, instead of at the end of a part circle. */
  wholeTurn: boolean
  timerPercent: number
}

/** When the arm ends its pass at the reported timer; null while stopped or if its speed is unknown. */
export function passEnd(machine: Machine): PassEnd | null {
  const { telemetry, speed_100_m_min: speed, tower_radii_m: radii, arc } = machine
  if (!telemetry?.moving || telemetry.direction === 'STOPPED') return null
  const timerPercent = telemetry.timer_pct
  if (!speed || !timerPercent || radii.length === 0) return null
  const clockwise = telemetry.direction === 'FORWARD'
  const degrees = degreesToEnd(arc, telemetry.angle_deg, clockwise)
  const hours = degrees / degreesPerHour(lastDriveRadius(radii), speed, timerPercent)
  const wholeTurn = sweepOf(arc) === FULL_CIRCLE || arc === null
  const bearing = wholeTurn ? telemetry.angle_deg : clockwise ? arc[1] : arc[0]
  return { at: Date.parse(telemetry.at) + hours * HOUR_MS, bearing, wholeTurn, timerPercent }
}
