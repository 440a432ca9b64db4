/** Attempts to change something: what is refused is recorded as well as what is done. */
import { z } from 'zod'
import { isProblemCode } from '../../contract/errors.ts'
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { type AuditEntry, recordAudit } from './audit.store.ts'
import { auditableText } from './settings.rules.ts'

export interface Attempt extends Pick<AuditEntry, 'action' | 'after'> {
  userId: number
  systemName?: string | undefined
}

/**
 * Runs the work; a Problem leaves one row of the audit before it goes on its way.
 *
 * @throws Problem('throttled') without the work when the customer tries too much
 */
export async function attempted<T>(
  { changeLimit, clock, database }: Pick<Kit, 'changeLimit' | 'clock' | 'database'>,
  { systemName, ...attempt }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const tooMany = changeLimit.refusal(attempt.userId)
  // one row for a row of them: recording each would cost more than taking it
  if (tooMany && !tooMany.first) throw tooMany.problem
  try {
    if (tooMany) throw tooMany.problem
    return await work()
  } catch (error) {
    if (error instanceof Problem)
      await database.write((tx) =>
        recordAudit(tx, {
          ...attempt,
          at: clock.now(),
          outcome: error.code,
          ...(systemName === undefined ? {} : { systemName: auditableText(systemName) }),
        }),
      )
    throw error
  }
}

/**
 * A body as its schema reads it.
 *
 * @throws Problem with the code that the schema gives as its message
 */
export function readBody<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const read = z.safeParse(schema, body)
  if (read.success) return read.data
  const { message = '', path = [] } = read.error.issues[0] ?? {}
  const [field] = path
  throw new Problem(
    isProblemCode(message) ? message : 'invalid_request',
    field === undefined ? {} : { field: String(field) },
  )
}
