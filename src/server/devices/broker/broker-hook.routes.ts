/** Authorisation hook for an external broker: authenticates clients and authorises topics. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  brokerAclBody,
  brokerAuthBody,
  brokerHookAnswer,
  brokerHookPaths,
  brokerHookQuery,
} from '#contract/broker-hook.ts'
import { SERVER_PING_TOPIC, everyDesired, parseControllerTopic } from '#contract/controller.ts'
import { type Http, refusals } from '../../kit/http.ts'
import { Problem } from '../../kit/problem.ts'
import { type KnownDevice, mayPublish, mayReceive } from './access.rules.ts'

export interface BrokerHookNeeds {
  /** The broker's request. */
  secret: string
  /** The server's own client. */
  server: { username: string; password: string }
  authenticate(id: string, secret: string): Promise<KnownDevice | null>
  /** The device of a credential; null when it does not exist or is revoked. */
  identify(id: string): Promise<KnownDevice | null>
}

type Answer = z.infer<typeof brokerHookAnswer>
const answerOf = (allowed: boolean): Answer =>
  allowed ? { result: 'allow', Ok: true, Error: '' } : { result: 'deny', Ok: false, Error: 'not authorised' }

export function brokerHookRoutes(app: Http, needs: BrokerHookNeeds): void {
  const { server, authenticate, identify } = needs
  const call = {
    onRequest: async (request: FastifyRequest) => {
      if (!hasSecret(request, needs.secret)) throw new Problem('not_authenticated')
    },
  }
  const described = {
    querystring: brokerHookQuery,
    response: { 200: brokerHookAnswer, ...refusals(400, 401) },
    tags: ['broker'],
  }

  app.post(
    brokerHookPaths.auth,
    {
      ...call,
      schema: { ...described, body: brokerAuthBody, summary: 'Whether an external broker lets somebody in' },
    },
    async ({ body: { username, password, clientid } }) => {
      if (username === server.username) return answerOf(sameText(password ?? '', server.password))
      // another client id would close that device's connection
      if (!username || !password || (clientid && clientid !== username)) return answerOf(false)
      return answerOf((await authenticate(username, password)) !== null)
    },
  )
  app.post(
    brokerHookPaths.acl,
    {
      ...call,
      schema: {
        ...described,
        body: brokerAclBody,
        summary: 'Whether somebody may use a topic of an external broker',
      },
    },
    async ({ body: { username, topic, action, acc } }) => {
      if (username === server.username) return answerOf(isOurs(topic))
      const identity = await identify(username)
      if (!identity) return answerOf(false)
      const publishes = action === undefined ? acc === 2 || acc === 3 : action !== 'subscribe'
      const hears = action === undefined ? acc !== 2 : action !== 'publish'
      if (action === undefined && acc === undefined) return answerOf(false)
      return answerOf((!publishes || mayPublish(identity, topic)) && (!hears || mayReceive(identity, topic)))
    },
  )
}

/** Topics with wildcards are refused; the processes subscribe to each machine by name, to divide them. */
function isOurs(topic: string): boolean {
  return topic === everyDesired || topic === SERVER_PING_TOPIC || parseControllerTopic(topic) !== null
}

/** In a header, or in the URL for a broker that cannot send headers. */
function hasSecret({ headers, query }: FastifyRequest, secret: string): boolean {
  const header = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const parsed = brokerHookQuery.safeParse(query)
  return sameText(header ?? parsed.data?.secret ?? '', secret)
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
