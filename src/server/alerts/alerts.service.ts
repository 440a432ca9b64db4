/** Alerts as members of a system see and acknowledge them. */
import { type AlertList, type AlertView, RECENT_ALERTS } from '../../contract/alerts/alerts.ts'
import { attempted } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type CustomerTx } from '../kit/postgres/transactions.ts'
import { Problem } from '../kit/problem.ts'
import { mayChange, type MemberSystem } from '../systems/membership.ts'
import { systemsOf } from '../systems/membership.store.ts'
import { alertsChanged } from './alerts.events.ts'
import { acknowledgeCause, findCause, type ListedAlert, putVerdict, selectListed } from './alerts.store.ts'

const DAY_MS = 86_400_000

export interface Alerts {
  /** For every system of the user. */
  list(userId: number): Promise<AlertList>
  /** Acknowledges all of one cause, for everybody; owners and operators. @throws Problem */
  acknowledge(user: { id: number; name: string }, id: string): Promise<AlertList>
  /** Stores whether it was worth a message to this user. @throws Problem('not_found') */
  judge(userId: number, id: string, useful: boolean): Promise<AlertList>
}

export function createAlerts(kit: Kit): Alerts {
  const { clock, database, events } = kit

  async function listed(tx: CustomerTx, userId: number, systems: MemberSystem[]): Promise<AlertList> {
    const since = new Date(clock.now().getTime() - RECENT_ALERTS.days * DAY_MS)
    const ids = systems.map(({ id }) => id)
    const alerts = await selectListed(tx, userId, ids, { since, most: RECENT_ALERTS.most })
    const views = alerts.flatMap((alert) => {
      const system = systems.find(({ id }) => id === alert.systemId)
      return system ? [viewOf(alert, system)] : []
    })
    return {
      open: views.filter(({ ended }) => ended === null),
      recent: views.filter(({ ended }) => ended !== null),
    }
  }

  /** @throws Problem('not_found') */
  async function ownCause(tx: CustomerTx, userId: number, id: string) {
    const systems = await systemsOf(tx, userId)
    const ids = systems.map((system) => system.id)
    const found = /^\d{1,15}$/.test(id) ? await findCause(tx, ids, Number(id)) : undefined
    const system = systems.find((candidate) => candidate.id === found?.systemId)
    if (!found || !system) throw new Problem('not_found')
    return { system, causeId: found.causeId }
  }

  const list = (userId: number) =>
    database.readAsCustomer(userId, async (tx) => listed(tx, userId, await systemsOf(tx, userId)))

  return {
    list,

    acknowledge: (user, id) =>
      attempted(kit, { userId: user.id, action: 'alert acknowledge', after: null }, async () => {
        await database.asCustomer(user.id, async (tx) => {
          const { system, causeId } = await ownCause(tx, user.id, id)
          mayChange(system)
          const server = await continueAsServer(tx)
          const at = clock.now()
          if (!(await acknowledgeCause(server, causeId, user, at))) return
          await recordAudit(server, {
            at,
            userId: user.id,
            action: 'alert acknowledge',
            systemId: system.id,
            systemName: system.name,
            after: { cause: causeId },
            outcome: 'accepted',
          })
          await events.publish(server, alertsChanged, { controllerId: system.controllerId })
        })
        return list(user.id)
      }),

    async judge(userId, id, useful) {
      await database.asCustomer(userId, async (tx) => {
        await ownCause(tx, userId, id)
        await putVerdict(tx, { alertId: Number(id), userId }, useful, clock.now())
      })
      return list(userId)
    },
  }
}

function viewOf(alert: ListedAlert, system: MemberSystem): AlertView {
  const { acknowledgedAt, acknowledgedBy } = alert
  return {
    id: alert.id,
    cause: alert.causeId,
    system: system.name,
    time_zone: system.timeZone,
    kind: alert.kind,
    subject: alert.subject,
    since: alert.since.toISOString(),
    opened_at: alert.openedAt.toISOString(),
    ended_at: alert.endedAt?.toISOString() ?? null,
    ended: alert.ended,
    detail: alert.detail,
    useful: alert.useful,
    acknowledged:
      acknowledgedAt && acknowledgedBy !== null
        ? { by: acknowledgedBy, at: acknowledgedAt.toISOString() }
        : null,
    may_acknowledge: system.role !== 'viewer',
  }
}
