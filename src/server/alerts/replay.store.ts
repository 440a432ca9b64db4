/** SQL of the history that alerts are replayed from: links, setting reports, readings, and alerts that leave no other trace. */
import { sql } from 'kysely'
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import type { Reader } from '../kit/postgres/transactions.ts'

interface Span {
  from: Date
  to: Date
}

/** Changes of the link, with the state before; in storage order, since a message may arrive just before its link is given up. */
export async function selectLinkChanges(
  db: Reader,
  controllerId: number,
  { from, to }: Span,
): Promise<{ at: Date; online: boolean }[]> {
  const { rows } = await sql<{ at: Date; online: boolean }>`
    select at, online from (
      (select id, at, online from controller_connections
        where controller_id = ${controllerId} and at < ${from} order by id desc limit 1)
      union
      (select id, at, online from controller_connections
        where controller_id = ${controllerId} and at >= ${from} and at < ${to})
    ) changes order by id`.execute(db)
  return rows
}

/** A publication that was refused or expired. */
export interface PastSetting {
  issuedAt: Date
  validUntil: Date
  rejectedAt: Date | null
  settingsRev: number
}

/** By their time. */
export async function selectPastSettings(
  db: Reader,
  controllerId: number,
  { from, to }: Span,
): Promise<PastSetting[]> {
  const { rows } = await sql<PastSetting>`
    select issued_at as "issuedAt", valid_until as "validUntil", rejected_at as "rejectedAt",
           settings_rev as "settingsRev"
      from desired_states
     where controller_id = ${controllerId} and issued_at < ${to} and valid_until >= ${from}::timestamptz - interval '30 days'
     order by rev`.execute(db)
  return rows
}

/** Gaps between readings of a probe longer than `lastsMs`; the last one may still be open. */
export async function selectSilences(
  db: Reader,
  controllerId: number,
  probes: readonly number[],
  { from, to, lastsMs }: Span & { lastsMs: number },
): Promise<{ probe: number; since: Date; until: Date | null }[]> {
  const { rows } = await sql<{ probe: number; since: Date; until: Date | null }>`
    select probe, at as since, next as until from (
      select probe, at, lead(at) over (partition by probe order by at) as next from (
        select distinct probe, at from readings
         where controller_id = ${controllerId} and probe = any(${probes}::integer[]) and invalid is null
           and at >= ${from}::timestamptz - interval '9 days' and at < ${to}
      ) read
    ) gaps
    where coalesce(next, ${to}::timestamptz) - at >= ${lastsMs} * interval '1 millisecond'
    order by at`.execute(db)
  return rows
}

/** Stored alerts of kinds that leave no other record. */
export async function selectPastAlerts(
  db: Reader,
  systemId: number,
  kinds: readonly AlertKind[],
  { from, to }: Span,
): Promise<{ kind: AlertKind; subject: string; since: Date; endedAt: Date | null }[]> {
  const { rows } = await sql<{ kind: AlertKind; subject: string; since: Date; endedAt: Date | null }>`
    select kind, subject, since, ended_at as "endedAt" from alerts
     where system_id = ${systemId} and kind = any(${kinds}::text[]) and opened_at is not null
       and since < ${to} and coalesce(ended_at, ${to}) >= ${from}
     order by since`.execute(db)
  return rows
}
