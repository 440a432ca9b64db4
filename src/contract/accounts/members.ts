/** Schemas for sharing a system: members, and invitations of addresses without an account. */
import * as z from 'zod/mini'
import { EMAIL_MAX } from '../limits.ts'
import { systemName } from '../fields.ts'

/** What an owner may give; owners are made by the provider alone. */
export const memberRole = z.enum(['operator', 'viewer'], 'role_invalid')
export type MemberRole = z.infer<typeof memberRole>

/** `invited`: the address has no active account yet; it becomes a member by signing up and activating. */
export const member = z.object({
  id: z.int(),
  email: z.string(),
  role: memberRole,
  state: z.enum(['invited', 'active']),
})
export type Member = z.infer<typeof member>

/** Everybody but the owner, in the order of their addresses. */
export const memberList = z.array(member)

export const membersQuery = z.object({ system: systemName })

/** Body of `POST /api/members/?system=`; an address that is a member already gets the new role. */
export const invitation = z.object({
  email: z.string('email_invalid').check(z.maxLength(EMAIL_MAX, 'email_invalid')),
  role: memberRole,
})
export type Invitation = z.infer<typeof invitation>

export const memberParams = z.object({ id: z.string() })

export const MEMBERS_PER_SYSTEM_MAX = 100

export const memberPaths = {
  list: '/api/members/',
  one: '/api/members/:id/',
} as const

/** Address of one member. */
export function memberPath(id: number): string {
  return `/api/members/${id}/`
}
