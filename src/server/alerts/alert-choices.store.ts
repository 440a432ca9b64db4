/** SQL of alert preferences, quiet hours and feedback. */
import { sql } from 'kysely'
import type { AlertKind } from '../../contract/alerts/alerts.ts'
import type { Reader, Tx } from '../kit/postgres/transactions.ts'

export interface StoredChoice {
  kind: AlertKind
  mail: boolean
  push: boolean
  afterMinutes: number | null
}

export async function selectChoices(db: Reader, userId: number, systemId: number): Promise<StoredChoice[]> {
  const { rows } = await sql<StoredChoice>`
    select kind, mail, push, after_minutes as "afterMinutes" from alert_choices
     where user_id = ${userId} and system_id = ${systemId}`.execute(db)
  return rows
}

export async function putChoice(
  tx: Tx,
  { userId, systemId }: { userId: number; systemId: number },
  { kind, mail, push, afterMinutes }: StoredChoice,
): Promise<void> {
  await sql`
    insert into alert_choices (user_id, system_id, kind, mail, push, after_minutes)
    values (${userId}, ${systemId}, ${kind}, ${mail}, ${push}, ${afterMinutes})
    on conflict (user_id, system_id, kind) do update
       set mail = excluded.mail, push = excluded.push, after_minutes = excluded.after_minutes`.execute(tx)
}

/** Number of alerts of each kind in a system, and how many of them this user marked as useless. */
export async function selectNoise(
  db: Reader,
  userId: number,
  systemId: number,
  since: Date,
): Promise<{ kind: AlertKind; alerts: number; useless: number }[]> {
  const { rows } = await sql<{ kind: AlertKind; alerts: number; useless: number }>`
    select a.kind, count(*)::integer as alerts, count(*) filter (where not v.useful)::integer as useless
      from alerts a left join alert_verdicts v on v.alert_id = a.id and v.user_id = ${userId}
     where a.system_id = ${systemId} and a.opened_at >= ${since}
     group by a.kind`.execute(db)
  return rows
}

/** Minutes of the day in the zone. */
export interface StoredTimes {
  quietFrom: number | null
  quietUntil: number | null
  urgentAnyway: boolean
  timeZone: string
}

export async function selectTimes(db: Reader, userId: number): Promise<StoredTimes | undefined> {
  const { rows } = await sql<StoredTimes>`
    select quiet_from as "quietFrom", quiet_until as "quietUntil", urgent_anyway as "urgentAnyway",
           time_zone as "timeZone"
      from alert_people where user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function putTimes(tx: Tx, userId: number, times: StoredTimes): Promise<void> {
  const { quietFrom, quietUntil, urgentAnyway, timeZone } = times
  await sql`
    insert into alert_people (user_id, quiet_from, quiet_until, urgent_anyway, time_zone)
    values (${userId}, ${quietFrom}, ${quietUntil}, ${urgentAnyway}, ${timeZone})
    on conflict (user_id) do update
       set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
           urgent_anyway = excluded.urgent_anyway, time_zone = excluded.time_zone`.execute(tx)
}
