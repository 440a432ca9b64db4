/** The two calls of devices answer any body with a documented, short response, and the server keeps running. */

// fault found: a salinity of 1e-302, which four bytes cannot hold, was answered with 500
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as fc from 'fast-check'
import { readingPaths } from '../../contract/readings.ts'
import type { Kit } from '../installation/kit.ts'
import type { Http } from '../kit/http.ts'
import { buildCalls } from '../testing/build.ts'
import { testTimeout, soak } from '../testing/soak.ts'
import { lorawanRoutes } from './webhooks/ingest.routes.ts'
import { readingRoutes } from './webhooks/ingest.routes.ts'
import { createReadings } from './readings.service.ts'
import { provesRow } from '../testing/reliability.ts'

const ROUNDS = soak(300, 10_000)
const DOCUMENTED = new Set([200, 202, 400, 413, 415, 422])

const time = fc.constantFrom(
  '2026-07-06T10:00:00Z',
  '2026-07-06T10:15:00.5+02:00',
  'soon',
  '9999-12-31T00:00:00Z',
)
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', '\0', '\uD800', 1e308, -1, 0, true, [], {}, '1e309', '__proto__', '%'),
  fc.double(),
  fc.string(),
)
const number = fc.double({ min: 0, max: 0.6, noNaN: true })
const reading = fc.record({
  probe: fc.oneof(fc.nat(999_999), fc.nat(999_999).map(String)),
  depthCm: fc.double({ min: 1, max: 1000, noNaN: true }),
  at: time,
  vwc: fc.oneof({ weight: 3, arbitrary: number }, odd),
})
const batch = fc.record({
  batch: fc.string({ maxLength: 20 }),
  readings: fc.array(reading, { maxLength: 3 }),
})
const uplink = fc.record({
  end_device_ids: fc.record({ device_id: fc.constantFrom('probe-1', 'north-p12', 'eui-70b3d57ed0001234') }),
  received_at: time,
  uplink_message: fc.record({
    normalized_payload: fc.array(
      fc.record({ soil: fc.record({ depth: fc.nat(200), moisture: fc.oneof(fc.nat(60), odd), ec: odd }) }),
      { maxLength: 3 },
    ),
  }),
})

/** The body as it is, with one value replaced, cut off, or no JSON at all. */
function bodies(valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = valid.map((body) => JSON.stringify(body))
  const mutated = fc.tuple(text, odd, fc.nat()).map(([body, value, at]) => {
    const places = [...body.matchAll(/(?<=:)("[^"]*"|[-\d.e+]+)/g)]
    const place = places[at % Math.max(1, places.length)]
    if (!place) return body
    return (
      body.slice(0, place.index) +
      (JSON.stringify(value) ?? 'null') +
      body.slice(place.index + place[0].length)
    )
  })
  const cut = fc.tuple(text, fc.nat()).map(([body, at]) => body.slice(0, at % body.length))
  const other = fc.oneof(fc.json(), fc.string({ maxLength: 200 }))
  return fc.oneof({ weight: 4, arbitrary: text }, { weight: 3, arbitrary: mutated }, cut, other)
}

/** Of a known gateway. */
function readingCalls(http: Http, kit: Kit): void {
  const devices = { authenticateDevice: async () => ({ controllerId: 1 }), countDropped: () => {} }
  readingRoutes(http, createReadings(kit), devices)
  lorawanRoutes(http, kit, createReadings(kit), devices)
}

it.each([
  [readingPaths.ingest, bodies(batch)],
  [readingPaths.lorawan, bodies(uplink)],
])('%s answers whatever comes as documented', testTimeout(300_000), async (url, body) => {
  provesRow('D1', ROUNDS, 20_261_121)
  const { http, kit } = await buildCalls(readingCalls)
  const headers = { 'content-type': 'application/json', authorization: 'Device a:b' }
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(body, async (payload) => {
      const answer = await http.inject({ method: 'POST', url, headers, payload })
      expect(DOCUMENTED).toContain(answer.statusCode)
      expect(answer.body.length).toBeLessThan(2048)
      expect(answer.body).not.toMatch(/node_modules|\bat \w+ \(|select |insert |zod|postgres/i)
      expect(answer.json()).toHaveProperty(answer.statusCode < 300 ? 'stored' : 'code')
      if (answer.statusCode === 200) accepted += 1
    }),
    { numRuns: ROUNDS, seed: 20_261_121, endOnFailure: true },
  )
  // fewer would prove nothing
  expect(accepted).toBeGreaterThan(ROUNDS / 5)
  const { rows } = await sql<{ valid: number }>`
    select count(*) as valid from readings where invalid is null and value between 0 and 0.6`.execute(
    kit.database.reader,
  )
  expect(rows[0]?.valid).toBeGreaterThan(0)
})

it('refuses deeply nested, huge, and binary bodies at once', async () => {
  const { http } = await buildCalls(readingCalls)
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const payloads: [string | Buffer, number, Record<string, string>?][] = [
    [`{"batch":"b","readings":${deep}}`, 400],
    [`{"batch":"${'x'.repeat(10 * 1024 * 1024)}"}`, 413],
    [`{"batch":"b","readings":[${Array.from({ length: 1001 }, () => '{}').join(',')}]}`, 400],
    ['{"batch":"b","readings":[{"probe":1e309,"depthCm":20,"at":"2026-07-06T10:00:00Z","vwc":0.2}]}', 400],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x22]), 400],
    [Buffer.from('1f8b08000000000000ff', 'hex'), 400, { 'content-encoding': 'gzip' }],
    [`{"batch":"b","readings":[${'{"probe":1,"depthCm":20},'.repeat(100_000)}{}]}`, 413],
    [
      '{"batch":"\\ud800","readings":[{"probe":"\\udfff","depthCm":20,"at":"2026-07-06T10:00:00Z","vwc":0.2}]}',
      400,
    ],
    [gzipSync(Buffer.alloc(10_000_000)), 413, { 'content-encoding': 'gzip' }],
    ['{"batch":"b","readings":NaN}', 400],
    ['', 400],
    ['probe,depth', 415, { 'content-type': 'text/csv' }],
  ]
  provesRow('D2', payloads.length * 2)
  for (const url of [readingPaths.ingest, readingPaths.lorawan])
    for (const [payload, status, more] of payloads) {
      const headers = { 'content-type': 'application/json', authorization: 'Device a:b', ...more }
      const answer = await http.inject({ method: 'POST', url, headers, payload })
      expect([answer.statusCode, answer.body.length < 2048]).toEqual([status, true])
    }
})
