/** Prescriptions as API answers. */
import { PRESCRIPTION_REASONS } from '../../agronomy/prescription/prescription.ts'
import type { PrescriptionTotals as Totals } from '../../agronomy/prescription/prescription-totals.ts'
import { MAX_TOWERS, SECTORS } from '../../contract/limits.ts'
import type {
  PrescriptionChanges,
  PrescriptionPreview,
  PrescriptionTotals,
  PrescriptionView,
} from '../../contract/prescriptions.ts'
import type { Computation } from './computed-prescription.ts'
import type { Found, Shown } from './shown-prescription.ts'

/** Sums of 1,620 cells have rounding errors; a saving of nothing must not be shown as negative. */
function withoutNoise(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}

export function totalsOf(totals: Totals): PrescriptionTotals {
  return {
    volume_m3: withoutNoise(totals.volumeM3),
    uniform_volume_m3: withoutNoise(totals.uniformVolumeM3),
    saving_m3: withoutNoise(totals.savingM3),
    saving_percent: withoutNoise(totals.savingPercent),
    unmet_m3: totals.unmetM3 === null ? null : withoutNoise(totals.unmetM3),
    no_data_percent: totals.noDataPercent === null ? null : withoutNoise(totals.noDataPercent),
    hours: totals.hours,
    sector_flow_gpm: totals.sectorFlowGpm,
  }
}

function base64(cells: Uint8Array): string {
  return Buffer.from(cells).toString('base64')
}

function bodyOf(
  system: string,
  { percent, reason, geofence, cover, timerPct, sha256, totals, inputs }: Shown,
): Omit<PrescriptionPreview, 'changes'> {
  return {
    system,
    sectors: SECTORS,
    zones: MAX_TOWERS,
    percent_b64: base64(percent),
    reason_b64: base64(reason),
    reasons: [...PRESCRIPTION_REASONS],
    geofence_b64: base64(geofence),
    cover_b64: cover && base64(cover),
    timer_pct: timerPct,
    sha256,
    totals,
    inputs,
  }
}

/** A computed prescription in the stored format; without settings it has no totals. */
export function shownOf(computation: Computation): Shown {
  const { percent, reason, geofence, cover, speed, sha256, totals, inputs } = computation
  return {
    percent,
    reason,
    geofence,
    cover,
    timerPct: speed?.timerPct ?? null,
    sha256,
    totals: inputs.settings && totalsOf(totals),
    inputs,
  }
}

export function viewOf({ system, rev, settingsRev, madeAt, shown }: Found): PrescriptionView {
  return {
    ...bodyOf(system.name, shown),
    rev,
    settings_rev: settingsRev,
    made_at: madeAt.toISOString(),
  }
}

export function previewOf(former: Found, computation: Computation): PrescriptionPreview {
  const shown = shownOf(computation)
  return { ...bodyOf(former.system.name, shown), changes: changesOf(shown, former) }
}

function changesOf({ percent, totals }: Shown, { rev, shown: former }: Found): PrescriptionChanges {
  const count = (differs: (now: number, then: number) => boolean) =>
    percent.reduce((sum, now, cell) => sum + (differs(now, former.percent[cell] ?? 0) ? 1 : 0), 0)
  const difference = (now: number | null | undefined, then: number | null | undefined) =>
    now == null || then == null ? null : now - then
  const [more, less] = [count((now, then) => now > then), count((now, then) => now < then)]
  return {
    former_rev: rev,
    former_percent_b64: base64(former.percent),
    cells: more + less,
    more,
    less,
    volume_m3: difference(totals?.volume_m3, former.totals?.volume_m3),
    hours: difference(totals?.hours, former.totals?.hours),
  }
}
