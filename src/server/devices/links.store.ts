/** SQL of controller links: online, last seen, newest telemetry and report. */
import { type RawBuilder, sql } from 'kysely'
import type { TelemetryDocument } from '../../contract/controller.ts'
import { FAULT_EVENTS } from '../../contract/delivery.ts'
import { isOneOf } from '../kit/postgres/prepared-statements.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import { SHARDS } from './controllers.store.ts'
import type { Connection, LinkState } from './device-link.ts'
import type { DeviceTables } from './devices.rows.ts'

/** Row of a link, with the publication that its machine reports to run. */
export interface LinkRow extends Omit<LinkState, 'fault' | 'fallback'> {
  runningMode: string | null
  runningSha256: string | null
  fallbackSha256: string | null
  faultCode: string | null
  faultAt: Date | null
}

/** The report says whether it runs the fallback; where fallback and setting are equal, the expiry decides. */
function runsFallback(row: LinkRow, now: Date): boolean {
  const { reported, runningMode, runningSha256, fallbackSha256, runningUntil } = row
  if (reported?.mode !== 'UNIFORM' || fallbackSha256 === null || reported.rxSha256 !== fallbackSha256)
    return false
  return (
    runningSha256 !== fallbackSha256 ||
    runningMode !== 'UNIFORM' ||
    (runningUntil !== null && runningUntil <= now)
  )
}

export function linkFromRow(row: LinkRow, now: Date): LinkState {
  const { topicId, online, lastSeen, telemetry, stoppedWetSince, reported, rateIn, timerPct, validUntil } =
    row
  const { faultCode, faultAt } = row
  return {
    topicId,
    online,
    lastSeen,
    telemetry,
    stoppedWetSince,
    reported,
    fallback: runsFallback(row, now),
    runningUntil: row.runningUntil,
    rateIn,
    timerPct,
    validUntil,
    fault: faultCode === null || faultAt === null ? null : { code: faultCode, at: faultAt },
  }
}

/** Controllers as `c`, and their links as `l`. */
export const linkTables = sql`
  controllers c
  join controller_links l on l.controller_id = c.id
  left join desired_states r on r.controller_id = c.id and r.rev = (l.reported ->> 'rev')::bigint
  left join lateral (
    select valid_until from desired_states where controller_id = c.id order by rev desc limit 1
  ) d on true`

/** The columns of a `LinkRow` in `linkTables`, and in `e` the newest of the faults and starts of the machine. */
export const linkColumns = sql`
  c.topic_id as "topicId", l.online, l.last_seen as "lastSeen", l.telemetry, l.stopped_wet_since as "stoppedWetSince",
  l.reported, r.mode as "runningMode", r.rx_sha256 as "runningSha256", r.fallback_sha256 as "fallbackSha256",
  r.valid_until as "runningUntil", r.rate_in as "rateIn", r.timer_pct as "timerPct", d.valid_until as "validUntil",
  case when e.code <> 'STARTED' then e.code end as "faultCode", e.at as "faultAt"`

/**
 * The newest fault or start of each machine, as `e`: a start ends the fault before it.
 *
 * @param order newest first, by the machine's clock or by when it was heard
 */
export const faultsAndStarts = (order: RawBuilder<unknown>) => sql`
  left join lateral (
    select code, at, heard_at from controller_events
     where controller_id = c.id and code = any (${[...FAULT_EVENTS, 'STARTED']}::text[])
     order by ${order} limit 1
  ) e on true`

export async function selectLinks(
  db: Reader,
  controllerIds: number[],
  now: Date,
): Promise<Map<number, LinkState>> {
  if (controllerIds.length === 0) return new Map()
  const { rows } = await sql<LinkRow & { controllerId: number }>`
    select c.id as "controllerId", ${linkColumns}
      from ${linkTables} ${faultsAndStarts(sql`heard_at desc, at desc`)}
     where ${isOneOf('l.controller_id', controllerIds)}`.execute(db)
  return new Map(rows.map((row) => [row.controllerId, linkFromRow(row, now)]))
}

/** The last contact with one controller since the last flush. */
export interface Contact {
  controllerId: number
  at: Date
  telemetry: TelemetryDocument | null
}

/** What a contact changed. */
export interface ContactOutcome {
  controllerId: number
  at: Date
  /** Its telemetry is newer than the stored one. */
  newer: boolean
  /** It had been marked offline because it was silent. */
  back: boolean
  /** Since when it has been stopped with water on, by its own clock. */
  stoppedWetSince: Date | null
}

/** A flow counts until the next telemetry, but not for longer: over a gap the pumped volume is unknown. */
const FLOW_VALID_MS = 5 * 60_000
/** A machine whose state does not change adds a point to its track this often. */
const TRACK_EVERY = sql`interval '15 minutes'`

/**
 * Stores the contacts of many controllers in one statement: the newest telemetry, the volume pumped since the previous one, and
 * a point of the track when the machine's state changes or has been the same for a while.
 */
export async function storeContacts(tx: ServerTx, contacts: Contact[]): Promise<ContactOutcome[]> {
  const newer = sql`h.telemetry is not null and (l.telemetry_at is null
    or (h.telemetry_at, h.telemetry_seq) > (l.telemetry_at, l.telemetry_seq))`
  const changed = sql`(l.telemetry -> 'moving', l.telemetry -> 'wet', l.telemetry -> 'direction')
    is distinct from (h.telemetry -> 'moving', h.telemetry -> 'wet', h.telemetry -> 'direction')`
  const atWork = sql`((h.telemetry ->> 'moving')::boolean or (h.telemetry ->> 'wet')::boolean)`
  const standsWet = sql`not (h.telemetry ->> 'moving')::boolean and (h.telemetry ->> 'wet')::boolean`
  // a controller may reconnect with another clock, so both instants are taken from its own documents
  const sinceMs = sql`greatest(0, 1000 * extract(epoch from
    h.telemetry_at - (l.telemetry ->> 'at')::timestamptz))::double precision`
  const { rows: outcomes } = await sql<ContactOutcome>`
    with heard as (
      select h.*, ${newer} as newer, l.silent as back,
        ${changed} or (${atWork} and h.telemetry_at - l.tracked_at >= ${TRACK_EVERY}) as tracked,
        case when (l.telemetry ->> 'wet')::boolean then ${sinceMs} else 0 end as wet_ms,
        (l.telemetry ->> 'flowLps')::double precision as held_lps, ${standsWet} as stands_wet
      from unnest(
        ${contacts.map(({ controllerId }) => controllerId)}::integer[],
        ${contacts.map(({ at }) => at.toISOString())}::timestamptz[],
        ${contacts.map(({ telemetry }) => telemetry && JSON.stringify(telemetry))}::jsonb[],
        ${contacts.map(({ telemetry }) => telemetry?.at ?? null)}::timestamptz[],
        ${contacts.map(({ telemetry }) => telemetry?.seq ?? null)}::bigint[]
      ) as h (controller_id, heard_at, telemetry, telemetry_at, telemetry_seq)
      join controller_links l using (controller_id)
      order by controller_id for update of l
    ), stored as (
      update controller_links l set
        online = l.online or l.silent, silent = false,
        last_seen = greatest(l.last_seen, h.heard_at),
        telemetry = case when h.newer then h.telemetry else l.telemetry end,
        telemetry_at = case when h.newer then h.telemetry_at else l.telemetry_at end,
        telemetry_seq = case when h.newer then h.telemetry_seq else l.telemetry_seq end,
        telemetry_heard_at = case when h.newer then h.heard_at else l.telemetry_heard_at end,
        pumped_m3 = l.pumped_m3 + case when h.newer and h.wet_ms <= ${FLOW_VALID_MS}
          then coalesce(h.held_lps, 0) * h.wet_ms / 1e6 else 0 end,
        unheard_ms = l.unheard_ms + case when h.newer and (h.wet_ms > ${FLOW_VALID_MS} or h.held_lps is null)
          then h.wet_ms else 0 end,
        tracked_at = case when h.newer and h.tracked then h.telemetry_at else l.tracked_at end,
        -- the beginning is the earliest that was told, though the clock was set back since
        stopped_wet_since = case when not coalesce(h.newer, false) then l.stopped_wet_since
          when h.stands_wet then least(l.stopped_wet_since, h.telemetry_at) end
      from heard h
      where l.controller_id = h.controller_id
      returning l.controller_id, h.heard_at, coalesce(h.newer, false) as newer, h.back,
        coalesce(h.newer and h.tracked, false) as tracked, l.telemetry, l.telemetry_at, l.pumped_m3, l.unheard_ms,
        l.stopped_wet_since
    ), track as (
      insert into machine_track
      select controller_id, telemetry_at, (telemetry ->> 'angleDeg')::double precision, telemetry ->> 'direction',
        (telemetry ->> 'moving')::boolean, (telemetry ->> 'wet')::boolean,
        (telemetry ->> 'timerPct')::double precision, (telemetry ->> 'flowLps')::double precision,
        (telemetry ->> 'pressureKpa')::double precision, pumped_m3, unheard_ms
      from stored where tracked
      on conflict do nothing
    )
    select controller_id as "controllerId", heard_at as at, newer, back, stopped_wet_since as "stoppedWetSince"
      from stored`.execute(tx)
  await insertConnections(
    tx,
    outcomes.filter(({ back }) => back).map(({ controllerId, at }) => ({ controllerId, online: true, at })),
  )
  return outcomes
}

/** Marks every controller offline when the embedded broker starts: its sessions are gone. */
export async function endAllSessions(tx: ServerTx, now: Date): Promise<void> {
  const { rows } = await sql<{ controllerId: number }>`
    with there as (
      select c.id from controllers c join controller_links l on l.controller_id = c.id
       where l.online order by c.id for no key update of c
    )
    update controller_links l set online = false, silent = false, session = null
      from there where l.controller_id = there.id
    returning l.controller_id as "controllerId"`.execute(tx)
  await insertConnections(
    tx,
    rows.map(({ controllerId }) => ({ controllerId, online: false, at: now })),
  )
}

/** A time in which the subscription of a shard was interrupted. */
interface Gap {
  from: Date
  ms: number
}

/** A shard that this process receives, and since when. */
export interface ShardSubscription {
  shard: number
  since: Date
  /** Only those within two telemetry intervals. */
  gaps: Gap[]
}

/** How often a moving and a stopped machine send telemetry. */
export const TELEMETRY_INTERVAL_S = { moving: 10, idle: 300 }

const interval = sql`(interval '1 second' * case when (l.telemetry ->> 'moving')::boolean
  then ${TELEMETRY_INTERVAL_S.moving}::integer else ${TELEMETRY_INTERVAL_S.idle}::integer end)`

/** When each of these online controllers, by id or by shard, must have sent something. */
export async function selectDeadlines(
  db: Reader,
  of: { ids: number[] } | { shards: number[] },
): Promise<{ controllerId: number; at: Date | null }[]> {
  const { rows } = await sql<{ controllerId: number; at: Date | null }>`
    select l.controller_id as "controllerId", l.last_seen + 2 * ${interval} as at
      from controller_links l where l.online and ${
        'ids' in of
          ? sql`l.controller_id = any (${of.ids}::integer[])`
          : sql`l.controller_id % ${SHARDS} = any (${of.shards}::integer[])`
      }`.execute(db)
  return rows
}

/**
 * When a subscription or a connection of the machine began recently, its next telemetry is awaited, with a margin: the first may
 * have come before the subscription. Gaps since the last message are added to the time.
 */
const silentSince = (now: Date) => sql`
  greatest(
    l.last_seen + interval '1 millisecond' * (
      select coalesce(sum(d.ms), 0) from deaf d where d.shard = h.shard and d.began > l.last_seen),
    greatest(h.since, l.status_at) - 0.75 * ${interval}) < ${now}::timestamptz - 2 * ${interval}`

/**
 * Marks those of `ids` offline that were silent for twice the interval of their last telemetry, because a broker that died sends
 * no offline messages.
 */
export async function markSilentOffline(
  tx: ServerTx,
  subscriptions: ShardSubscription[],
  ids: number[],
  now: Date,
): Promise<{ controllerId: number; lastSeen: Date | null }[]> {
  const gaps = subscriptions.flatMap((subscription) =>
    subscription.gaps.map(({ from, ms }) => ({ shard: subscription.shard, from, ms })),
  )
  const { rows } = await sql<{ controllerId: number; lastSeen: Date | null }>`
    with deaf as (
      select * from unnest(
        ${gaps.map(({ shard }) => shard)}::integer[],
        ${gaps.map(({ from }) => from.toISOString())}::timestamptz[],
        ${gaps.map(({ ms }) => ms)}::integer[]
      ) as d (shard, began, ms)
    ), heard as (
      select * from unnest(
        ${subscriptions.map(({ shard }) => shard)}::integer[],
        ${subscriptions.map(({ since }) => since.toISOString())}::timestamptz[]
      ) as h (shard, since)
    ), gone as (
      select c.id, h.shard, h.since from controllers c
        join controller_links l on l.controller_id = c.id
        join heard h on h.shard = c.id % ${SHARDS}
       where c.id = any (${ids}::integer[]) and l.online and ${silentSince(now)}
       order by c.id for no key update of c skip locked
    )
    update controller_links l set online = false, silent = true
      from gone h where l.controller_id = h.id and l.online and ${silentSince(now)}
    returning l.controller_id as "controllerId", l.last_seen as "lastSeen"`.execute(tx)
  await insertConnections(
    tx,
    rows.map(({ controllerId }) => ({ controllerId, online: false, at: now })),
  )
  return rows
}

/** Rows per controller in the connection log. */
const CONNECTIONS_KEPT = 1000

export async function insertConnections(
  tx: ServerTx,
  changes: { controllerId: number; online: boolean; at: Date }[],
): Promise<void> {
  if (changes.length === 0) return
  const controllerIds = changes.map(({ controllerId }) => controllerId)
  await sql`
    insert into controller_connections (controller_id, online, at)
    select * from unnest(
      ${controllerIds}::integer[],
      ${changes.map(({ online }) => online)}::boolean[],
      ${changes.map(({ at }) => at.toISOString())}::timestamptz[]
    )`.execute(tx)
  await sql`
    delete from controller_connections c
     using unnest(${controllerIds}::integer[]) as changed (controller_id),
           lateral (
             select id from controller_connections
              where controller_id = changed.controller_id order by id desc offset ${CONNECTIONS_KEPT} limit 1
           ) oldest
     where c.controller_id = changed.controller_id and c.id <= oldest.id`.execute(tx)
}

/** Newest first, older than `before`. */
export async function selectConnections(
  db: Reader,
  controllerId: number,
  before: number | null,
  limit: number,
): Promise<Connection[]> {
  const page = db
    .withTables<DeviceTables>()
    .selectFrom('controller_connections')
    .select(['id', 'online', 'at'])
    .where('controller_id', '=', controllerId)
    .orderBy('id', 'desc')
    .limit(limit)
  return before === null ? page.execute() : page.where('id', '<', before).execute()
}
