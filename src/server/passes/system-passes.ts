/** Passes of a system, derived from its machine's record identically for every caller. */
import type { Pass } from '../../agronomy/passes/passes.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import type { System } from '../systems/membership.ts'
import { passesOf } from './passes.rules.ts'
import { selectRecord } from './passes.store.ts'

const DAY_MS = 86_400_000
/** A pass that began at the edge of a page may continue beyond it by this much. */
const BEYOND_PAGE_MS = 6 * DAY_MS
/**
 * Where a machine circles without end, one pass ends where the previous one began: records are read from some time
 * before, starting at a fixed day of a month, so that all calls divide them at the same places.
 */
const READ_FROM_MS = 30 * DAY_MS

/** Passes that began in an interval, oldest first. */
export async function passesBetween(db: Reader, system: System, from: Date, to: Date): Promise<Pass[]> {
  const span = {
    from: new Date((Math.floor(from.getTime() / READ_FROM_MS) - 1) * READ_FROM_MS),
    to: new Date(to.getTime() + BEYOND_PAGE_MS),
  }
  const passes = passesOf(system, await selectRecord(db, system, span))
  return passes.filter((pass) => pass.from >= from.getTime() && pass.from < to.getTime())
}

/** The newest pass; one of today may have begun days ago. */
export function newestPasses(db: Reader, system: System, now: Date): Promise<Pass[]> {
  const from = new Date(now.getTime() - BEYOND_PAGE_MS)
  return passesBetween(db, system, from, new Date(now.getTime() + DAY_MS))
}

/** The pass that began at an instant. @throws Problem('pass_not_found') */
export async function passFrom(db: Reader, system: System, from: string): Promise<Pass> {
  const at = new Date(from)
  const [found] = await passesBetween(db, system, at, new Date(at.getTime() + 1))
  if (!found) throw new Problem('pass_not_found')
  return found
}
