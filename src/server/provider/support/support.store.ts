/** SQL of consents to support sessions, and of the sessions. */
import { sql } from 'kysely'
import type { SupportAccess } from '#contract/accounts/support.ts'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'

interface Consent {
  asked_by: string | null
  asked_why: string | null
  asked_at: Date | null
  until: Date | null
}

const VIEWS_SHOWN = 100

export async function selectAccess(db: Reader, userId: number, now: Date): Promise<SupportAccess> {
  const { rows: consents } = await sql<Consent>`
    select asked_by, asked_why, asked_at, until from support_consents where user_id = ${userId}`.execute(db)
  const { rows: views } = await sql<{ by: string; why: string; opened_at: Date; ended_at: Date | null }>`
    select viewer as by, why, opened_at,
           case when closed_at is not null then closed_at when ends_at <= ${now} then ends_at end as ended_at
      from support_views where user_id = ${userId} order by opened_at desc, id limit ${VIEWS_SHOWN}`.execute(
    db,
  )
  const { asked_by: by, asked_why: why, asked_at: at, until } = consents[0] ?? {}
  return {
    asked: by && at ? { by, why: why ?? '', at: at.toISOString() } : null,
    until: until && until > now ? until.toISOString() : null,
    views: views.map(({ opened_at, ended_at, ...view }) => ({
      ...view,
      opened_at: opened_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
  }
}

/** Whether row-level security shows this account to the caller. */
export async function isSeen(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql`select id from users where id = ${userId}`.execute(db)
  return rows.length > 0
}

export async function putRequest(
  tx: ServerTx,
  { userId, by, why, at }: { userId: number; by: string; why: string; at: Date },
): Promise<void> {
  await sql`
    insert into support_consents (user_id, asked_by, asked_why, asked_at) values (${userId}, ${by}, ${why}, ${at})
    on conflict (user_id) do update set asked_by = excluded.asked_by, asked_why = excluded.asked_why,
      asked_at = excluded.asked_at`.execute(tx)
}

/** Answers a request, if there is one, with the end of the consent; null withdraws it. */
export async function putConsent(tx: ServerTx, userId: number, until: Date | null): Promise<void> {
  await sql`
    insert into support_consents (user_id, until) values (${userId}, ${until})
    on conflict (user_id) do update set asked_by = null, asked_why = null, asked_at = null,
      until = excluded.until`.execute(tx)
}

/** The end of the consent; locked, so that a withdrawal comes before or after. */
export async function lockConsent(tx: ServerTx, userId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select until from support_consents where user_id = ${userId} and until > ${now} for update`.execute(tx)
  return rows[0]?.until ?? null
}

export interface NewView {
  id: string
  userId: number
  providerId: number
  viewer: string
  why: string
  openedAt: Date
  endsAt: Date
  hash: Buffer
}

export async function insertView(tx: ServerTx, view: NewView): Promise<void> {
  await sql`
    insert into support_views (id, user_id, provider_id, viewer, why, opened_at, ends_at, hash)
    values (${view.id}, ${view.userId}, ${view.providerId}, ${view.viewer}, ${view.why}, ${view.openedAt},
      ${view.endsAt}, ${view.hash})`.execute(tx)
}

/** Closes the open sessions of a customer or of a provider. @returns those that were open */
export async function closeViews(
  tx: ServerTx,
  of: { userId: number } | { providerId: number },
  now: Date,
): Promise<{ id: string; userId: number }[]> {
  const condition = 'userId' in of ? sql`user_id = ${of.userId}` : sql`provider_id = ${of.providerId}`
  const { rows } = await sql<{ id: string; userId: number }>`
    update support_views set closed_at = ${now} where ${condition} and closed_at is null and ends_at > ${now}
    returning id, user_id as "userId"`.execute(tx)
  return rows
}

export async function languageOf(db: Reader, userId: number): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`
    select language from users where id = ${userId}`.execute(db)
  return rows[0]?.language ?? null
}
