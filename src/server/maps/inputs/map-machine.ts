/** The arm on a map: where it was seen, and what its last pass has wetted, as the system's own picture shows it. */
import { SECTOR_DEGREES } from '#agronomy/pivot/pivot-geometry.ts'
import { selectLinks } from '../../devices/links.store.ts'
import type { Reader } from '../../kit/postgres/database.ts'
import { passesOf, wateredArcs } from '../../passes/passes.rules.ts'
import { selectRecord } from '../../passes/passes.store.ts'
import type { System } from '../../systems/membership.ts'
import type { MapMachine } from './map-inputs.ts'

/** An arm that was not heard for longer is drawn where it was, not where it is. */
const STALE_MS = 10 * 60_000
/** No pass is longer, and what was wetted before has long dried. */
const PASS_MS = 14 * 24 * 3_600_000

/** Null where no arm was ever heard. */
export async function machineNow(db: Reader, system: System, now: Date): Promise<MapMachine | null> {
  const link = (await selectLinks(db, [system.controllerId], now)).get(system.controllerId)
  if (!link?.telemetry) return null
  const { angleDeg, at } = link.telemetry
  const seenAt = new Date(at)
  const record = await selectRecord(db, system, { from: new Date(now.getTime() - PASS_MS), to: now })
  const { arcs, since } = wateredArcs(passesOf(system, record).at(-1))
  return {
    armDegrees: (Math.floor((angleDeg % 360) / SECTOR_DEGREES) + 0.5) * SECTOR_DEGREES,
    seenAt,
    stale: now.getTime() - seenAt.getTime() > STALE_MS,
    pass: since === null || arcs.length === 0 ? null : { since: new Date(since), arcs },
  }
}
