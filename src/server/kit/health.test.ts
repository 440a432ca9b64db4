/** Liveness and readiness, JSON for unknown API paths, 405 with Allow, and the security headers. */
import { describe, expect, it } from 'vitest'
import { build } from '../testing/build.ts'

describe('health', () => {
  it('answers liveness and readiness', async () => {
    const { call } = await build()
    expect(await call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await call('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('answers unknown API paths as JSON, and a wrong method with the allowed ones', async () => {
    const { call } = await build()
    expect(await call('/api/nothing/')).toMatchObject({
      status: 404,
      body: { message: 'Not found.', detail: 'Not found.', code: 'not_found' },
    })
    const refused = await call('/api/openapi.json', { method: 'DELETE' })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe('GET, OPTIONS')
  })

  it('sends the security headers', async () => {
    const { headers } = await (await build()).call('/healthz')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
