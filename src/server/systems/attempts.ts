/** Attempts to change something: what is refused is recorded as well as what is done. */
import { z } from 'zod'
import { isProblemCode } from '../../contract/errors.ts'
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { type AuditEntry, recordAudit } from './audit.store.ts'
import { auditableText } from './settings.rules.ts'

export type Attempt = Pick<AuditEntry, 'userId' | 'action' | 'after'> & { systemName?: string | undefined }

/** Runs the work; a Problem leaves one row of the audit before it goes on its way. */
export async function attempted<T>(
  { clock, database }: Pick<Kit, 'clock' | 'database'>,
  { systemName, ...attempt }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
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
