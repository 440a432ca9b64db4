/** The seam to what a setting makes of a field: the systems store settings, others turn them into what machines run. */
import type { Settings } from '../../contract/systems.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import type { System } from './membership.ts'

/** A setting that was just stored. */
export interface StoredSetting {
  system: System
  settings: Settings
  settingsRev: number
  commandId: string
  savedAt: Date
  /** Somebody waits who can be asked; else the server set it by itself. */
  asked: boolean
}

export interface SettingsPublisher {
  /**
   * Stores what the machine should run, and has it published, in the transaction of the setting.
   *
   * @returns when a test pattern that was asked for ends
   */
  publish(tx: ServerTx, setting: StoredSetting): Promise<{ testUntil: Date | null }>
}
