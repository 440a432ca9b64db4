/** Finishing a pass that stopped short: a setting for the dry arc only, and its end. */
import { finishBody, finishEndBody, type FinishPreview } from '../../contract/passes.ts'
import type { PrescriptionPreview } from '../../contract/prescriptions.ts'
import type { Settings, SystemInputAnswer } from '../../contract/systems.ts'
import type { Kit } from '../installation/kit.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { type Finish, withFinish } from '../systems/settings.rules.ts'
import type { SettingsService } from '../systems/settings.service.ts'
import { toFinish } from './passes.rules.ts'
import { newestPasses } from './system-passes.ts'

/** Two arcs are equal when their ends differ by no more: the last telemetry may arrive later. */
const SAME_ARC_DEG = 1

type Sender = Parameters<SettingsService['take']>[0]
type Headers = Parameters<SettingsService['take']>[2]

export interface PassFinishing {
  /** Stores nothing. @throws Problem('nothing_to_finish') */
  finishPreview(userId: number, name: string, remedy: 'raise' | undefined): Promise<FinishPreview>
  /** A setting for the dry arc only. @throws Problem */
  finish(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
  /** Publishes the previous settings again. @throws Problem */
  finishEnd(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
}

export interface PassFinishingNeeds {
  settings: SettingsService
  prescriptions: {
    previewFinish(
      userId: number,
      name: string,
      finish: (running: Settings) => Settings,
    ): Promise<PrescriptionPreview | null>
  }
}

export function createPassFinishing(
  { clock, database }: Kit,
  { settings, prescriptions }: PassFinishingNeeds,
): PassFinishing {
  async function unfinished(db: Reader, system: MemberSystem) {
    const found = toFinish(await newestPasses(db, system, clock.now()), clock.now())
    if (!found) throw new Problem('nothing_to_finish')
    return found
  }

  return {
    async finishPreview(userId, name, remedy) {
      const { system, pass } = await database.asCustomer(userId, async (tx) => {
        const ownSystem = await systemOf(tx, userId, name)
        return { system: ownSystem, pass: await unfinished(tx, ownSystem) }
      })
      const prescription = await prescriptions.previewFinish(userId, name, (newest) =>
        withFinish(newest, finishOf(pass, remedy)),
      )
      if (!prescription) throw new Problem('nothing_to_finish')
      const { arc, degrees, clockwise } = pass
      return { arc, degrees, clockwise, settings_rev: system.settingsRev, prescription }
    },

    async finish(sender, body, headers) {
      const { system_name: name, arc, pump_remedy: remedy } = readBody(finishBody, body)
      // checked before the setting is stored: the arm is stopped, so the arc cannot change in between
      const pass = await database.asCustomer(sender.id, async (tx) =>
        unfinished(tx, await systemOf(tx, sender.id, name)),
      )
      const same = arc.every((edge, at) => angleBetween(edge, pass.arc[at] ?? Infinity) <= SAME_ARC_DEG)
      if (!same) throw new Problem('finish_arc_changed')
      return settings.change(sender, { name, after: { finish_arc: arc } }, headers, async (_, current) => {
        const before = await current()
        if (!before || before.is_test_pattern_on) throw new Problem('nothing_to_finish')
        return withFinish(before, finishOf(pass, remedy))
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
  }
}

function finishOf({ arc, since }: Pick<Finish, 'arc' | 'since'>, remedy: Finish['remedy']): Finish {
  return { arc, since, remedy }
}

function angleBetween(first: number, second: number): number {
  const difference = Math.abs(first - second) % 360
  return Math.min(difference, 360 - difference)
}
