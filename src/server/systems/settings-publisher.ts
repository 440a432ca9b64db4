/** Interface by which `systems/` publishes settings without knowing how a prescription is computed. */
import type { Settings } from '../../contract/systems.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { System } from './membership.ts'

/** A setting that was just stored. */
export interface StoredSetting {
  system: System
  settings: Settings
  settingsRev: number
  commandId: string
  savedAt: Date
  /** Whether a user is waiting, who can be asked to decide; otherwise the server changed it itself. */
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
