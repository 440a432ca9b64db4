/** SQL that finds the customer whose screens a provider may see: while consent lasts and both accounts are unchanged. */
import { sql } from 'kysely'
import type { Reader } from '../../kit/postgres/transactions.ts'

/** The customer whose screens are shown, and the provider who sees them. */
export interface ViewedUser {
  id: number
  name: string
  email: string
  view: string
  viewerId: number
}

const viewedUsers = (now: Date) => sql`
  select u.id, u.name, u.email, v.id as view, p.id as "viewerId"
    from support_views v
    join support_consents c on c.user_id = v.user_id and c.until > ${now}
    join users u on u.id = v.user_id and u.active and not u.provider
    join users p on p.id = v.provider_id and p.active and p.provider
   where v.closed_at is null and v.ends_at > ${now}`

export async function userOfView(
  db: Reader,
  { view, userId, now }: { view: string; userId: number; now: Date },
): Promise<ViewedUser | null> {
  const { rows } =
    await sql<ViewedUser>`${viewedUsers(now)} and v.id = ${view} and v.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export async function userOfViewCookie(db: Reader, hash: Buffer, now: Date): Promise<ViewedUser | null> {
  const { rows } = await sql<ViewedUser>`${viewedUsers(now)} and v.hash = ${hash}`.execute(db)
  return rows[0] ?? null
}
