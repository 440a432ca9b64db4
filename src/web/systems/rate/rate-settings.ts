/** What each of several fields is sent so that its rate alone changes, or why it cannot be. */
import type { Settings, SystemView } from '#contract/systems.ts'
import { offSettings } from '../settings/settings-values.ts'
import { lockSentence } from '../status/system-warnings.text.ts'
import { text } from './rate.text.ts'

/** What is asked of one field. */
export interface FieldRate {
  system: SystemView
  settings: Settings
  /** The revision that the person saw. */
  expectedRevision: number
}

/** Why this field takes no rate together with others; null when it does. */
export function rateObstacle(system: SystemView): string | null {
  const { desired } = system
  const locked = lockSentence(system)
  if (locked) return locked
  if (!desired) return text.neverSet
  if (desired.is_test_pattern_on) return text.testPatternRuns
  return desired.finish_arc ? text.finishingPass : null
}

/**
 * The newest settings of a field with another rate, inches; null where it takes none.
 *
 * @param raises lowest percentages are raised where the pump would draw too little
 */
export function fieldRate(system: SystemView, rateIn: number, raises: boolean): FieldRate | null {
  const { desired } = system
  if (!desired || rateObstacle(system)) return null
  const { settings_rev: expectedRevision, rev: _, ...settings } = desired
  if (!settings.is_system_on) return { system, settings: offSettings(rateIn), expectedRevision }
  const remedy = raises ? { pump_remedy: 'raise' as const } : {}
  return { system, settings: { ...settings, application_rate: rateIn, ...remedy }, expectedRevision }
}
