/** A prescription as calls show it: stored, or computed for a preview. */
import type { PrescriptionInputs, PrescriptionTotals } from '../../contract/prescriptions.ts'
import type { MemberSystem } from '../systems/membership.ts'

export interface Shown {
  percent: Uint8Array
  reason: Uint8Array
  geofence: Uint8Array
  /** Coverage of the root zone by sensors, whole per cent; null when it was not stored. */
  cover: Uint8Array | null
  timerPct: number[] | null
  sha256: string
  /** Null without settings. */
  totals: PrescriptionTotals | null
  inputs: PrescriptionInputs
}

/** The running or a past prescription; `rev` is 0 before the first publication. */
export interface Found {
  system: MemberSystem
  rev: number
  settingsRev: number
  madeAt: Date
  shown: Shown
}
