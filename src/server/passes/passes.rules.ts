/** Passes as API answers: applied and pumped water, and the unexplained difference. */
import { type Pass, type PassRecord, cutPasses, depthByDegree } from '../../agronomy/passes/passes.ts'
import { normaliseBearing } from '../../agronomy/pivot/pivot-geometry.ts'
import type { PassDegrees, PassView, Watered } from '../../contract/passes.ts'
import type { System } from '../systems/membership.ts'
import { dayReader } from '../readings/zone-days.ts'
import type { StoredCommand } from '../systems/settings.rules.ts'
import type { DepthFactorRow, MachineRecord } from './machine-record.ts'

const HOUR_MS = 3_600_000
/** Alert threshold for unexplained water, as a share of the larger of pumped and applied. */
const ALARM_PERCENT = 5
/** Over the first degrees a meter and an arm that report in turn cannot be compared. */
const COMPARED_FROM_DEG = 5
/** After this long the field has dried where it stopped, and a new pass is better. */
export const FINISH_OFFERED_MS = 72 * HOUR_MS
/** Fewer degrees are not worth a pass. */
const FINISH_LEAST_DEG = 2
/** A degree counts as watered from this share of it on. */
const WETTED_SHARE = 0.5

export function passesOf(system: System, { stays, track, events }: MachineRecord): Pass[] {
  const record: PassRecord = {
    pivot: system.pivot,
    stays: stays.map(({ sector, from, to, depthIn }) => ({
      sector,
      from: from.getTime(),
      to: to.getTime(),
      depthIn,
    })),
    track: track.map((point) => ({ ...point, at: point.at.getTime() })),
    events: events.map(({ at, code }) => ({ at: at.getTime(), code })),
  }
  return cutPasses(record)
}

/** Share of each degree that was covered by any pass. */
export function sweptBy(system: System, record: MachineRecord): number[] {
  const passes = passesOf(system, record)
  return Array.from({ length: 360 }, (_, degree) =>
    passes.reduce((most, { swept }) => Math.max(most, swept[degree] ?? 0), 0),
  )
}

/** From when on records count for a pass that is being finished, by the machine's clock. */
export function finishSince({ after, savedAt }: Pick<StoredCommand, 'after' | 'savedAt'>): Date {
  return after.finish_since === undefined ? savedAt : new Date(after.finish_since)
}

/** The catch-can factor for a pass: the newest measured by then; the first one also applies to all earlier passes. */
function factorFor(factors: readonly DepthFactorRow[], at: number): number | null {
  const inOrder = factors.toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
  return (inOrder.findLast(({ madeAt }) => madeAt.getTime() <= at) ?? inOrder[0])?.factor ?? null
}

export function arcDegrees([from, to]: readonly [number, number]): number {
  return normaliseBearing(to - from)
}

export function passView(
  pass: Pass,
  system: Pick<System, 'timeZone'>,
  factors: readonly DepthFactorRow[],
): PassView {
  const { appliedM3, pumpedM3 } = pass
  const sweptDeg = pass.swept.reduce((sum, share) => sum + share, 0) - pass.unrecordedDeg
  const depthIn = sweptDeg > 0 ? pass.depthIn.reduce((sum, depth) => sum + depth, 0) / sweptDeg : 0
  const unexplained = pumpedM3 === null ? null : pumpedM3 - appliedM3
  const largerM3 = Math.max(pumpedM3 ?? 0, appliedM3)
  const percent = unexplained === null || largerM3 === 0 ? null : (100 * unexplained) / largerM3
  const factor = factorFor(factors, pass.from)
  return {
    from: new Date(pass.from).toISOString(),
    to: new Date(pass.to).toISOString(),
    day: dayReader(system.timeZone)(new Date(pass.from)),
    clockwise: pass.clockwise,
    start_deg: pass.startDeg,
    end_deg: pass.endDeg,
    swept_deg: pass.sweptDeg,
    unrecorded_deg: pass.unrecordedDeg,
    hours: (pass.to - pass.from) / HOUR_MS,
    ended: pass.ended,
    code: pass.code,
    dry_arc: pass.dryArc && [...pass.dryArc],
    dry_deg: pass.dryArc ? arcDegrees(pass.dryArc) : 0,
    depth_in: depthIn,
    volume_m3: appliedM3,
    pumped_m3: pumpedM3,
    unexplained_m3: unexplained,
    unexplained_percent: percent,
    alarm: percent !== null && Math.abs(percent) > ALARM_PERCENT && pass.sweptDeg >= COMPARED_FROM_DEG,
    depth_factor: factor,
    corrected_depth_in: factor === null ? null : depthIn * factor,
    corrected_volume_m3: factor === null ? null : appliedM3 * factor,
  }
}

/** A pass in the days of the field's time zone. */
export function degreesOf(pass: Pass, system: System): PassDegrees {
  const dayOf = dayReader(system.timeZone)
  const days = new Map<string, typeof pass.stays>()
  for (const stay of pass.stays) {
    const day = dayOf(new Date(stay.from))
    days.set(day, [...(days.get(day) ?? []), stay])
  }
  return {
    from: new Date(pass.from).toISOString(),
    days: [...days].map(([day, stays]) => {
      const { depthIn, swept } = depthByDegree(stays, system.pivot)
      return { day, depth_in: depthIn, swept }
    }),
  }
}

/** The part of a pass that can be finished. */
interface Finishable {
  arc: [number, number]
  degrees: number
  clockwise: boolean
  /** When it stopped, by the machine's clock. */
  since: string
}

/** The dry arc of the newest pass when it stopped short recently; null when there is nothing to finish. */
export function toFinish(passes: readonly Pass[], now: Date): Finishable | null {
  const last = passes.at(-1)
  if (!last?.dryArc || (last.ended !== 'STOPPED' && last.ended !== 'FAULT')) return null
  const degrees = arcDegrees(last.dryArc)
  if (degrees < FINISH_LEAST_DEG || now.getTime() - last.to > FINISH_OFFERED_MS) return null
  return { arc: [...last.dryArc], degrees, clockwise: last.clockwise, since: new Date(last.to).toISOString() }
}

/** Ranges of degrees that a pass has watered. */
export function wateredArcs(pass: Pass | undefined): Watered {
  if (!pass) return { arcs: [], since: null }
  const wet = (degree: number) =>
    (pass.swept[degree % 360] ?? 0) >= WETTED_SHARE && (pass.depthIn[degree % 360] ?? 0) > 0
  const degrees = Array.from({ length: 360 }, (_, degree) => degree)
  const since = new Date(pass.from).toISOString()
  if (degrees.every(wet)) return { arcs: [[0, 360]], since }
  const starts = degrees.filter((degree) => wet(degree) && !wet(degree + 359))
  return {
    since,
    arcs: starts.map((start) => {
      const length = degrees.findIndex((step) => !wet(start + step))
      return [start, (start + length) % 360]
    }),
  }
}

/** One row per pass, for a spreadsheet. */
export function passesFile(passes: readonly PassView[]): string {
  const columns = [
    'day',
    'from',
    'to',
    'hours',
    'direction',
    'start_deg',
    'end_deg',
    'swept_deg',
    'ended',
    'code',
    'dry_deg',
    'depth_in',
    'volume_m3',
    'pumped_m3',
    'unexplained_m3',
    'depth_factor',
    'corrected_depth_in',
    'corrected_volume_m3',
  ]
  const number = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits))
  const rows = passes.map((pass) => [
    pass.day,
    pass.from,
    pass.to,
    number(pass.hours, 2),
    pass.clockwise ? 'forward' : 'reverse',
    number(pass.start_deg, 1),
    number(pass.end_deg, 1),
    number(pass.swept_deg, 1),
    pass.ended.toLowerCase(),
    pass.code ?? '',
    number(pass.dry_deg, 1),
    number(pass.depth_in, 3),
    number(pass.volume_m3, 1),
    number(pass.pumped_m3, 1),
    number(pass.unexplained_m3, 1),
    number(pass.depth_factor, 3),
    number(pass.corrected_depth_in, 3),
    number(pass.corrected_volume_m3, 1),
  ])
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
