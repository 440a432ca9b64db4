/** A prescription as calls show it: stored, or computed for a preview. */
import type { PrescriptionInputs, PrescriptionTotals } from '../../contract/prescriptions.ts'
import type { MemberSystem } from '../systems/membership.ts'

export interface Shown {
  percent: Uint8Array
  reason: Uint8Array
  geofence: Uint8Array
  /** Whole per cent of the root zone that sensors reach; null where it was not kept. */
  cover: Uint8Array | null
  timerPct: number[] | null
  sha256: string
  /** Null without settings. */
  totals: PrescriptionTotals | null
  inputs: PrescriptionInputs
}

/** What runs, or ran, on a system; `rev` is 0 while nothing was ever sent. */
export interface Found {
  system: MemberSystem
  rev: number
  settingsRev: number
  madeAt: Date
  shown: Shown
}
