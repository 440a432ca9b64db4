/** Stores reports and the delivery steps they prove, in one transaction that locks their controllers. */
import { sql } from 'kysely'
import type { ReportedDocument } from '../../contract/controller.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { insertConnections } from './links.store.ts'
import { lockControllers } from './controllers.store.ts'
import { isNewer, judge, type Judgement, type Publication } from './shadow.rules.ts'

/** A report of one controller. */
export interface ReceivedReport {
  controllerId: number
  report: ReportedDocument
  /** Null for a retained report, which says nothing about who is online now. */
  receivedAt: Date | null
}

export interface StoredReport {
  /** For our own publications, only those that reached another step. */
  judgement: Judgement
  /** Whether the report differs from the previous one. */
  changed: boolean
  /** The controller had been marked offline because it was silent. */
  back: boolean
}

/**
 * Stores reports of different controllers. With `wait` it waits for locked controllers, otherwise it skips
 * their reports.
 */
export async function storeReports(
  tx: ServerTx,
  reports: ReceivedReport[],
  { now, wait }: { now: Date; wait: boolean },
): Promise<Map<number, StoredReport>> {
  const revs = await lockControllers(
    tx,
    reports.map(({ controllerId }) => controllerId),
    wait,
  )
  const lockedReports = reports.filter(({ controllerId }) => revs.has(controllerId))
  if (lockedReports.length === 0) return new Map()
  // in a second statement: one that waited for locks does not see what was committed meanwhile
  const controllers = await selectKnown(tx, lockedReports)
  const outcomes = new Map<number, StoredReport>()
  const updates: Update[] = []
  for (const { controllerId, report, receivedAt } of lockedReports) {
    const { reported, publications } = controllers.get(controllerId) ?? NOTHING
    const judgement = judge(report, revs.get(controllerId) ?? 0, (rev) => publications.get(rev), now)
    if (judgement.kind === 'foreign') {
      outcomes.set(controllerId, { judgement, changed: false, back: false })
      continue
    }
    const publishedHere = judgement.kind === 'ours' ? judgement.publications : []
    const moved = publishedHere.filter((after) => hasMoved(publications.get(after.rev), after))
    const newest = isNewer(report, reported) ? report : null
    updates.push({ controllerId, newest, moved, receivedAt })
    outcomes.set(controllerId, {
      judgement: judgement.kind === 'ours' ? { ...judgement, publications: moved } : judgement,
      changed: newest !== null && !saysTheSame(newest, reported),
      back: false,
    })
  }
  const back = await update(tx, updates, now)
  await insertConnections(
    tx,
    back.map(({ controllerId, at }) => ({ controllerId, online: true, at })),
  )
  for (const { controllerId } of back) {
    const report = outcomes.get(controllerId)
    if (report) report.back = true
  }
  return outcomes
}

interface Known {
  reported: ReportedDocument | null
  publications: Map<number, Publication>
}

const NOTHING: Known = { reported: null, publications: new Map() }

async function selectKnown(tx: ServerTx, reports: ReceivedReport[]): Promise<Map<number, Known>> {
  type Row = Publication & { controllerId: number; reported: ReportedDocument | null; rev: number | null }
  const revisions = reports.flatMap(({ controllerId, report: { rev, seenRev } }) =>
    [...new Set([rev, seenRev])].map((said) => ({ controllerId, rev: said })),
  )
  const { rows } = await sql<Row>`
    select l.controller_id as "controllerId", l.reported, d.rev, d.settings_rev as "settingsRev",
           d.command_id as "commandId", d.rx_sha256 as "rxSha256", d.sent_at as "sentAt",
           d.received_at as "receivedAt", d.applied_at as "appliedAt", d.rejected_at as "rejectedAt",
           d.rejected_code as "rejectedCode", d.expired_at as "expiredAt"
      from unnest(
        ${revisions.map(({ controllerId }) => controllerId)}::integer[], ${revisions.map(({ rev }) => rev)}::bigint[]
      ) as t (controller_id, rev)
      join controller_links l on l.controller_id = t.controller_id
      left join desired_states d on d.controller_id = t.controller_id and d.rev = t.rev`.execute(tx)
  const controllers = new Map<number, Known>()
  for (const { controllerId, reported, ...publication } of rows) {
    const controller = controllers.get(controllerId) ?? {
      reported,
      publications: new Map<number, Publication>(),
    }
    if (publication.rev !== null) controller.publications.set(publication.rev, publication)
    controllers.set(controllerId, controller)
  }
  return controllers
}

const STEPS = ['sentAt', 'receivedAt', 'appliedAt', 'rejectedAt', 'expiredAt'] as const

function hasMoved(before: Publication | undefined, after: Publication): boolean {
  return STEPS.some((step) => before?.[step] !== after[step])
}

interface Update {
  controllerId: number
  /** The report, unless a newer one is stored. */
  newest: ReportedDocument | null
  moved: Publication[]
  receivedAt: Date | null
}

/** @returns the controllers that had been marked offline */
async function update(
  tx: ServerTx,
  updates: Update[],
  now: Date,
): Promise<{ controllerId: number; at: Date }[]> {
  if (updates.length === 0) return []
  const moved = updates.flatMap(({ controllerId, moved: publications }) =>
    publications.map((publication) => ({ controllerId, ...publication })),
  )
  const times = (step: (typeof STEPS)[number]) =>
    sql`${moved.map((publication) => publication[step]?.toISOString() ?? null)}::timestamptz[]`
  // locks rows in the same order as the publication loop
  const { rows } = await sql<{ controllerId: number; at: Date }>`
    with received as (
      select t.*, l.silent from unnest(
        ${updates.map(({ controllerId }) => controllerId)}::integer[],
        ${updates.map(({ newest }) => newest && JSON.stringify(newest))}::jsonb[],
        ${updates.map(({ receivedAt }) => receivedAt?.toISOString() ?? null)}::timestamptz[]
      ) as t (controller_id, newest, heard_at)
      join controller_links l using (controller_id) order by controller_id for update of l
    ), moved as (
      select m.* from unnest(
        ${moved.map(({ controllerId }) => controllerId)}::integer[], ${moved.map(({ rev }) => rev)}::bigint[],
        ${times('sentAt')}, ${times('receivedAt')}, ${times('appliedAt')}, ${times('rejectedAt')},
        ${moved.map(({ rejectedCode }) => rejectedCode)}::text[], ${times('expiredAt')}
      ) as m (controller_id, rev, sent_at, received_at, applied_at, rejected_at, rejected_code, expired_at)
      join desired_states d using (controller_id, rev) order by controller_id, rev for update of d
    ), climbed as (
      update desired_states d
         set sent_at = m.sent_at, received_at = m.received_at, applied_at = m.applied_at,
             rejected_at = m.rejected_at, rejected_code = m.rejected_code, expired_at = m.expired_at
        from moved m where d.controller_id = m.controller_id and d.rev = m.rev
    ), linked as (
      update controller_links l
         set reported = coalesce(t.newest, l.reported),
             reported_at = case when t.newest is null then l.reported_at else ${now} end,
             last_seen = greatest(l.last_seen, t.heard_at),
             online = l.online or (l.silent and t.heard_at is not null),
             silent = l.silent and t.heard_at is null
        from received t where l.controller_id = t.controller_id
    )
    select controller_id as "controllerId", heard_at as at from received where silent and heard_at is not null`.execute(
    tx,
  )
  return rows
}

const SAID = ['rev', 'settingsRev', 'mode', 'rxSha256', 'appliedAt', 'result', 'code'] as const

function saysTheSame(report: ReportedDocument, previous: ReportedDocument | null): boolean {
  return SAID.every((field) => report[field] === previous?.[field])
}
