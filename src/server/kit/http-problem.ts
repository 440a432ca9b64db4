/** Converts whatever a route throws into the documented response; unknown errors are masked. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { isProblemCode, type ProblemCode } from '../../contract/errors.ts'
import type { problemBody } from '../../contract/fields.ts'
import { ReadOnlyViolation } from './read-only.ts'
import { Problem } from './problem.ts'

/** Codes of Fastify and PostgreSQL for invalid requests. */
const BY_CODE = new Map<string, ProblemCode>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'malformed_json'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'malformed_json'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_request'],
  ['FST_ERR_BAD_URL', 'not_found'],
  // NUL in text or JSON: PostgreSQL cannot store it in any field
  ['22021', 'invalid_request'],
  ['22P05', 'invalid_request'],
  // a time with a year that PostgreSQL does not have
  ['22007', 'invalid_request'],
  ['22008', 'invalid_request'],
])

/** PostgreSQL's classes for a lost connection, deadlocks again and again, missing resources, a lock timeout and a stopped server, and Node's for sockets. */
const UNAVAILABLE =
  /^(08|40001|40P01|53|55P03|57|58)|^25P0[34]$|^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|ENOSPC|EPIPE|ETIMEDOUT)$/

/** Messages of pg, its pool and kysely, without a code, for a connection that is lost or did not open in time. */
const CONNECTION_GONE =
  /^(Connection terminated|Client .* is not queryable$|Postgres connection has been discarded$|driver has already been destroyed$|Cannot use a pool after calling end|Query read timeout$|timeout (expired$|exceeded when trying to connect))/

/** Depth to which causes are followed; an error may be its own cause. */
const CAUSES_DEEP = 5

/** Whether an error, or one of its causes, means that a database or disk is temporarily unavailable. */
function isOutage(error: unknown, deep = 0): boolean {
  if (!(error instanceof Error) || deep > CAUSES_DEEP) return false
  const code = 'code' in error ? String(error.code) : ''
  if (UNAVAILABLE.test(code) || CONNECTION_GONE.test(error.message)) return true
  const causes: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...causes].some((cause) => isOutage(cause, deep + 1))
}

/** The problem for an error; `internal` when it is unexpected. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ReadOnlyViolation) return new Problem('view_only')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issue = error.validation[0]
    const code = issue?.message ?? ''
    const field = issue?.instancePath.split('/')[1]
    return new Problem(isProblemCode(code) ? code : 'invalid_request', field ? { field } : {})
  }
  if (!(error instanceof Error)) return new Problem('internal')
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const problemCode = BY_CODE.get(code)
  if (problemCode) return new Problem(problemCode)
  if (error instanceof SyntaxError && statusCode === 400) return new Problem('malformed_json')
  if (isOutage(error)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem(statusCode >= 400 && statusCode < 500 ? 'invalid_request' : 'internal')
}

/** Body of a problem: Djoser's format under `/auth`, else `{message, detail, code}`. */
function bodyOf(problem: Problem, path: string): object {
  const { body, field, current } = problem.details
  if (body) return body
  if (path.startsWith('/auth/')) return { detail: problem.message }
  return {
    message: problem.message,
    detail: problem.message,
    code: problem.code,
    ...(field === undefined ? {} : { field }),
    ...(current === undefined ? {} : { current }),
  } satisfies z.infer<typeof problemBody>
}

/** Node's codes for a response that no one reads and a request that was never completed. */
const LEFT = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'])

/** A client that left while its response or request was in progress: nothing failed on our side. */
function leftEarly(error: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return LEFT.has(code) && (reply.raw.destroyed || request.raw.destroyed) && request.socket.destroyed
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error)
  const { status } = problem
  if (leftEarly(error, request, reply)) request.log.info('whoever asked left before the end')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
  else request.log.info({ code: problem.code, status }, 'request refused')
  if (status === 401) reply.header('www-authenticate', 'JWT realm="api"')
  if (problem.details.retryAfter !== undefined)
    reply.header('retry-after', String(problem.details.retryAfter))
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(bodyOf(problem, request.url)))
}
