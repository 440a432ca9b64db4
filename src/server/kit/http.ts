/** The web server as features see it, and the helpers to declare their routes. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ProblemCode } from '../../contract/errors.ts'
import { problemBody } from '../../contract/fields.ts'
import { Problem } from './problem.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A method other than GET that changes nothing, and is allowed in read-only access. */
    readOnly?: boolean
  }
  interface FastifyRequest {
    /** With read-only access: its statements cannot write (`readOnly`). */
    readOnly?: boolean
  }
}

type Guards = NonNullable<RouteShorthandOptions['onRequest']>

/** Routes of one feature, grouped in the API's description; each needs an access token. */
export function callsOf(feature: string) {
  const described = { tags: [feature], security: [{ jwt: [] }] }
  const call = <S extends FastifySchema>(onRequest: Guards, summary: string, schema: S) => ({
    onRequest,
    schema: { ...described, summary, ...schema },
  })
  return {
    call,
    /** A route whose refusals are audited: its service validates query and body itself. */
    recorded: <S extends FastifySchema>(onRequest: Guards, summary: string, schema: S) => ({
      ...call(onRequest, summary, schema),
      attachValidation: true,
    }),
  }
}

/** Option of routes that are called often: without it each response is examined, at 2 % of the cost of a small one. */
export const TOO_SMALL_TO_COMPRESS = { compress: false } as const

/** `onRequest` hook for images: neither browser nor proxy stores the response, even a refusal. */
export async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'private, no-store')
}

/**
 * Makes routes of this scope accept a file with any content type, as a buffer.
 *
 * @param tooLarge the problem for a file longer than `bytesMax`
 */
export function acceptFiles(scope: Http, bytesMax: number, tooLarge: ProblemCode): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  )
  // names the limit for files instead of the one for bodies
  scope.setErrorHandler((error) => {
    const large = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    throw large ? new Problem(tooLarge) : error
  })
}

type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 423 | 429

/** Response schemas of refusals: a problem under each of these codes. */
export function refusals<C extends Refusal>(...codes: C[]): Record<C, typeof problemBody>
export function refusals(...codes: Refusal[]): Record<number, typeof problemBody> {
  return Object.fromEntries(codes.map((code) => [code, problemBody]))
}
