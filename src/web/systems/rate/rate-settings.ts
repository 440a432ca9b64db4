/** The settings sent to each field for a common rate, or why a field is excluded. */
import type { Settings, SystemView } from '#contract/systems.ts'
import { offSettings } from '../settings/settings-values.ts'
import { lockSentence } from '../status/system-warnings.text.ts'
import { text } from './rate.text.ts'

/** The settings requested for one field. */
export interface FieldRate {
  system: SystemView
  settings: Settings
  /** The revision shown to the user. */
  expectedRevision: number
}

/** Why this field is excluded from a common rate, or null. */
export function exclusionReason(system: SystemView): string | null {
  const { desired } = system
  const locked = lockSentence(system)
  if (locked) return locked
  if (!desired) return text.neverSet
  if (desired.is_test_pattern_on) return text.testPatternRuns
  return desired.finish_arc ? text.finishingPass : null
}

/**
 * The newest settings of a field with another rate, inches; null if it is excluded.
 *
 * @param raiseForPump whether lowest percentages are raised for the pump
 */
export function fieldRate(system: SystemView, rateIn: number, raiseForPump: boolean): FieldRate | null {
  const { desired } = system
  if (!desired || exclusionReason(system)) return null
  const { settings_rev: expectedRevision, rev: _, ...settings } = desired
  if (!settings.is_system_on) return { system, settings: offSettings(rateIn), expectedRevision }
  const remedy = raiseForPump ? { pump_remedy: 'raise' as const } : {}
  return { system, settings: { ...settings, application_rate: rateIn, ...remedy }, expectedRevision }
}
