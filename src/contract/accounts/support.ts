/** Schemas for support access: the customer consents, the provider views the screens. */
import * as z from 'zod/mini'
import { reason } from './desk-acts.ts'

const instant = z.nullable(z.string())

/** Longest access that a customer can allow the provider: thirty days. */
const SUPPORT_HOURS_MAX = 720

export const supportAccess = z.object({
  asked: z
    .nullable(z.object({ by: z.string(), why: z.string(), at: z.string() }))
    .check(z.describe('Pending request of the provider.')),
  until: instant.check(z.describe('Until when the provider may view the screens; null: not allowed.')),
  views: z
    .array(
      z.object({
        by: z.string(),
        why: z.string(),
        opened_at: z.string(),
        ended_at: instant.check(z.describe('Null: still open.')),
      }),
    )
    .check(z.describe('Support sessions, newest first, at most 100.')),
})
export type SupportAccess = z.infer<typeof supportAccess>

export const allowBody = z.object({
  hours: z
    .int('support_hours_invalid')
    .check(z.gte(1, 'support_hours_invalid'), z.lte(SUPPORT_HOURS_MAX, 'support_hours_invalid')),
})
export type AllowBody = z.infer<typeof allowBody>

export const lookBody = z.object({ reason })
export type LookBody = z.infer<typeof lookBody>
/** A token of its own kind: every change is refused with it. */
export const openedView = z.object({ access: z.string(), name: z.string(), ends_at: z.string() })
export type OpenedView = z.infer<typeof openedView>

export const supportPaths = {
  /** For the customer: GET, PUT to allow, DELETE to end or decline. */
  own: '/api/support-access/',
  ask: '/api/provider/people/:id/ask-to-look/',
  open: '/api/provider/people/:id/look/',
  leave: '/api/support-access/leave/',
} as const

export function lookPath(path: 'ask' | 'open', id: number): string {
  return supportPaths[path].replace(':id', String(id))
}
