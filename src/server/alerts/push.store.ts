/** SQL of push subscriptions and of the server's push keys. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { Language } from './alert-words.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

export async function selectPushKeys(db: Reader): Promise<PushKeys | undefined> {
  const { rows } = await sql<PushKeys>`
    select public_key as "publicKey", private_key as "privateKey" from push_keys`.execute(db)
  return rows[0]
}

/** If two processes create them at once the first one counts. */
export async function insertPushKeys(tx: ServerTx, keys: PushKeys, now: Date): Promise<void> {
  await sql`
    insert into push_keys (public_key, private_key, made_at) values (${keys.publicKey}, ${keys.privateKey}, ${now})
    on conflict do nothing`.execute(tx)
}

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  language: Language
}

export interface StoredSubscription extends Subscription {
  id: number
}

export async function selectSubscriptions(db: Reader, userId: number): Promise<StoredSubscription[]> {
  const { rows } = await sql<StoredSubscription>`
    select p.id, p.endpoint, p.p256dh, p.auth, case when u.language = 'device' then p.language else u.language end as language
      from push_subscriptions p join users u on u.id = p.user_id
     where p.user_id = ${userId} order by p.id`.execute(db)
  return rows
}

/** Subscriptions of a user; the oldest are dropped. */
const SUBSCRIPTIONS_MOST = 20

/** A browser belongs to the user who subscribed it last. */
export async function putSubscription(
  tx: ServerTx,
  { userId, family }: { userId: number; family: string },
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { endpoint, p256dh, auth, language } = subscription
  await sql`
    insert into push_subscriptions (user_id, family, endpoint, p256dh, auth, language, made_at)
    values (${userId}, ${family}, ${endpoint}, ${p256dh}, ${auth}, ${language}, ${now})
    on conflict (endpoint) do update
       set user_id = excluded.user_id, family = excluded.family, p256dh = excluded.p256dh, auth = excluded.auth,
           language = excluded.language, made_at = excluded.made_at`.execute(tx)
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId}
       order by made_at desc, id desc offset ${SUBSCRIPTIONS_MOST})`.execute(tx)
}

export async function deleteSubscription(tx: ServerTx, userId: number, endpoint: string): Promise<void> {
  await sql`
    delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`.execute(tx)
}

/** Deletes a subscription that its push service no longer knows. */
export async function dropSubscription(tx: ServerTx, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(tx)
}

/** Sign-out removes its browser; signing out everywhere removes all browsers. */
export async function forgetBrowsers(
  tx: ServerTx,
  { userId, family }: { userId: number; family: string | null },
): Promise<void> {
  await sql`
    delete from push_subscriptions
     where user_id = ${userId} and (${family}::text is null or family = ${family}::text)`.execute(tx)
}
