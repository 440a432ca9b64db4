/** Passes of a machine: listing them, finishing one that stopped short, and catch cans. */
import { depthFactor, DEPTH_FACTOR_RANGE } from '../../agronomy/passes/depth-factor.ts'
import { dryDegrees } from '../../agronomy/passes/finish-arc.ts'
import { type Pass, recordedDepth } from '../../agronomy/passes/passes.ts'
import { wateringZoneIndex } from '../../agronomy/pivot/pivot-zones.ts'
import {
  type CansAnswer,
  type CansBody,
  cansBody,
  finishBody,
  finishEndBody,
  type FinishPreview,
  type PassDegrees,
  type PassList,
  PASSES_PAGE_DAYS,
  type PassProof,
  type Watered,
} from '../../contract/passes.ts'
import type { PrescriptionPreview } from '../../contract/prescriptions.ts'
import type { Settings, SystemInputAnswer } from '../../contract/systems.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { newestStayBefore } from '../devices/records.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type Reader } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { mayChange, type MemberSystem, type System } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { type Finish, withFinish } from '../systems/settings.rules.ts'
import type { SettingsService } from '../systems/settings.service.ts'
import { commandAt } from '../systems/settings.store.ts'
import { systemChanged } from '../systems/systems.events.ts'
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
import { finishRecord, insertFactor, selectFactors } from './passes.store.ts'
import { newestPasses, passesBetween } from './system-passes.ts'

const DAY_MS = 86_400_000
/** Number of earlier passes in which a pass's valves are checked. */
const PROOF_BACK_MS = 30 * DAY_MS
/** Two arcs are equal when their ends differ by no more: the last telemetry may arrive later. */
const SAME_ARC_DEG = 1

type Sender = Parameters<SettingsService['take']>[0]
type Headers = Parameters<SettingsService['take']>[2]

export interface Passes {
  list(userId: number, name: string, before: string | null): Promise<PassList>
  /** @throws Problem('pass_not_found') */
  degrees(userId: number, name: string, from: string): Promise<PassDegrees>
  /** @throws Problem('pass_not_found') */
  proof(userId: number, name: string, from: string): Promise<PassProof>
  watered(userId: number, name: string): Promise<Watered>
  file(userId: number, name: string): Promise<string>
  /** Stores nothing. @throws Problem('nothing_to_finish') */
  finishPreview(userId: number, name: string, remedy: 'raise' | undefined): Promise<FinishPreview>
  /** A setting for the dry arc only. @throws Problem */
  finish(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
  /** Publishes the previous settings again. @throws Problem */
  finishEnd(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
  /** @throws Problem */
  cans(user: { id: number; name: string }, body: unknown): Promise<CansAnswer>
}

interface Needs {
  settings: SettingsService
  prescriptions: {
    previewFinish(
      userId: number,
      name: string,
      finish: (running: Settings) => Settings,
    ): Promise<PrescriptionPreview | null>
  }
}

export function createPasses(kit: Kit, { settings, prescriptions }: Needs): Passes {
  const { clock, database } = kit

  async function finishable(db: Reader, system: MemberSystem) {
    const found = toFinish(await newestPasses(db, system, clock.now()), clock.now())
    if (!found) throw new Problem('nothing_to_finish')
    return found
  }

  async function page(db: Reader, system: MemberSystem, before: string | null) {
    const to = before === null ? new Date(clock.now().getTime() + DAY_MS) : new Date(before)
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

  async function finishingOf(db: Reader, system: MemberSystem): Promise<PassList['finishing']> {
    const command = await commandAt(db, system.id, system.settingsRev)
    const arc = command?.after.finish_arc
    if (!command || !arc) return null
    const record = await finishRecord(db, system, { since: finishSince(command), now: clock.now() })
    return {
      arc,
      degrees: arcDegrees(arc),
      dry_deg: dryDegrees(arc, sweptBy(system, record)),
      since: command.savedAt.toISOString(),
    }
  }

  return {
    list: (userId, name, before) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        const { from, factors, passes, views } = await page(tx, system, before)
        const finishing = await finishingOf(tx, system)
        // after months without water the next page ends at the last pass before them
        const older = await newestStayBefore(tx, system.controllerId, from)
        return {
          passes: views,
          next: older && new Date(older.getTime() + 1).toISOString(),
          finish: before === null && !finishing ? toFinish(passes, clock.now()) : null,
          finishing,
          factors: factors.map((row) => ({
            factor: row.factor,
            cans_in: row.cansIn,
            distances_m: row.distancesM,
            bearing: row.bearing,
            unit: row.unit,
            computed_in: row.computedIn,
            pass_from: row.passFrom.toISOString(),
            who: row.userName,
            when: row.madeAt.toISOString(),
          })),
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
        const mine = await systemOf(tx, userId, name)
        const before = new Date(at.getTime() - PROOF_BACK_MS)
        return { system: mine, passes: await passesBetween(tx, mine, before, new Date(at.getTime() + 1)) }
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
        return passesFile((await page(tx, system, null)).views)
      }),

    async finishPreview(userId, name, remedy) {
      const { system, found } = await database.asCustomer(userId, async (tx) => {
        const mine = await systemOf(tx, userId, name)
        return { system: mine, found: await finishable(tx, mine) }
      })
      const prescription = await prescriptions.previewFinish(userId, name, (newest) =>
        withFinish(newest, finishOf(found, remedy)),
      )
      if (!prescription) throw new Problem('nothing_to_finish')
      const { arc, degrees, clockwise } = found
      return { arc, degrees, clockwise, settings_rev: system.settingsRev, prescription }
    },

    async finish(sender, body, headers) {
      const { system_name: name, arc, pump_remedy: remedy } = readBody(finishBody, body)
      // checked before the setting is stored: the arm is stopped, so the arc cannot change in between
      const found = await database.asCustomer(sender.id, async (tx) =>
        finishable(tx, await systemOf(tx, sender.id, name)),
      )
      const same = arc.every((edge, at) => turn(edge, found.arc[at] ?? Infinity) <= SAME_ARC_DEG)
      if (!same) throw new Problem('finish_arc_changed')
      return settings.change(sender, { name, after: { finish_arc: arc } }, headers, async (_, current) => {
        const before = await current()
        if (!before || before.is_test_pattern_on) throw new Problem('nothing_to_finish')
        return withFinish(before, finishOf(found, remedy))
      })
    },

    finishEnd(sender, body, headers) {
      const { system_name: name } = readBody(finishEndBody, body)
      return settings.change(sender, { name, after: { finish_arc: null } }, headers, async (_, current) => {
        const before: Settings | null = await current()
        if (!before?.finish_arc) throw new Problem('nothing_to_finish')
        return withFinish(before, null)
      })
    },

    async cans(user, body) {
      const after = auditable(body, Object.keys(cansBody.shape))
      return attempted(kit, { userId: user.id, action: 'catch cans', after }, async () => {
        const asked = readBody(cansBody, body)
        return database.asCustomer(user.id, async (tx) => {
          const system = await systemOf(tx, user.id, asked.system_name)
          mayChange(system)
          const { factor, measuredIn, computedIn } = factorOf(
            await passFrom(tx, system, asked.pass_from),
            system,
            asked,
          )
          const answer = { factor, measured_in: measuredIn, computed_in: computedIn, stored: asked.confirmed }
          if (!asked.confirmed) return answer
          const server = await continueAsServer(tx)
          const madeAt = clock.now()
          await insertFactor(server, system.id, {
            factor,
            cansIn: asked.cans.map(({ depth_in }) => depth_in),
            distancesM: asked.cans.map(({ distance_m }) => distance_m),
            bearing: asked.bearing,
            unit: asked.unit ?? null,
            computedIn,
            passFrom: new Date(asked.pass_from),
            madeAt,
            userId: user.id,
            userName: user.name,
          })
          await recordAudit(server, {
            at: madeAt,
            userId: user.id,
            action: 'catch cans',
            systemId: system.id,
            systemName: system.name,
            before: { depth_factor: system.depthFactor },
            after: { depth_factor: factor },
            outcome: 'accepted',
          })
          // prescriptions use the factor from now on
          await kit.events.publish(server, systemChanged, { controllerId: system.controllerId })
          return answer
        })
      })
    },
  }

  async function passFrom(db: Reader, system: MemberSystem, from: string): Promise<Pass> {
    const at = new Date(from)
    const passes = await passesBetween(db, system, at, new Date(at.getTime() + 1))
    const [found] = passes
    if (!found) throw new Problem('pass_not_found')
    return found
  }
}

function finishOf({ arc, since }: Pick<Finish, 'arc' | 'since'>, remedy: Finish['remedy']): Finish {
  return { arc, since, remedy }
}

function turn(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360
  return Math.min(apart, 360 - apart)
}

/** @throws Problem('cans_not_under_pass') */
function factorOf(pass: Pass, system: System, { bearing, cans }: CansBody) {
  const found = depthFactor(
    cans.map(({ distance_m, depth_in }) => ({
      distanceM: distance_m,
      measuredIn: depth_in,
      computedIn: recordedDepth(pass.stays, bearing, wateringZoneIndex(system.pivot, distance_m)),
    })),
  )
  const possible =
    found && found.factor >= DEPTH_FACTOR_RANGE.min && found.factor <= DEPTH_FACTOR_RANGE.max ? found : null
  if (!possible) throw new Problem('cans_not_under_pass')
  return possible
}
