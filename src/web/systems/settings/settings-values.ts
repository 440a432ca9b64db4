/** The form's values: the specified client state, with numbers as typed text. */
import * as z from 'zod/mini'
import { systemInput, towers } from '#contract/systems.ts'
import type { Settings, Towers } from '#contract/systems.ts'
import { isPageProblem } from '#contract/page-problems.ts'
import { problemMessage } from '../../kit/call-error.ts'

export const settingsValues = z.object({
  isSystemOn: z.boolean(),
  isTestPatternOn: z.boolean(),
  isSpeedSwitchOn: z.boolean(),
  applicationRate: z.string(),
  rootDepth: z.string(),
  targetMoisture: z.string(),
  towers,
  /** Whether to raise low percentages for the pump; missing in older stored states. */
  raisesForPump: z.optional(z.boolean()),
})
export type SettingsValues = z.infer<typeof settingsValues>

export const noTowers: Towers = {
  1: false,
  2: false,
  3: false,
  4: false,
  5: false,
  6: false,
  7: false,
  8: false,
  9: false,
}

/** Towers of a test pattern: one, or none. */
export function towersWith(tower: number | null): Towers {
  return tower === null ? noTowers : { ...noTowers, [tower]: true }
}

/** Cleared values for OFF. A system without settings also runs these: 100 % everywhere. */
export const offValues: SettingsValues = {
  isSystemOn: false,
  isTestPatternOn: false,
  isSpeedSwitchOn: false,
  applicationRate: '',
  rootDepth: '',
  targetMoisture: '',
  towers: noTowers,
  raisesForPump: false,
}

const typed = (value: number | null) => (value === null ? '' : String(value))

/** A typed number; null if empty or invalid. */
export function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** The form's values for settings of the server. */
export function valuesOf(settings: Settings | null): SettingsValues {
  if (!settings?.is_system_on) return offValues
  return {
    isSystemOn: true,
    isTestPatternOn: settings.is_test_pattern_on,
    isSpeedSwitchOn: settings.is_speed_switch_on,
    applicationRate: typed(settings.application_rate),
    rootDepth: typed(settings.root_depth),
    targetMoisture: typed(settings.target_moisture),
    towers: settings.towers,
    raisesForPump: settings.pump_remedy === 'raise',
  }
}

/** Whether settings are equal, ignoring the order of their fields. */
export function sameSettings(a: Settings, b: Settings): boolean {
  const rate = a.application_rate === b.application_rate
  return rate && sameValues(valuesOf(a), valuesOf(b))
}

/** Whether both would send the same body; `0.50` is `0.5`. */
export function sameValues(a: SettingsValues, b: SettingsValues): boolean {
  return JSON.stringify(draftOf(a)) === JSON.stringify(draftOf(b))
}

function draftOf(values: SettingsValues) {
  return {
    is_system_on: values.isSystemOn,
    is_test_pattern_on: values.isTestPatternOn,
    is_speed_switch_on: values.isSpeedSwitchOn,
    application_rate: numberOf(values.applicationRate),
    root_depth: numberOf(values.rootDepth),
    target_moisture: numberOf(values.targetMoisture),
    towers: values.towers,
    ...(values.raisesForPump ? { pump_remedy: 'raise' as const } : {}),
  }
}

/** The body for OFF: only the rate (decision 25). */
export function offSettings(applicationRate: number): Settings {
  return {
    is_system_on: false,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: applicationRate,
    root_depth: null,
    target_moisture: null,
    towers: noTowers,
  }
}

const fieldsByWire = {
  application_rate: 'applicationRate',
  root_depth: 'rootDepth',
  target_moisture: 'targetMoisture',
} as const
export type NumberName = (typeof fieldsByWire)[keyof typeof fieldsByWire]

export type CheckedSettings =
  | { settings: Settings; errors: null }
  | { settings: null; errors: Partial<Record<NumberName, string>> }

/** The settings to send for a system that is on, or the specified message for each invalid field. */
export function checkedSettings(system: string, values: SettingsValues): CheckedSettings {
  const parsed = systemInput.safeParse({ system_name: system, ...draftOf(values) })
  if (parsed.success && parsed.data.is_system_on) {
    const { system_name: _, ...settings } = parsed.data
    return { settings, errors: null }
  }
  const errors: Partial<Record<NumberName, string>> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = Object.entries(fieldsByWire).find(([wire]) => wire === path[0])?.[1]
    if (field && isPageProblem(message)) errors[field] ??= problemMessage(message)
  }
  return { settings: null, errors }
}
