/** Records every setting that the server acknowledged, as the reference for all checks. */
import type { SystemInputAnswer } from '#contract/systems.ts'
import type { Findings } from './findings.ts'

/** The part of a setting that is compared. */
export interface Wanted {
  is_system_on: boolean
  is_speed_switch_on: boolean
  application_rate: number
  root_depth: number
  target_moisture: number
}

export interface Accepted {
  system: string
  settingsRev: number
  commandId: string
  key: string
  wanted: Wanted
}

export interface AcceptedSettings {
  count(): number
  /** The newest acknowledged settings revision of a system; 0 before the first. */
  newest(system: string): number
  of(system: string): ReadonlyMap<number, Accepted>
  /** @param answer of a 200, to any repetition of the key */
  add(system: string, key: string, wanted: Wanted, answer: SystemInputAnswer): void
}

export function createAccepted(findings: Findings): AcceptedSettings {
  const bySystem = new Map<string, Map<number, Accepted>>()
  const byKey = new Map<string, Accepted>()
  const newest = new Map<string, number>()
  const of = (system: string) => {
    const settings = bySystem.get(system) ?? new Map<number, Accepted>()
    bySystem.set(system, settings)
    return settings
  }

  return {
    count: () => byKey.size,
    newest: (system) => newest.get(system) ?? 0,
    of,
    add(system, key, wanted, { command_id: commandId, settings_rev: settingsRev }) {
      const setting = { system, settingsRev, commandId, key, wanted }
      const former = byKey.get(key)
      if (former && (former.commandId !== commandId || former.settingsRev !== settingsRev))
        findings.add(
          'doubled',
          `key ${key}`,
          `${system}: key ${key} gave setting ${former.settingsRev} (${former.commandId}), then ${settingsRev} (${commandId})`,
        )
      if (former) return
      const other = of(system).get(settingsRev)
      if (other)
        findings.add(
          'doubled',
          `${system} revision ${settingsRev}`,
          `${system}: keys ${other.key} and ${key} were both given setting ${settingsRev}`,
        )
      byKey.set(key, setting)
      of(system).set(settingsRev, setting)
      newest.set(system, Math.max(newest.get(system) ?? 0, settingsRev))
    },
  }
}
