/** When the machine watered the place of a probe and how much, from its records. */
import { sectorOf, toPolar } from '../../agronomy/pivot/pivot-geometry.ts'
import { wateringZoneIndex } from '../../agronomy/pivot/pivot-zones.ts'
import { type AppliedPass, selectApplied } from '../devices/records.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { SystemProbe } from '../probes/placed-probes.ts'
import type { Span } from '../readings/readings-range.store.ts'
import type { System } from '../systems/membership.ts'

/** Milliseconds since 1970; gross depth, inches. */
export interface IrrigationPass {
  from: number
  to: number
  depthIn: number
}

/** A machine that stops and continues records one pass in parts. */
const ONE_PASS_MS = 3_600_000

export async function passesOver(
  db: Reader,
  system: System,
  probe: SystemProbe,
  span: Span,
): Promise<IrrigationPass[]> {
  const { bearing, distance } = toPolar(probe)
  const zone = wateringZoneIndex(system.pivot, distance)
  return joinRecords(await selectApplied(db, system.controllerId, sectorOf(bearing), span), zone)
}

/** @param records of one sector, in chronological order */
function joinRecords(records: readonly AppliedPass[], zone: number): IrrigationPass[] {
  const passes: IrrigationPass[] = []
  for (const { from, to, depthIn } of records) {
    const depth = depthIn[zone] ?? 0
    if (!(depth > 0)) continue
    const former = passes.at(-1)
    if (former && from.getTime() - former.to <= ONE_PASS_MS) {
      former.to = Math.max(former.to, to.getTime())
      former.depthIn += depth
    } else passes.push({ from: from.getTime(), to: to.getTime(), depthIn: depth })
  }
  return passes
}
