/** Audits attempted changes: refused ones are recorded like accepted ones. */
import { MAX_TOWERS } from '../../agronomy/pivot/pivot-zones.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import type { RateLimit } from '../kit/rate-limit.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { type AuditEntry, recordAudit, storable } from './audit.store.ts'

export interface Attempt extends Pick<AuditEntry, 'action' | 'after'> {
  userId: number
  systemName?: string | undefined
  /** If the action differs from the one on success. */
  limit?: RateLimit
  /** Additional fields for the audit of a refusal, evaluated only then. */
  beside?(tx: ServerTx): Promise<Pick<AuditEntry, 'systemId' | 'settingsRev' | 'before'>>
}

/**
 * Runs the work; a Problem is audited in one row and rethrown.
 *
 * @throws Problem('throttled') without the work if the customer tries too often
 */
export async function attempted<T>(
  kit: Pick<Kit, 'changeLimit' | 'clock' | 'database'>,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const tooMany = (attempt.limit ?? kit.changeLimit).refusal(attempt.userId)
  // one row for a series of them: recording each would cost more than accepting it
  if (tooMany && !tooMany.first) throw tooMany.problem
  try {
    if (tooMany) throw tooMany.problem
    return await work()
  } catch (error) {
    if (error instanceof Problem) await recordRefusal(kit, attempt, error)
    throw error
  }
}

async function recordRefusal(
  { clock, database }: Pick<Kit, 'clock' | 'database'>,
  { userId, action, systemName, after, beside }: Attempt,
  { code }: Problem,
): Promise<void> {
  await database.write(async (tx) =>
    recordAudit(tx, {
      at: clock.now(),
      userId,
      action,
      ...(systemName === undefined ? {} : { systemName: auditableText(systemName) }),
      ...(await beside?.(tx)),
      after,
      outcome: code,
    }),
  )
}

const TEXT_MAX = 80

/** The parts of a request that are stored: known fields, shortened values, no bytes that the database refuses. */
export function auditable(body: unknown, fields: readonly string[]): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null
  const present = fields.filter((field) => Object.hasOwn(body, field))
  return Object.fromEntries(present.map((field) => [field, small(Reflect.get(body, field))]))
}

function small(value: unknown): unknown {
  if (typeof value === 'string') return auditableText(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, MAX_TOWERS + 1)
  return Object.fromEntries(
    entries.map(([key, field]: [string, unknown]) => [
      auditableText(key),
      // nested values may have a `toString` of their own
      typeof field === 'boolean'
        ? field
        : auditableText(typeof field === 'string' ? field : writtenOf(field)),
    ]),
  )
}

/** `JSON.parse` reads deeper nesting than `JSON.stringify` can write before the stack ends. */
function writtenOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'too deep'
  }
}

export function auditableText(value: string): string {
  return storable(value.slice(0, TEXT_MAX))
}
