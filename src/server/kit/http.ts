/** The web server as features see it, and what they say of each call that they register on it. */
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
    /** It is asked by another method than GET and changes nothing: whoever may only look may ask it. */
    looks?: boolean
  }
}

/** Requests of whoever may only look: their statements can write nothing (`lookOnly`). */
export const looksOnly = new WeakSet<FastifyRequest>()

type Guards = NonNullable<RouteShorthandOptions['onRequest']>

/** Calls of one feature, as the API's description groups them; each needs an access token. */
export function callsOf(feature: string) {
  const described = { tags: [feature], security: [{ jwt: [] }] }
  const call = <S extends FastifySchema>(onRequest: Guards, summary: string, schema: S) => ({
    onRequest,
    schema: { ...described, summary, ...schema },
  })
  return {
    call,
    /** One whose refusals are recorded: its service reads query and body itself. */
    recorded: <S extends FastifySchema>(onRequest: Guards, summary: string, schema: S) => ({
      ...call(onRequest, summary, schema),
      attachValidation: true,
    }),
  }
}

/** `onRequest` of pictures: neither browser nor proxy keeps the answer, be it a refusal. */
export async function keptNowhere(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'private, no-store')
}

/**
 * Has calls of this scope take a file as it is, whatever its sender calls it, as a buffer.
 *
 * @param tooLarge what is said of one that is longer than `bytesMax`
 */
export function takesFiles(scope: Http, bytesMax: number, tooLarge: ProblemCode): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  )
  // told with what a file may have, not with what a body may
  scope.setErrorHandler((error) => {
    const large = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    throw large ? new Problem(tooLarge) : error
  })
}

type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 423 | 429

/** Answers of a call that refuse: a problem under each of these codes. */
export function refusals<C extends Refusal>(...codes: C[]): Record<C, typeof problemBody>
export function refusals(...codes: Refusal[]): Record<number, typeof problemBody> {
  return Object.fromEntries(codes.map((code) => [code, problemBody]))
}
