/** The timer that the panel reports beside the one that was asked for, and what a pass lays with it. */
import { timerForDepth } from '#agronomy/pivot/pivot-hydraulics.ts'
import { sectorOf } from '#agronomy/pivot/pivot-geometry.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { SystemView } from '#contract/systems.ts'
import { number, quantity } from '../../kit/formats.ts'
import { lightestPass } from './pass-figures.ts'
import { say } from './system-warnings.text.ts'

/** A difference of the timers above which the pass is another one than was asked for. */
const MISMATCH_SHARE = 0.05
/** Panels tell whole per cent. */
const ROUNDED = 0.5

type Machine = Pick<
  SystemView,
  | 'tower_radii_m'
  | 'wetted_radius_m'
  | 'flow_gpm'
  | 'speed_100_m_min'
  | 'depth_factor'
  | 'telemetry'
  | 'reported'
>

export interface PanelMismatch {
  reportedPercent: number
  /** What a cell at 100 % was to get, and gets, inches. */
  askedIn: number
  laysIn: number
}

/** The timer asked for where the arm is: of its sector under speed control, else the one that leaves the rate. */
function askedTimer(machine: Machine, rateIn: number, angleDeg: number): number | null {
  const { reported } = machine
  if (reported?.timer_pct) return reported.timer_pct[sectorOf(angleDeg)] ?? null
  const lightest = lightestPass(machine)
  return lightest === null ? null : timerForDepth(rateIn, lightest)
}

/** Null while the machine stands, runs its fallback or a test, or its panel stands at what was asked. */
export function panelMismatch(machine: Machine): PanelMismatch | null {
  const { telemetry, reported } = machine
  const rateIn = reported?.rate_in ?? null
  if (!telemetry?.moving || !telemetry.timer_pct || rateIn === null) return null
  if (reported?.fallback || reported?.mode === 'TEST') return null
  const wanted = askedTimer(machine, rateIn, telemetry.angle_deg)
  if (wanted === null) return null
  const asked = Math.min(100, wanted)
  const apart = Math.max(0, Math.abs(telemetry.timer_pct - asked) - ROUNDED)
  if (apart <= MISMATCH_SHARE * asked) return null
  return {
    reportedPercent: telemetry.timer_pct,
    askedIn: rateIn,
    laysIn: (rateIn * wanted) / telemetry.timer_pct,
  }
}

/** The mismatch as a farmer reads it: 'Panel is at 45%, so this pass puts on about 0.43 in, not 0.8'. */
export function panelSentence(machine: Machine, unit: 'in' | 'mm'): string | null {
  const found = panelMismatch(machine)
  if (!found) return null
  const depth = (inches: number) => (unit === 'mm' ? inchesToMm(inches) : inches)
  const digits = unit === 'mm' ? 1 : 2
  const lays = quantity(depth(found.laysIn), unit, digits)
  return say.panelPassPutsAbout(
    quantity(found.reportedPercent, '%', 0),
    lays,
    number(depth(found.askedIn), digits),
  )
}
