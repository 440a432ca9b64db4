/**
 * Slow and silent clients, up to the product's limits, beside users who are served: a few in `npm test`, a thousand in
 * `npm run test:soak`. Planted fault found: Node's default limits, which end a slow body after 90 s and empty lines never.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { livePaths } from '../contract/live.ts'
import { REQUEST_WITHIN_MS } from './kit/http-sockets.ts'
import { farm, validInput } from './testing/factories.ts'
import { neverWhole, rawSocket } from './testing/raw-sockets.ts'
import { testTimeout, soak, SOAKING } from './testing/soak.ts'
import { provesRow } from './testing/reliability.ts'

const SOCKETS = soak(45, 1000)
const HEALTH_P99_MS = 300

it(
  'ends slow and silent connections within 20 s, and serves everybody else',
  testTimeout(60_000),
  async () => {
    provesRow('H4', SOCKETS)
    expect(REQUEST_WITHIN_MS).toBe(20_000)
    const { built, owner, send } = await farm()
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const stream = await fetch(built.url + livePaths.events, { ...owner, signal: leaving.signal })

    const kinds = Object.values(neverWhole(accountPaths.create))
    const sockets = await Promise.all(
      Array.from({ length: SOCKETS }, (_, i) =>
        rawSocket(built.url, { ...kinds[i % kinds.length], everyMs: 1000 }),
      ),
    )
    let left = sockets.length
    const ends = sockets.map(({ ended }) => ended.finally(() => (left -= 1)))
    const health: number[] = []
    while (left > 0) {
      const askedAt = performance.now()
      expect((await built.call('/healthz')).status).toBe(200)
      health.push(performance.now() - askedAt)
      await sleep(100)
    }
    expect(Math.max(...(await Promise.all(ends)))).toBeLessThan(REQUEST_WITHIN_MS)
    const p99 = health.toSorted((a, b) => a - b)[Math.ceil(health.length * 0.99) - 1] ?? 0
    expect(SOAKING ? p99 : 0).toBeLessThan(HEALTH_P99_MS)

    // the stream is older than all of them
    await send(validInput())
    expect(await heardOf(stream, 'event: delivery')).toBe(true)
  },
)

async function heardOf({ body }: Response, text: string): Promise<boolean> {
  let received = ''
  if (!body) return false
  for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
    received += bytes
    if (received.includes(text)) return true
  }
  return false
}
