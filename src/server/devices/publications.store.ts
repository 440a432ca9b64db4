/** SQL of publications: finds desired states that the broker lacks, and leases them to the process that publishes them. */
import { sql } from 'kysely'
import type { DesiredDocument } from '../../contract/controller.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { isGone } from '../kit/postgres/holders.ts'

/** A desired state to be published; its row in `publications` is leased. */
export interface DuePublication {
  controllerId: number
  topicId: string
  document: DesiredDocument
}

interface DueFilter {
  /** Only these controllers; null for all. */
  only: number[] | null
  /** Controllers in backoff. */
  except: number[]
  now: Date
  /** The process that takes the lease, and for how long: as long as a paused process may delay a publication. */
  holder: number
  leaseMs: number
  /** How long an online machine may take to report the newest revision. */
  unseenMs: number
  /** The same after a later message of the machine: it may have received an older document. */
  answerMs: number
  limit: number
}

/** A desired state whose machine has neither applied nor refused it; received and lost with its power, it may need it again. */
const PENDING = sql`coalesce(d.applied_at, d.rejected_at, d.expired_at) is null`

/**
 * Marks controllers as settled whose newest revision is published, and seen with a result; the scan reads only the others. A
 * lowered revision unsettles them again (migrations/110-unsettled-publications.sql).
 */
export async function settle(tx: ServerTx): Promise<void> {
  const settled = sql`p.controller_id = c.id and l.controller_id = c.id and p.published_rev >= c.rev and l.seen_rev >= c.rev
    and not exists (select from desired_states d where d.controller_id = c.id and d.rev = c.rev and ${PENDING})`
  const { rows } = await sql<{ id: number }>`
    select c.id from controllers c, publications p, controller_links l
     where c.unsettled and ${settled} order by c.id for no key update of c skip locked`.execute(tx)
  if (rows.length === 0) return
  // in a second statement: the one that waited for locks does not see what was committed meanwhile
  await sql`
    update controllers c set settled_rev = c.rev from publications p, controller_links l
     where c.id = any (${rows.map(({ id }) => id)}::integer[]) and ${settled}`.execute(tx)
}

/**
 * Due is what the broker lacks, and what an online machine has not seen in time although the broker has it: a late
 * packet of a process that is gone may have replaced it by an older document. For the same reason one that has connected again
 * gets what it had seen and has no result for: it may have lost it with its power. New settings come first.
 */
export async function leaseDue(tx: ServerTx, filter: DueFilter): Promise<DuePublication[]> {
  const { only, except, now, holder, leaseMs, unseenMs, answerMs, limit } = filter
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<DuePublication>`
    with due as (
    select c.id as "controllerId", c.topic_id as "topicId", d.document,
           c.settings_rev > p.published_settings_rev as "newSetting"
      from publications p
      join controllers c on c.id = p.controller_id
      join controller_links l on l.controller_id = c.id
      join lateral (
        select document, ${PENDING} as pending from desired_states d
         where controller_id = c.id order by rev desc limit 1
      ) d on true
     where ${only ? sql`c.id = any (${only}::integer[])` : sql`c.unsettled`}
       and p.controller_id <> all (${except}::integer[])
       and (p.held_until is null or p.held_until <= clock_timestamp())
       and (c.rev > p.published_rev
         or (l.online and coalesce(l.seen_rev, 0) < c.rev
           and (greatest(p.published_at, l.status_at) <= ${before(unseenMs)}
             or (greatest(l.status_at, l.reported_at) > p.published_at
               and greatest(l.status_at, l.reported_at) <= ${before(answerMs)})))
         or (l.online and d.pending and l.status_at > p.published_at and l.status_at <= ${before(answerMs)}))
     order by c.settings_rev > p.published_settings_rev desc, p.controller_id
     limit ${limit}
     for update of p skip locked
    ), held as (
      update publications p
         set held_by = ${holder}, held_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from due where p.controller_id = due."controllerId"
         -- a crash of the database, which could lose it, is the end of all holders
         and (select set_config('synchronous_commit', 'off', true)) is not null
    )
    select "controllerId", "topicId", document from due order by "newSetting" desc, "controllerId"`.execute(
    tx,
  )
  return rows
}

/** Releases leases of documents that were not published, unless another process has taken them. */
export async function releaseLeases(tx: ServerTx, controllerIds: number[], holder: number): Promise<void> {
  await sql`
    update publications set held_by = null, held_until = null
     where controller_id = any (${controllerIds}::integer[]) and held_by = ${holder}
       and (select set_config('synchronous_commit', 'off', true)) is not null`.execute(tx)
}

/** Releases leases of processes that are gone. */
export async function releaseLeasesOfDead(tx: ServerTx): Promise<void> {
  await sql`
    update publications set held_by = null, held_until = null
     where held_by is not null and ${isGone(sql`held_by`)}`.execute(tx)
}

/**
 * @param at when the broker had acknowledged them: before it can have lost them
 * @returns those that were published for the first time
 */
export async function markPublished(
  tx: ServerTx,
  published: DuePublication[],
  holder: number,
  at: Date,
): Promise<{ controllerId: number; rev: number; settingsRev: number }[]> {
  const { rows } = await sql<{ controllerId: number; rev: number; settingsRev: number }>`
    with taken as (
      select * from unnest(
        ${published.map(({ controllerId }) => controllerId)}::integer[],
        ${published.map(({ document }) => document.rev)}::bigint[],
        ${published.map(({ document }) => document.settingsRev)}::bigint[]
      ) as t (controller_id, rev, settings_rev)
    ), noted as (
      update publications p
         set published_rev = t.rev, published_settings_rev = t.settings_rev, published_at = ${at},
             held_by = nullif(p.held_by, ${holder}), held_until = case when p.held_by <> ${holder} then p.held_until end
        from taken t where p.controller_id = t.controller_id
    ), unsent as (
      select d.controller_id, d.rev from taken t join desired_states d using (controller_id, rev)
       where d.sent_at is null order by controller_id, rev for update of d
    )
    update desired_states d set sent_at = ${at}
      from unsent u where d.controller_id = u.controller_id and d.rev = u.rev
    returning d.controller_id as "controllerId", d.rev, d.settings_rev as "settingsRev"`.execute(tx)
  return rows
}

/**
 * Corrects the published revisions to what the broker retains, so that missing documents are due again.
 *
 * @param retained newest retained revision by topic id
 * @param askedAt publications after this instant are left alone
 */
export async function noteRetained(
  tx: ServerTx,
  retained: ReadonlyMap<string, number>,
  askedAt: Date,
): Promise<number> {
  const done = await sql`
    with kept as (
      select * from unnest(${[...retained.keys()]}::text[], ${[...retained.values()]}::bigint[]) as k (topic_id, rev)
    ), lacking as (
      select p.controller_id, coalesce(k.rev, 0) as rev
        from publications p
        join controllers c on c.id = p.controller_id
        left join kept k on k.topic_id = c.topic_id
       where p.published_rev > coalesce(k.rev, 0) and p.published_at < ${askedAt}
       -- the controllers first: they are open again
       order by p.controller_id for no key update of c, p
    )
    update publications p set published_rev = lacking.rev, lost_at = ${askedAt}
      from lacking where p.controller_id = lacking.controller_id`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

/** How long the oldest publication has been due, milliseconds; 0 when none is. */
export async function oldestDueMs(db: Reader, now: Date): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(greatest(c.rev_at, p.lost_at)) as since
      from publications p join controllers c on c.id = p.controller_id
     where c.unsettled and c.rev > p.published_rev and c.settings_rev > 0`.execute(db)
  const since = rows[0]?.since
  return since ? Math.max(0, now.getTime() - since.getTime()) : 0
}
