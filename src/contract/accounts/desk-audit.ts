/** Schemas for searching and exporting the audit log at the desk. */
import * as z from 'zod/mini'

const word = z.optional(z.string().check(z.maxLength(100)))
const day = z.optional(z.iso.date('date_invalid'))

/** `before`: the `next` of the former page. Days are of UTC, both ends included. */
export const auditQuery = z.object({
  search: word.check(
    z.describe('Searches the name of the system, the action, and the name or address of the actor.'),
  ),
  outcome: z.optional(z.enum(['accepted', 'refused'])),
  from: day,
  to: day,
  before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})
export type AuditQuery = z.infer<typeof auditQuery>

const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  who: z
    .nullable(z.string())
    .check(z.describe('Name of the actor; null: the command line, or a deleted account.')),
  user_id: z.nullable(z.int()),
  action: z.string(),
  system: z.nullable(z.string()),
  outcome: z.string().check(z.describe('`accepted`, or the error code of the refusal.')),
  before: z.unknown(),
  after: z.unknown(),
})
export type DeskAuditEntry = z.infer<typeof auditEntry>
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.nullable(z.int()) })
export type AuditPage = z.infer<typeof auditPage>

export const AUDIT_PAGE = 50
/** Rows of an exported file; a longer log is exported in parts, by days. */
export const AUDIT_EXPORT_MAX = 50_000

export const auditPaths = {
  search: '/api/provider/audit/',
  export: '/api/provider/audit/export/',
} as const
