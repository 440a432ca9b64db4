/** The error that rules throw, by a code of the closed table, and bodies read against their schemas. */
import { z } from 'zod'
import { isProblemCode, type ProblemCode, problems } from '../../contract/errors.ts'

interface ProblemDetails {
  /** The field of the body that the code is about. */
  field?: string
  /** State that lets the caller choose, for example the settings that somebody else stored. */
  current?: unknown
  /** The whole body, where a contract prescribes another shape than the table's. */
  body?: Record<string, unknown>
  /** What exactly is wrong, for those who look after devices; not part of the answer. */
  particular?: string
  /** Seconds after which another try makes sense. */
  retryAfter?: number
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(problems[code].message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problems[this.code].status
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
