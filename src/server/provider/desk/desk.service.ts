/** Queries of the desk: what needs attention first, all systems, and the details of one. */
import {
  type Attention,
  DESK_PAGE,
  type DeskMap,
  type DeskSystem,
  type DeskSystems,
  type DeskSystemsQuery,
  type Need,
  needs,
  NEEDY_PER_KIND,
} from '#contract/accounts/desk.ts'
import {
  AUDIT_EXPORT_MAX,
  AUDIT_PAGE,
  type AuditPage,
  type AuditQuery,
} from '#contract/accounts/desk-audit.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import { selectDeliveries } from '../../devices/deliveries.store.ts'
import { selectConnections } from '../../devices/links.store.ts'
import { selectDropped } from '../../devices/unstored-messages.store.ts'
import type { Kit } from '../../installation/kit.ts'
import { csvText } from '../../kit/csv.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'
import { Problem } from '../../kit/problem.ts'
import { type Instrument, selectInstruments } from '../../readings/instrument-readings.store.ts'
import { systemByName } from '../../systems/membership.store.ts'
import { wholeSystem } from '../../systems/system-rows.store.ts'
import { deliveryStepOf } from '../../systems/delivery-status.rules.ts'
import { connectionsOf, historyOf } from '../../systems/systems.service.ts'
import { systemViewOf } from '../../systems/systems-view.rules.ts'
import { offerOf, selectAudit, selectMap, selectDeskDetails } from './desk-system.store.ts'
import { apart } from './incidents.rules.ts'
import {
  countSystems,
  needsOfSystem,
  selectDeskSystems,
  selectNeedy,
  selectWaitingPeople,
} from './needs.store.ts'

const HISTORY = 20

/** The provider, whose role row-level security checks; null for the command line. */
type Viewer = { id: number } | null

export interface Desk {
  attention(by: Viewer): Promise<Attention>
  systems(by: Viewer, query: DeskSystemsQuery): Promise<DeskSystems>
  map(by: Viewer): Promise<DeskMap>
  /** @throws Problem('system_not_found') */
  system(by: Viewer, name: string): Promise<DeskSystem>
  /** Actions and attempts, newest first. */
  audit(by: Viewer, query: AuditQuery): Promise<AuditPage>
  /** The same as CSV; the export is audited itself. */
  auditFile(by: Viewer, query: AuditQuery): Promise<string>
}

export function createDesk({ clock, database }: Pick<Kit, 'clock' | 'database'>): Desk {
  const readAs = <T>(by: Viewer, work: (db: Reader) => Promise<T>): Promise<T> =>
    by === null ? work(database.reader) : database.asProvider(by.id, work)

  /** Over all systems, or the whole audit. */
  const scanAs = <T>(by: Viewer, work: (db: Reader) => Promise<T>): Promise<T> =>
    database.slowly(() => readAs(by, work))

  return {
    attention: (by) => scanAs(by, (db) => attentionOf(db, clock.now())),

    systems: (by, query) =>
      scanAs(by, async (db) => {
        const now = clock.now()
        const rows = await selectDeskSystems(db, query, DESK_PAGE + 1, now)
        const page = rows.slice(0, DESK_PAGE)
        const ids = page.map(({ controllerId }) => controllerId)
        const deliveries = await selectDeliveries(db, ids, 'newest')
        return {
          systems: page.map(({ controllerId, last_seen, ...row }) => ({
            ...row,
            last_seen: last_seen?.toISOString() ?? null,
            delivery: deliveryStepOf(deliveries.get(controllerId)?.[0]),
          })),
          next: rows.length > page.length ? (page.at(-1)?.name ?? null) : null,
        }
      }),

    map: (by) => scanAs(by, selectMap),

    audit: (by, query) =>
      scanAs(by, async (db) => {
        const rows = await selectAudit(db, query, AUDIT_PAGE + 1)
        const entries = rows.slice(0, AUDIT_PAGE)
        return { entries, next: rows.length > entries.length ? (entries.at(-1)?.id ?? null) : null }
      }),

    async auditFile(by, query) {
      const rows = await scanAs(by, (db) => selectAudit(db, query, AUDIT_EXPORT_MAX))
      await database.write((tx) =>
        recordAudit(tx, {
          at: clock.now(),
          userId: by?.id ?? null,
          action: 'audit export',
          after: { ...query, entries: rows.length },
          outcome: 'accepted',
        }),
      )
      const text = (value: unknown) => (value == null ? '' : JSON.stringify(value))
      return csvText([
        ['id', 'at', 'user_id', 'who', 'action', 'system', 'outcome', 'before', 'after'],
        ...rows.map((row) => [
          row.id,
          row.at,
          row.user_id ?? '',
          row.who ?? '',
          row.action,
          row.system ?? '',
          row.outcome,
          text(row.before),
          text(row.after),
        ]),
      ])
    },

    async system(by, name) {
      const { controllerId, ...found } = await readAs(by, async (db) => {
        const system = await systemByName(db, name.replaceAll('\0', ''))
        const standing = system && (await selectDeskDetails(db, system.id))
        if (!system || !standing) throw new Problem('system_not_found')
        const now = clock.now()
        const devices = {
          deliveries: selectDeliveries,
          connections: selectConnections,
          dropped: (tx: Reader, id: number, days: number) => selectDropped(tx, id, now, days),
        }
        const view = systemViewOf(
          await wholeSystem(db, by ? 'desk_systems' : 'system_rows', system.id, now),
          now,
        )
        const { commands } = await historyOf(db, devices, system, { before: null, limit: HISTORY })
        const { connectedAt, decommissionedAt, ...rest } = standing
        const offer = await offerOf(db, system.id)
        return {
          controllerId: system.controllerId,
          ...rest,
          ...(await connectionsOf(db, devices, system, null)),
          view,
          overhang_m: system.overhangM,
          connected_at: connectedAt.toISOString(),
          decommissioned_at: decommissionedAt?.toISOString() ?? null,
          offered: offer
            ? { name: offer.name, email: offer.email, expires_at: offer.expiresAt.toISOString() }
            : null,
          needs: await needsOfSystem(db, system.id, now),
          history: commands,
        }
      })
      // instrument readings belong to the customer; the battery level concerns the provider
      const instruments = await selectInstruments(database.reader, controllerId, ['battery', 'charge'])
      return { ...found, batteries: batteriesOf(instruments) }
    },
  }
}

/** Voltage and charge of each probe combined. */
function batteriesOf(instruments: readonly Instrument[]): DeskSystem['batteries'] {
  return [...Map.groupBy(instruments, ({ number }) => number)].map(([probe, reports]) => {
    const newest = (kind: 'battery' | 'charge') =>
      reports.find((report) => report.kind === kind)?.value ?? null
    const at = Math.max(...reports.map((report) => report.at.getTime()))
    return { probe, volts: newest('battery'), percent: newest('charge'), at: new Date(at).toISOString() }
  })
}

async function attentionOf(db: Reader, now: Date): Promise<Attention> {
  const counts: Record<Need, number> = {
    fault: 0,
    rejected: 0,
    undelivered: 0,
    offline: 0,
    silent_probes: 0,
    ownerless: 0,
    waiting: 0,
  }
  const items: Attention['items'] = []
  let incidents: Attention['incidents'] = []
  for (const need of needs) {
    const needy = await selectNeedy(db, need, now)
    counts[need] = needy.length
    const judged = need === 'offline' ? apart(needy) : { incidents: [], alone: needy }
    incidents = [...incidents, ...judged.incidents]
    for (const { since, ...item } of judged.alone.slice(0, NEEDY_PER_KIND))
      items.push({ ...item, since: since?.toISOString() ?? null })
  }
  const waiting = await selectWaitingPeople(db, NEEDY_PER_KIND)
  return {
    systems: await countSystems(db),
    counts,
    incidents,
    items,
    people: waiting.people.map((person) => ({ ...person, since: person.since.toISOString() })),
    people_waiting: waiting.count,
  }
}
