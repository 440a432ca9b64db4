/** Runs an action of the desk: finds the system with the provider's role, locks it, writes as the server, and audits it with the reason. */
import { attempted, auditableText } from '../../audit/audit.ts'
import { type AuditAction, recordAudit } from '../../audit/audit.store.ts'
import type { Kit } from '../../installation/kit.ts'
import { continueAsServer, type Reader, type ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem } from '../../kit/problem.ts'
import { systemByName } from '../../systems/membership.store.ts'
import type { System } from '../../systems/membership.ts'
import { lockSystem } from '../../systems/settings.store.ts'
import { isDecommissioned } from './acts.store.ts'

/** The acting provider; null for the command line. */
export type Actor = { id: number; name: string } | null

export type ActNeeds = Pick<Kit, 'changeLimit' | 'clock' | 'database' | 'events'>

export interface Act {
  action: AuditAction
  /** The system's name, as entered. */
  name: string
  /** Parameters and reason, for the audit; never a secret. */
  after: Record<string, unknown>
}

interface Recorded<T> {
  answer: T
  /** The state before. */
  before?: unknown
  /** Additional state after. */
  after?: Record<string, unknown>
  /** Nothing changed, so there is nothing to audit. */
  idle?: boolean
}

/**
 * Runs the work on a system in service, with its row locked, in one transaction with its audit row; a refusal is
 * audited as well.
 *
 * @throws Problem('system_not_found'), Problem('system_decommissioned'), and what the work throws
 */
export function actOnSystem<T>(
  kit: ActNeeds,
  actor: Actor,
  { action, name, after }: Act,
  work: (tx: ServerTx, system: System) => Promise<Recorded<T>>,
): Promise<T> {
  const carryOut = async (tx: ServerTx, found: System): Promise<T> => {
    await lockSystem(tx, found.id)
    // read again under the lock
    const system = (await systemByName(tx, found.name)) ?? found
    if (await isDecommissioned(tx, system.id)) throw new Problem('system_decommissioned')
    const done = await work(tx, system)
    if (!done.idle)
      await recordAudit(tx, {
        at: kit.clock.now(),
        userId: actor?.id ?? null,
        action,
        systemId: system.id,
        systemName: system.name,
        before: done.before,
        after: { ...after, ...done.after },
        outcome: 'accepted',
      })
    return done.answer
  }
  return recorded(kit, actor, { action, after, systemName: name }, () =>
    actor === null
      ? kit.database.write(async (tx) => carryOut(tx, await mustFind(tx, name)))
      : kit.database.asProvider(actor.id, async (tx) => {
          const found = await mustFind(tx, name)
          return carryOut(await continueAsServer(tx), found)
        }),
  )
}

/** Refusals of a provider are audited; the command line only prints them. */
export function recorded<T>(
  kit: ActNeeds,
  actor: Actor,
  { action, after, systemName }: { action: AuditAction; after: Record<string, unknown>; systemName?: string },
  work: () => Promise<T>,
): Promise<T> {
  if (actor === null) return work()
  return attempted(
    kit,
    {
      userId: actor.id,
      action,
      after,
      ...(systemName === undefined ? {} : { systemName: auditableText(systemName) }),
    },
    work,
  )
}

async function mustFind(tx: Reader, name: string): Promise<System> {
  const found = name.includes('\0') ? undefined : await systemByName(tx, name)
  if (!found) throw new Problem('system_not_found')
  return found
}
