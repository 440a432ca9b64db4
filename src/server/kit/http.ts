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
import { problemBody } from '../../contract/errors.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

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

type Refusal = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 423 | 429

/** Answers of a call that refuse: a problem under each of these codes. */
export function refusals<C extends Refusal>(...codes: C[]): Record<C, typeof problemBody>
export function refusals(...codes: Refusal[]): Record<number, typeof problemBody> {
  return Object.fromEntries(codes.map((code) => [code, problemBody]))
}
