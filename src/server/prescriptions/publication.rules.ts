/** What a controller is told for a computed prescription: mode, cells, timers and what to fall back on. */
import type { Prescription } from '../../agronomy/prescription/prescription.ts'
import { TEST_PATTERN_MS } from '../../contract/limits.ts'
import type { Mode, Settings } from '../../contract/systems.ts'
import { towersOn } from '../systems/settings.rules.ts'
import type { Computation } from './computed-prescription.ts'

function modeOf(settings: Settings): Mode {
  if (settings.is_test_pattern_on) return 'TEST'
  return settings.is_system_on || settings.finish_arc ? 'VRI' : 'UNIFORM'
}

export interface Publication {
  mode: Mode
  /** Inches. */
  rateIn: number
  timerPct: number[] | null
  test: { tower: number; until: string } | null
  rx: Prescription
  fallback: Prescription
}

type Computed = Pick<Computation, 'percent' | 'fallback' | 'speed'>

/** @param now a test pattern ends fifteen minutes later */
export function publicationOf(
  settings: Settings,
  { percent, fallback, speed }: Computed,
  now: Date,
): Publication {
  const [tower = 1] = towersOn(settings.towers)
  const until = new Date(now.getTime() + TEST_PATTERN_MS).toISOString()
  return {
    mode: modeOf(settings),
    rateIn: settings.application_rate,
    timerPct: speed?.timerPct ?? null,
    test: settings.is_test_pattern_on ? { tower, until } : null,
    rx: percent,
    fallback,
  }
}
