/** Passes of a machine: listing them, finishing one that stopped short, and catch cans. */
import { dryDegrees } from '../../agronomy/passes/finish-arc.ts'
import {
  type PassDegrees,
  type PassList,
  PASSES_PAGE_DAYS,
  type PassProof,
  type Watered,
} from '../../contract/passes.ts'
import { newestStayBefore } from '../devices/records.store.ts'
import type { Kit } from '../installation/kit.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { commandAt } from '../systems/settings.store.ts'
import { type CatchCans, createCatchCans } from './catch-cans.service.ts'
import { createPassFinishing, type PassFinishing, type PassFinishingNeeds } from './pass-finishing.service.ts'
import {
  arcDegrees,
  degreesOf,
  passesFile,
  passView,
  finishSince,
  sweptBy,
  toFinish,
  wateredArcs,
} from './passes.rules.ts'
import { proofOf } from './pass-proof.ts'
import type { DepthFactorRow } from './machine-record.ts'
import { finishRecord, selectFactors } from './passes.store.ts'
import { newestPasses, passesBetween, passFrom } from './system-passes.ts'

const DAY_MS = 86_400_000
/** Number of earlier passes in which a pass's valves are checked. */
const PROOF_BACK_MS = 30 * DAY_MS

export interface Passes extends PassFinishing, CatchCans {
  list(userId: number, name: string, before: string | null): Promise<PassList>
  /** @throws Problem('pass_not_found') */
  degrees(userId: number, name: string, from: string): Promise<PassDegrees>
  /** @throws Problem('pass_not_found') */
  proof(userId: number, name: string, from: string): Promise<PassProof>
  watered(userId: number, name: string): Promise<Watered>
  file(userId: number, name: string): Promise<string>
}

export function createPasses(kit: Kit, needs: PassFinishingNeeds): Passes {
  const { clock, database } = kit

  return {
    list: (userId, name, before) =>
      database.asCustomer(userId, async (tx) => {
        const now = clock.now()
        const system = await systemOf(tx, userId, name)
        const { from, factors, passes, views } = await page(tx, system, { before, now })
        const finishing = await finishingOf(tx, system, now)
        // after months without water the next page ends at the last pass before them
        const older = await newestStayBefore(tx, system.controllerId, from)
        return {
          passes: views,
          next: older && new Date(older.getTime() + 1).toISOString(),
          finish: before === null && !finishing ? toFinish(passes, now) : null,
          finishing,
          factors: factors.map(factorView),
        }
      }),

    degrees: (userId, name, from) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        return degreesOf(await passFrom(tx, system, from), system)
      }),

    async proof(userId, name, from) {
      const at = new Date(from)
      const { system, passes } = await database.asCustomer(userId, async (tx) => {
        const ownSystem = await systemOf(tx, userId, name)
        const before = new Date(at.getTime() - PROOF_BACK_MS)
        return {
          system: ownSystem,
          passes: await passesBetween(tx, ownSystem, before, new Date(at.getTime() + 1)),
        }
      })
      if (passes.at(-1)?.from !== at.getTime()) throw new Problem('pass_not_found')
      const proof = await proofOf(database.reader, system, passes, clock.now())
      if (!proof) throw new Problem('pass_not_found')
      return proof
    },

    watered: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        return wateredArcs((await newestPasses(tx, system, clock.now())).at(-1))
      }),

    file: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        return passesFile((await page(tx, system, { before: null, now: clock.now() })).views)
      }),

    ...createPassFinishing(kit, needs),
    ...createCatchCans(kit),
  }
}

async function page(db: Reader, system: MemberSystem, { before, now }: { before: string | null; now: Date }) {
  const to = before === null ? new Date(now.getTime() + DAY_MS) : new Date(before)
  const from = new Date(to.getTime() - PASSES_PAGE_DAYS * DAY_MS)
  const factors = await selectFactors(db, system.id)
  const passes = await passesBetween(db, system, from, to)
  return {
    from,
    factors,
    passes,
    views: passes.map((pass) => passView(pass, system, factors)).toReversed(),
  }
}

async function finishingOf(db: Reader, system: MemberSystem, now: Date): Promise<PassList['finishing']> {
  const command = await commandAt(db, system.id, system.settingsRev)
  const arc = command?.after.finish_arc
  if (!command || !arc) return null
  const record = await finishRecord(db, system, { since: finishSince(command), now })
  return {
    arc,
    degrees: arcDegrees(arc),
    dry_deg: dryDegrees(arc, sweptBy(system, record)),
    since: command.savedAt.toISOString(),
  }
}

function factorView(row: DepthFactorRow): PassList['factors'][number] {
  return {
    factor: row.factor,
    cans_in: row.cansIn,
    distances_m: row.distancesM,
    bearing: row.bearing,
    unit: row.unit,
    computed_in: row.computedIn,
    pass_from: row.passFrom.toISOString(),
    who: row.userName,
    when: row.madeAt.toISOString(),
  }
}
