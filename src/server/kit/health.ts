/** Liveness, and readiness: ready only while everything a customer needs responds. */
import { z } from 'zod'
import type { Http } from './http.ts'

/** Resolves when the part is working, rejects otherwise. */
export type Check = () => Promise<unknown>

const answer = z.object({ status: z.enum(['ok', 'unavailable']), failing: z.array(z.string()).optional() })
const CHECK_WITHIN_MS = 2000

export function healthRoutes(app: Http, checks: Record<string, Check>): void {
  app.get('/healthz', { schema: { response: { 200: answer } } }, async () => ({ status: 'ok' as const }))
  app.get('/readyz', { schema: { response: { 200: answer, 503: answer } } }, async (_request, reply) => {
    const failing = (await Promise.all(Object.entries(checks).map(failingName))).filter(
      (name) => name !== null,
    )
    if (failing.length === 0) return { status: 'ok' as const }
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', failing })
  })
}

async function failingName([name, check]: [string, Check]): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} does not answer`)), CHECK_WITHIN_MS)
  })
  try {
    await Promise.race([check(), late])
    return null
  } catch {
    return name
  } finally {
    clearTimeout(timer)
  }
}
