/** The /metrics route for a monitoring system, and its access control. */
import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Http } from '../http.ts'
import type { Metrics } from './metrics.ts'
import { Problem } from '../problem.ts'

const ANSWER_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Observe = (seconds: number) => void

/** Counts every response by route, and serves the metrics to authorised readers. */
export function metricsRoutes(app: Http, metrics: Metrics, { token, trustsProxy }: Readers): void {
  const seconds = metrics.seconds({
    name: 'headgate_http_request_seconds',
    help: 'Answers of this process by call and class of status; streams of events are left out.',
    labels: ['method', 'route', 'status'],
    buckets: ANSWER_SECONDS,
  })
  const byRoute = new Map<string, Map<string, Observe[]>>()
  /** Found by texts that exist already: one put together for each response would be hashed each time. */
  function observerOf(route: string, method: string, hundreds: number): Observe {
    const byMethod = byRoute.get(route) ?? new Map<string, Observe[]>()
    const byStatus = byMethod.get(method) ?? []
    const known = byStatus[hundreds]
    if (known) return known
    const observe = seconds({ method, route, status: `${hundreds}xx` })
    byStatus[hundreds] = observe
    byRoute.set(route, byMethod.set(method, byStatus))
    return observe
  }
  app.addHook('onResponse', (request, reply, done) => {
    const type = reply.getHeader('content-type')
    if (typeof type !== 'string' || !type.startsWith('text/event-stream')) {
      const hundreds = Math.floor(reply.statusCode / 100)
      observerOf(request.routeOptions.url ?? 'none', request.method, hundreds)(reply.elapsedTime / 1000)
    }
    done()
  })
  app.get('/metrics', { schema: { response: { 200: numbers } } }, async (request, reply) => {
    if (token === null ? !fromThisMachine(request, trustsProxy) : !hasToken(request, token))
      throw new Problem(token === null ? 'not_found' : 'not_authenticated')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

const numbers = z.string().describe('The text that Prometheus reads.')

interface Readers {
  /** Bearer token that allows access from anywhere; null allows only this host. */
  token: string | null
  trustsProxy: boolean
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** A request passed on by a proxy on this host comes from elsewhere; an untrusted proxy is recognised by its header. */
function fromThisMachine(request: FastifyRequest, trustsProxy: boolean): boolean {
  const { ip, headers } = request
  const passedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return (trustsProxy || !passedOn) && LOOPBACK.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const presented = Buffer.from(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(token)
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}
