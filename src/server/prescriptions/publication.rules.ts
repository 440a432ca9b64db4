/** What a controller is told for a setting: mode, prescription, timer and what to fall back on. */
import { depthPerPass, revolutionHours, timerForDepth } from '../../agronomy/pivot-hydraulics.ts'
import { lastDriveRadius, wettedAcres } from '../../agronomy/pivot-zones.ts'
import {
  cellIndex,
  fallbackPrescription,
  type Prescription,
  testPatternPrescription,
  uniformPrescription,
} from '../../agronomy/prescription.ts'
import { MAX_TOWERS, SECTORS, TEST_PATTERN_MS } from '../../contract/limits.ts'
import type { Mode, Settings } from '../../contract/systems.ts'
import type { Machine } from '../systems/membership.ts'
import { towersOn } from '../systems/settings.rules.ts'

export interface Publication {
  mode: Mode
  /** Inches. */
  rateIn: number
  timerPct: number[] | null
  test: { tower: number; until: string } | null
  rx: Prescription
  fallback: Prescription
}

type Hydraulics = Pick<Machine, 'towerRadiiM' | 'wettedRadiusM' | 'flowGpm' | 'speed100MMin'>

/** Until prescriptions are computed from the soil, ON waters every cell at the full rate, as OFF does. */
export function publicationOf(machine: Hydraulics, settings: Settings, now: Date): Publication {
  const towers = machine.towerRadiiM.length
  const [tower = 1] = towersOn(settings.towers)
  const test = settings.is_test_pattern_on
    ? { tower, until: new Date(now.getTime() + TEST_PATTERN_MS).toISOString() }
    : null
  const rx = test ? testPatternPrescription(tower, towers) : uniformPrescription(100, towers)
  return {
    mode: test ? 'TEST' : settings.is_system_on ? 'VRI' : 'UNIFORM',
    rateIn: settings.application_rate,
    timerPct: settings.is_speed_switch_on
      ? sectorTimers(rx, baseTimer(machine, settings.application_rate))
      : null,
    test,
    rx,
    fallback: fallbackPrescription(towers),
  }
}

/**
 * Timer at which the machine leaves the rate with all valves open, per cent; 100, the least water, where flow or speed
 * is not known or the machine cannot run fast enough.
 */
function baseTimer(
  { towerRadiiM, wettedRadiusM, flowGpm, speed100MMin }: Hydraulics,
  rateIn: number,
): number {
  if (flowGpm === null || speed100MMin === null) return 100
  const hours = revolutionHours(lastDriveRadius(towerRadiiM), speed100MMin, 100)
  return Math.min(100, timerForDepth(rateIn, depthPerPass(flowGpm, hours, wettedAcres(wettedRadiusM))))
}

/** p_i = p_base x 100 / Rx_i with Rx_i the sector's largest cell, at most 100; a sector without water is passed at 100. */
function sectorTimers(rx: Prescription, base: number): number[] {
  return Array.from({ length: SECTORS }, (_, sector) => {
    const start = cellIndex(sector, 0)
    const largest = Math.max(...rx.subarray(start, start + MAX_TOWERS))
    return largest === 0 ? 100 : Math.min(100, (base * 100) / largest)
  })
}
