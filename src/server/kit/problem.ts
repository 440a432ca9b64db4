/** The error that rules throw, with a code of contract/errors.ts, and parsing of bodies by their schemas. */
import { z } from 'zod'
import { isProblemCode, type ProblemCode, problems } from '../../contract/errors.ts'

interface ProblemDetails {
  /** The field of the body that the code is about. */
  field?: string
  /** State that lets the client decide, for example the settings that someone else stored. */
  current?: unknown
  /** The whole body, where a contract prescribes another format. */
  body?: Record<string, unknown>
  /** Details for those who look after devices; not part of the response. */
  particular?: string
  /** Seconds after which a retry makes sense. */
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
 * Parses a body with its schema.
 *
 * @throws Problem with the code that the schema gives as its message
 */
export function readBody<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  const { message = '', path = [] } = parsed.error.issues[0] ?? {}
  const [field] = path
  throw new Problem(
    isProblemCode(message) ? message : 'invalid_request',
    field === undefined ? {} : { field: String(field) },
  )
}
