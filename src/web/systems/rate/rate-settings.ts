/** What each of several fields is sent so that its rate alone changes, or why it cannot be. */
import type { Settings, SystemView } from '#contract/systems.ts'
import { offSettings } from '../settings/settings-values.ts'
import { lockSentence } from '../status/system-warnings.text.ts'

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
  if (!desired) return 'Never set: open it and give its root depth and target first.'
  if (desired.is_test_pattern_on) return 'A test pattern runs. Wait until it ends, or open the field.'
  return desired.finish_arc ? 'It finishes a pass that stopped short. End that on its page first.' : null
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
