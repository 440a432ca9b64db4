/** The panel's timer compared with the requested one, and the depth that a pass applies with it. */
import { timerMismatch, type PanelMismatch } from '#agronomy/pivot/panel-timer.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { SystemView } from '#contract/systems.ts'
import { number, quantity } from '../../kit/formats.ts'
import { lowestDepth } from './pass-figures.ts'
import { text } from './system-warnings.text.ts'

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

/** Null while the machine is stopped, runs its fallback or a test, or if the panel matches. */
export function panelMismatch(machine: Machine): PanelMismatch | null {
  const { telemetry, reported } = machine
  if (!telemetry?.moving || !telemetry.timer_pct || reported?.rate_in == null) return null
  if (reported.fallback || reported.mode === 'TEST') return null
  return timerMismatch({
    reportedPercent: telemetry.timer_pct,
    angleDeg: telemetry.angle_deg,
    askedIn: reported.rate_in,
    timers: reported.timer_pct,
    lightestIn: lowestDepth(machine),
  })
}

/** The mismatch as a sentence: 'Panel is at 45%, so this pass puts on about 0.43 in, not 0.8'. */
export function panelSentence(machine: Machine, unit: 'in' | 'mm'): string | null {
  const mismatch = panelMismatch(machine)
  if (!mismatch) return null
  const depth = (inches: number) => (unit === 'mm' ? inchesToMm(inches) : inches)
  const digits = unit === 'mm' ? 1 : 2
  const lays = quantity(depth(mismatch.laysIn), unit, digits)
  return text.panelDiffers(
    quantity(mismatch.reportedPercent, '%', 0),
    lays,
    number(depth(mismatch.askedIn), digits),
  )
}
