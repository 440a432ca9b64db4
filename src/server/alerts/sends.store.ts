/** SQL of recipients of alerts and of the result of each message. */
import { sql } from 'kysely'
import type { AlertChannel } from '../../contract/alerts/alert-choices.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { AlertToSend } from './alert-words.ts'
import type { Candidate, Send, SentMessage } from './sends.rules.ts'

/** Every open, unacknowledged alert, with every member of its system. */
export async function selectCandidates(tx: ServerTx): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select a.cause_id as "causeId", a.kind, a.since, a.seen_at as "seenAt", u.id as "userId", m.role,
           c.mail, c.push, c.after_minutes as "afterMinutes",
           p.quiet_from as "quietFrom", p.quiet_until as "quietUntil",
           coalesce(p.urgent_anyway, true) as "urgentAnyway", coalesce(p.time_zone, s.time_zone) as "timeZone",
           exists (select from push_subscriptions where user_id = u.id) as "hasPush"
      from alerts a
      join systems s on s.id = a.system_id
      join memberships m on m.system_id = s.id
      join users u on u.id = m.user_id and u.active
      left join alert_choices c on c.user_id = u.id and c.system_id = s.id and c.kind = a.kind
      left join alert_people p on p.user_id = u.id
     where a.ended_at is null and a.opened_at is not null and a.acknowledged_at is null and a.cleared_at is null
     order by a.since, a.id, u.id`.execute(tx)
  return rows
}

export async function selectSent(tx: ServerTx, causeIds: number[]): Promise<SentMessage[]> {
  if (causeIds.length === 0) return []
  const { rows } = await sql<SentMessage>`
    select cause_id as "causeId", user_id as "userId", channel, count(*)::integer as rounds,
           max(decided_at) as "lastAt"
      from alert_sends where cause_id = any(${causeIds}::bigint[])
     group by cause_id, user_id, channel`.execute(tx)
  return rows
}

/** @returns its id; null when it was decided before */
export async function insertSend(tx: ServerTx, send: Send, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_sends (cause_id, user_id, channel, round, due_at, decided_at)
    values (${send.causeId}, ${send.userId}, ${send.channel}, ${send.round}, ${send.dueAt}, ${now})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** A message to be sent, and to whom. */
export interface DecidedSend {
  id: number
  causeId: number
  channel: AlertChannel
  round: number
  dueAt: Date
  userId: number
  email: string
  system: string
  timeZone: string
  language: 'en' | 'fr'
}

/** Undefined when it was sent already, or its user is no longer a member. */
export async function findSend(tx: ServerTx, id: number): Promise<DecidedSend | undefined> {
  const { rows } = await sql<DecidedSend>`
    select d.id, d.cause_id as "causeId", d.channel, d.round, d.due_at as "dueAt", u.id as "userId", u.email,
           s.name as system, s.time_zone as "timeZone", case when u.language <> 'device' then u.language else coalesce((
             select language from push_subscriptions where user_id = u.id order by made_at desc limit 1), 'en')
           end as language
      from alert_sends d
      join alerts a on a.id = d.cause_id
      join systems s on s.id = a.system_id
      join users u on u.id = d.user_id and u.active
      join memberships m on m.system_id = s.id and m.user_id = u.id
     where d.id = ${id} and d.done_at is null
       for update of d`.execute(tx)
  return rows[0]
}

/** Open, unacknowledged alerts of a cause, by start. */
export async function selectAlertsToSend(tx: ServerTx, causeId: number): Promise<AlertToSend[]> {
  const { rows } = await sql<AlertToSend>`
    select id, kind, subject, since, detail from alerts
     where cause_id = ${causeId} and ended_at is null and acknowledged_at is null order by since, id`.execute(
    tx,
  )
  return rows
}

export interface Outcome {
  result: 'sent' | 'dropped' | 'failed'
  error?: string
}

export async function endSend(
  tx: ServerTx,
  id: number,
  { result, error }: Outcome,
  now: Date,
): Promise<void> {
  await sql`
    update alert_sends set result = ${result}, error = ${error?.slice(0, 200) ?? null}, done_at = ${now}
     where id = ${id}`.execute(tx)
}
