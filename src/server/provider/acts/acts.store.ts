/** SQL of the desk's actions: transferring and decommissioning systems. */
import { sql } from 'kysely'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'

export async function isDecommissioned(db: Reader, systemId: number): Promise<boolean> {
  const { rows } =
    await sql`select from systems where id = ${systemId} and decommissioned_at is not null`.execute(db)
  return rows.length > 0
}

/** Removes all members, invitations and offers. @returns the former members */
export async function endSystem(tx: ServerTx, systemId: number, now: Date): Promise<number[]> {
  await sql`update systems set decommissioned_at = ${now} where id = ${systemId}`.execute(tx)
  return leaveSystem(tx, systemId, null)
}

/** Removes all memberships, invitations and offers but one person's membership. @returns the former members */
async function leaveSystem(tx: ServerTx, systemId: number, stays: number | null): Promise<number[]> {
  await sql`delete from invitations where system_id = ${systemId}`.execute(tx)
  await sql`delete from ownership_transfers where system_id = ${systemId}`.execute(tx)
  const { rows } = await sql<{ userId: number }>`
    delete from memberships where system_id = ${systemId} and user_id is distinct from ${stays}
    returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}

export interface Offer {
  id: number
  systemId: number
  controllerId: number
  system: string
  userId: number
  from: string | null
  latitude: number
  longitude: number
  keepMembers: boolean
  askedAt: Date
  expiresAt: Date
}

export async function putOffer(
  tx: ServerTx,
  offer: { systemId: number; userId: number; keepMembers: boolean; askedBy: string; now: Date; until: Date },
): Promise<void> {
  await sql`
    insert into ownership_transfers (system_id, user_id, keep_members, asked_by, asked_at, expires_at)
    values (${offer.systemId}, ${offer.userId}, ${offer.keepMembers}, ${offer.askedBy}, ${offer.now}, ${offer.until})
    on conflict (system_id) do update set user_id = excluded.user_id, keep_members = excluded.keep_members,
      asked_by = excluded.asked_by, asked_at = excluded.asked_at, expires_at = excluded.expires_at`.execute(
    tx,
  )
}

/** @returns whether there was one */
export async function dropOffer(tx: ServerTx, systemId: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from ownership_transfers where system_id = ${systemId}`.execute(tx)
  return numAffectedRows === 1n
}

const offers = sql`
  select t.id, t.system_id as "systemId", s.controller_id as "controllerId", s.name as system, t.user_id as "userId",
         (select u.name from memberships m join users u on u.id = m.user_id
           where m.system_id = s.id and m.role = 'owner' order by m.id limit 1) as "from",
         s.latitude, s.longitude, t.keep_members as "keepMembers", t.asked_at as "askedAt", t.expires_at as "expiresAt"
    from ownership_transfers t join systems s on s.id = t.system_id`

/** A customer's offers, oldest first; read with the server's rights, since the system is not theirs yet. */
export async function selectOffers(db: Reader, userId: number, now: Date): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    ${offers} where t.user_id = ${userId} and t.expires_at > ${now} order by t.asked_at, t.id`.execute(db)
  return rows
}

/** Locked after its system, in the same order as a withdrawal. */
export async function findOffer(db: Reader, id: number): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`${offers} where t.id = ${id}`.execute(db)
  return rows[0]
}

/** Changes the owner; former owners lose access, others unless they stay. @returns the former members */
export async function changeOwner(tx: ServerTx, { systemId, userId, keepMembers }: Offer): Promise<number[]> {
  const departed = keepMembers
    ? await dropOwners(tx, systemId, userId)
    : await leaveSystem(tx, systemId, userId)
  await sql`delete from ownership_transfers where system_id = ${systemId}`.execute(tx)
  await sql`insert into memberships (system_id, user_id, role) values (${systemId}, ${userId}, 'owner')
    on conflict (system_id, user_id) do update set role = 'owner'`.execute(tx)
  await sql`update systems set ownerless_since = null where id = ${systemId}`.execute(tx)
  return departed
}

async function dropOwners(tx: ServerTx, systemId: number, stays: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    delete from memberships where system_id = ${systemId} and role = 'owner' and user_id <> ${stays}
    returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}
