/** SQL of members and invitations; a membership keeps the id of the invitation that it came from. */
import { sql } from 'kysely'
import type { Member, MemberRole } from '../../contract/accounts/members.ts'
import type { Reader, ServerTx } from '../kit/postgres/transactions.ts'
import type { SystemsTables } from './systems.tables.ts'

/** All members but the owner, by address. */
export async function listMembers(db: Reader, systemId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.id, u.email, m.role, case when u.active then 'active' else 'invited' end as state
      from memberships m join users u on u.id = m.user_id
     where m.system_id = ${systemId} and m.role <> 'owner'
    union all
    select id, email, role, 'invited' from invitations where system_id = ${systemId}
    order by email`.execute(db)
  return rows
}

export interface FoundMember {
  systemId: number
  systemName: string
  controllerId: number
  email: string
  role: MemberRole | 'owner'
  /** Null for an invitation. */
  userId: number | null
}

export async function findMember(db: Reader, id: number): Promise<FoundMember | undefined> {
  const { rows } = await sql<FoundMember>`
    select s.id as "systemId", s.name as "systemName", s.controller_id as "controllerId",
           found.email, found.role, found.user_id as "userId"
      from (
        select m.system_id, u.email, m.role, m.user_id from memberships m join users u on u.id = m.user_id
         where m.id = ${id}
        union all
        select system_id, email, role, null from invitations where id = ${id}
      ) found join systems s on s.id = found.system_id`.execute(db)
  return rows[0]
}

/** @returns false when another request removed it first */
export async function removeMember(tx: ServerTx, id: number): Promise<boolean> {
  const db = tx.withTables<SystemsTables>()
  const membership = await db.deleteFrom('memberships').where('id', '=', id).executeTakeFirst()
  const invitation = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  return membership.numDeletedRows + invitation.numDeletedRows > 0n
}

/** Creates an invitation, or changes the role of an existing one. */
export async function setInvitation(
  tx: ServerTx,
  invitation: { systemId: number; email: string; role: MemberRole; now: Date },
): Promise<void> {
  const { systemId, email, role, now } = invitation
  await sql`insert into invitations (system_id, email, role, invited_at) values (${systemId}, ${email}, ${role}, ${now})
    on conflict (system_id, lower(email)) do update set role = excluded.role`.execute(tx)
}

export interface Claimed {
  id: number
  systemId: number
  controllerId: number
  name: string
  role: MemberRole
}

/** Turns all invitations of an address into memberships of its user. */
export async function claimInvitations(tx: ServerTx, userId: number, email: string): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with claimed as (
      delete from invitations where lower(email) = lower(${email}) returning id, system_id, role
    ), joined as (
      insert into memberships (id, system_id, user_id, role)
      select id, system_id, ${userId}, role from claimed
      on conflict (system_id, user_id) do nothing
      returning id, system_id, role
    )
    select j.id, s.id as "systemId", s.controller_id as "controllerId", s.name, j.role
      from joined j join systems s on s.id = j.system_id`.execute(tx)
  return rows
}
