/** SQL of what needs attention, by system: from stored data, independent of alerts. */
import { type RawBuilder, sql } from 'kysely'
import type { DeskPerson, DeskRow, DeskSystemsQuery, Need } from '#contract/accounts/desk.ts'
import { needs } from '#contract/accounts/desk.ts'
import { FAULT_EVENTS } from '#contract/delivery.ts'
import type { Reader } from '../../kit/postgres/transactions.ts'

/** A setting that has not been received for this long needs attention. */
const UNDELIVERED_AFTER = sql`interval '2 minutes'`
/** Probes report every quarter of an hour or every hour; those silent for longer than a month were removed. */
const [PROBE_SILENT_AFTER, PROBE_GONE_AFTER] = [sql`interval '24 hours'`, sql`interval '30 days'`]

type Instant = RawBuilder<unknown>

const newestFault = sql`(
  select jsonb_build_object('code', code, 'at', at) from controller_events
   where controller_id = s.controller_id and code = any (${[...FAULT_EVENTS, 'STARTED']}::text[])
   order by heard_at desc, at desc limit 1)`

const ofNewestSetting = (filter: RawBuilder<unknown>) => sql`exists (
  select from desired_states d
   where d.controller_id = s.controller_id and d.settings_rev = s.settings_rev and ${filter})`

const silentProbes = (now: Instant) => sql`(
  select string_agg(probe::text, ', ' order by probe) from (
    select probe from sensors where controller_id = s.controller_id group by probe
    having max(last_at) < ${now} - ${PROBE_SILENT_AFTER} and max(last_at) >= ${now} - ${PROBE_GONE_AFTER}) silent)`

/** Whether a system (`s`) with its link (`l`) needs attention for this reason. */
function condition(need: Need, now: Instant): RawBuilder<unknown> {
  const conditions: Record<Need, RawBuilder<unknown>> = {
    fault: sql`coalesce(${newestFault} ->> 'code', 'STARTED') <> 'STARTED'`,
    rejected: sql`s.settings_rev > 0 and ${ofNewestSetting(sql`d.rejected_at is not null`)}
      and not ${ofNewestSetting(sql`d.applied_at is not null`)}`,
    undelivered: sql`s.settings_rev > 0 and exists (
        select from system_commands c where c.system_id = s.id and c.settings_rev = s.settings_rev
          and c.saved_at < ${now} - ${UNDELIVERED_AFTER})
      and not ${ofNewestSetting(sql`coalesce(d.received_at, d.applied_at, d.rejected_at) is not null`)}`,
    offline: sql`not l.online and l.last_seen is not null`,
    silent_probes: sql`${silentProbes(now)} is not null`,
    ownerless: sql`not exists (select from memberships o where o.system_id = s.id and o.role = 'owner')`,
    waiting: sql`not l.online and l.last_seen is null`,
  }
  return sql`(s.decommissioned_at is null and ${conditions[need]})`
}

const needsOf = (now: Instant) =>
  sql<Need[]>`array_remove(array[${sql.join(
    needs.map((need) => sql`case when ${condition(need, now)} then ${need}::text end`),
  )}], null)`

const owner = sql<DeskPerson | null>`(
  select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) from memberships m
    join users u on u.id = m.user_id where m.system_id = s.id and m.role = 'owner' order by m.id limit 1)`

const at = (now: Date): Instant => sql`${now}::timestamptz`

export interface NeedyRow {
  need: Need
  system: string
  owner: DeskPerson | null
  since: Date | null
  detail: string | null
}

const sinceOf: Record<Need, (now: Instant) => RawBuilder<unknown>> = {
  fault: () => sql`(${newestFault} ->> 'at')::timestamptz`,
  rejected: () => sql`(select max(rejected_at) from desired_states d
    where d.controller_id = s.controller_id and d.settings_rev = s.settings_rev)`,
  undelivered: () =>
    sql`(select saved_at from system_commands c where c.system_id = s.id and c.settings_rev = s.settings_rev)`,
  // offline messages and silence are noticed late: the last message is what is known
  offline: () => sql`l.last_seen`,
  silent_probes: (now) => sql`(select min(heard) from (
    select max(last_at) as heard from sensors where controller_id = s.controller_id group by probe
    having max(last_at) < ${now} - ${PROBE_SILENT_AFTER} and max(last_at) >= ${now} - ${PROBE_GONE_AFTER}) silent)`,
  ownerless: () => sql`s.ownerless_since`,
  waiting: () => sql`s.connected_at`,
}

const detailOf: Partial<Record<Need, (now: Instant) => RawBuilder<unknown>>> = {
  fault: () => sql`${newestFault} ->> 'code'`,
  rejected: () => sql`(select rejected_code from desired_states d
    where d.controller_id = s.controller_id and d.settings_rev = s.settings_rev and rejected_at is not null
    order by rev desc limit 1)`,
  silent_probes: silentProbes,
}

/** Every system that needs attention for this reason, the longest first. */
export async function selectNeedy(db: Reader, need: Need, now: Date): Promise<NeedyRow[]> {
  const instant = at(now)
  const detail = detailOf[need]?.(instant) ?? sql`null::text`
  const { rows } = await sql<NeedyRow>`
    select ${need}::text as need, name as system, owner, since, detail from (
      select s.name, ${owner} as owner, ${sinceOf[need](instant)} as since, ${detail} as detail
        from systems s join controller_links l on l.controller_id = s.controller_id
       where ${condition(need, instant)}) needy
     order by since nulls last, name`.execute(db)
  return rows
}

export interface WaitingPerson {
  id: number
  name: string
  email: string
  since: Date
}

/** Active accounts without a system, those that wait longest first. */
export async function selectWaitingPeople(
  db: Reader,
  limit: number,
): Promise<{ people: WaitingPerson[]; count: number }> {
  const { rows } = await sql<WaitingPerson & { count: number }>`
    select u.id, u.name, u.email, u.created_at as since, count(*) over () as count from users u
     where u.active and not u.provider and not exists (select from memberships m where m.user_id = u.id)
     order by u.created_at, u.id limit ${limit}`.execute(db)
  return {
    people: rows.map(({ id, name, email, since }) => ({ id, name, email, since })),
    count: rows[0]?.count ?? 0,
  }
}

export async function countSystems(db: Reader): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from systems where decommissioned_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export interface DeskSystemRow extends Omit<DeskRow, 'last_seen' | 'delivery'> {
  controllerId: number
  last_seen: Date | null
}

function needCondition(need: DeskSystemsQuery['need'], now: Instant): RawBuilder<unknown> {
  if (need === 'decommissioned') return sql`s.decommissioned_at is not null`
  if (need === undefined) return sql`s.decommissioned_at is null`
  if (need === 'online') return sql`l.online`
  if (need === 'stopped') return sql`s.provider_stopped`
  if (need !== 'any') return condition(need, now)
  return sql`(${sql.join(
    needs.map((item) => condition(item, now)),
    sql` or `,
  )})`
}

/** Search text, matched literally anywhere in a name or an address. */
function pattern(search: string): string {
  return `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** A page of systems by name, filtered by words in their name or in the name or address of a member. */
export async function selectDeskSystems(
  db: Reader,
  { search = '', need, after }: DeskSystemsQuery,
  limit: number,
  now: Date,
): Promise<DeskSystemRow[]> {
  const instant = at(now)
  const like = pattern(search)
  const found = search.trim()
    ? sql`(s.name ilike ${like} or exists (
        select from memberships m join users u on u.id = m.user_id
         where m.system_id = s.id and (u.name ilike ${like} or u.email ilike ${like})))`
    : sql`true`
  const { rows } = await sql<DeskSystemRow>`
    with page as materialized (
      select s.* from systems s ${need ? sql`join controller_links l on l.controller_id = s.controller_id` : sql``}
       where s.name > ${after ?? ''} and ${found} and ${needCondition(need, instant)}
       order by s.name limit ${limit})
    select s.controller_id as "controllerId", s.name, ${owner} as owner, l.online, l.last_seen,
           ${needsOf(instant)} as needs, s.provider_stopped as stopped
      from page s join controller_links l on l.controller_id = s.controller_id
     order by s.name`.execute(db)
  return rows
}

export async function needsOfSystem(db: Reader, systemId: number, now: Date): Promise<Need[]> {
  const { rows } = await sql<{ needs: Need[] }>`
    select ${needsOf(at(now))} as needs from systems s join controller_links l on l.controller_id = s.controller_id
     where s.id = ${systemId}`.execute(db)
  return rows[0]?.needs ?? []
}
