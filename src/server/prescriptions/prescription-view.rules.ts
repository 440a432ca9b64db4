/** Prescriptions as the wire shows them. */
import { PRESCRIPTION_REASONS } from '../../agronomy/prescription-engine.ts'
import type { PrescriptionTotals as Totals } from '../../agronomy/prescription-totals.ts'
import { MAX_TOWERS, SECTORS } from '../../contract/limits.ts'
import type {
  PrescriptionChanges,
  PrescriptionInputs,
  PrescriptionPreview,
  PrescriptionTotals,
  PrescriptionView,
} from '../../contract/prescriptions.ts'
import type { Computation } from './computation.rules.ts'
import type { KeptPrescription } from './prescriptions.store.ts'

export function totalsOf(totals: Totals): PrescriptionTotals {
  return {
    volume_m3: totals.volumeM3,
    uniform_volume_m3: totals.uniformVolumeM3,
    saving_m3: totals.savingM3,
    saving_percent: totals.savingPercent,
    hours: totals.hours,
    sector_flow_gpm: totals.sectorFlowGpm,
  }
}

interface Shown {
  percent: Uint8Array
  reason: Uint8Array
  geofence: Uint8Array
  timerPct: number[] | null
  sha256: string
  totals: PrescriptionTotals | null
  inputs: PrescriptionInputs
}

function base64(cells: Uint8Array): string {
  return Buffer.from(cells).toString('base64')
}

function bodyOf(
  system: string,
  { percent, reason, geofence, timerPct, sha256, totals, inputs }: Shown,
): Omit<PrescriptionPreview, 'changes'> {
  return {
    system,
    sectors: SECTORS,
    zones: MAX_TOWERS,
    percent_b64: base64(percent),
    reason_b64: base64(reason),
    reasons: [...PRESCRIPTION_REASONS],
    geofence_b64: base64(geofence),
    timer_pct: timerPct,
    sha256,
    totals,
    inputs,
  }
}

/** A computed prescription as it would be kept; without settings it has no totals. */
export function shownOf(computation: Computation): Shown {
  const { percent, reason, geofence, speed, sha256, totals, inputs } = computation
  return {
    percent,
    reason,
    geofence,
    timerPct: speed?.timerPct ?? null,
    sha256,
    totals: inputs.settings && totalsOf(totals),
    inputs,
  }
}

/** @param rev the publication that was asked for */
export function viewOf(system: string, kept: KeptPrescription, rev: number): PrescriptionView {
  return {
    ...bodyOf(system, kept),
    rev,
    settings_rev: kept.settingsRev,
    made_at: kept.madeAt.toISOString(),
  }
}

export function viewOfNothingSent(system: string, computation: Computation, now: Date): PrescriptionView {
  return { ...bodyOf(system, shownOf(computation)), rev: 0, settings_rev: 0, made_at: now.toISOString() }
}

export function previewOf(
  system: string,
  computation: Computation,
  former: Pick<PrescriptionView, 'rev' | 'percent_b64' | 'totals'>,
): PrescriptionPreview {
  const shown = shownOf(computation)
  return { ...bodyOf(system, shown), changes: changesOf(shown, former) }
}

function changesOf(
  { percent, totals }: Shown,
  former: Pick<PrescriptionView, 'rev' | 'percent_b64' | 'totals'>,
): PrescriptionChanges {
  const before = Buffer.from(former.percent_b64, 'base64')
  const count = (differs: (now: number, then: number) => boolean) =>
    percent.reduce((sum, now, cell) => sum + (differs(now, before[cell] ?? 0) ? 1 : 0), 0)
  const difference = (now: number | null | undefined, then: number | null | undefined) =>
    now == null || then == null ? null : now - then
  const [more, less] = [count((now, then) => now > then), count((now, then) => now < then)]
  return {
    former_rev: former.rev,
    former_percent_b64: former.percent_b64,
    cells: more + less,
    more,
    less,
    volume_m3: difference(totals?.volume_m3, former.totals?.volume_m3),
    hours: difference(totals?.hours, former.totals?.hours),
  }
}
