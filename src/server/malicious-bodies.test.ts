/**
 * Malicious bodies over the wire, to the calls that take long ones (lists, geometries, files): refused, without taking the
 * server's memory or processor. The server is a process of its own, so that what it takes can be told from this test's.
 */

// fault found: what the audit keeps of a refused setting was written by a recursion as deep as the body, answered with 500
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { geofencesPath } from '../contract/geofences.ts'
import { probePaths } from '../contract/probes.ts'
import { readingPaths } from '../contract/readings.ts'
import { severalSoilZonesPath, soilZonePaths, soilZonesPath } from '../contract/soil-zones.ts'
import { systemPaths } from '../contract/systems.ts'
import { weatherFilePath } from '../contract/weather.ts'
import { openAccount } from './accounts/signup.service.ts'
import { hashPassword } from './accounts/passwords/password-hash.ts'
import { createProvider } from './provider/provider.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { provesRow } from './testing/reliability.ts'
import { serverPlace } from './testing/server-process.ts'
import { SOAKING } from './testing/soak.ts'

const PERSON = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }
const NAME = 'North Quarter'
const METRICS_TOKEN = 'of this test and nothing else'
/** The guarantee, in milliseconds of the server's processor and megabytes of its memory. */
const WITHIN_MS = 500
const GROWTH_MB = 100
/** Outside the soak a slow machine gets longer than that, in password hashes of its own. */
const HASHES_MAX = 40

/** Processor time of one hash, milliseconds; other work of this process only adds to it. */
async function hashMs(): Promise<number> {
  let least = Infinity
  for (let times = 0; times < 5; times += 1) {
    const before = process.cpuUsage()
    await hashPassword(PASSWORD)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

type Body = [name: string, bytes: Buffer, headers?: Record<string, string>]

const lists = (count: number) => `[${'[51.06,-114.15,"1"],'.repeat(count)}[51.06,-114.15,"2"]]`

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
/** In the fields that hold the texts, numbers and lists of all these calls. */
const filled = (value: string) =>
  Buffer.from(
    `{"name":${value},"fieldName":${value},"system_name":${value},"probes":${value},"polygon":${value},"polygons":${value},"zones":${value},"readings":${value},"email":${value}}`,
  )

/** Where the call has a list, a geometry or a text; short enough to be parsed. */
const deep = (field: string): Body => [
  `a depth of 20,000 in ${field}`,
  Buffer.from(`{"${field}":${DEEP},"system_name":"${NAME}","is_system_on":true,"name":"Deep"}`),
]

/** Too long for most calls. */
const DEEP_EVERYWHERE: Body = ['a depth of 20,000 in every field', filled(DEEP)]

const IN_JSON: Body[] = [
  ['ten megabytes', filled(`"${'x'.repeat(10_000_000)}"`)],
  ['100,000 probes', filled(lists(100_000))],
  ['an endless number', filled('1e309')],
  ['half a character', filled('"\\ud800"')],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'gzip' }],
  ['another language', Buffer.from('<name/>'), { 'content-type': 'text/xml' }],
]

const collection = (coordinates: string) =>
  Buffer.from(
    `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${coordinates}}}]}`,
  )

/** For calls that take any type, and read it as the file that it seems to be. */
const IN_FILES: Body[] = [
  ['a depth of 20,000', collection(DEEP)],
  ['an endless number', collection('[[[1e309,1e309],[1,1],[1e309,0]]]')],
  ['half a character', collection('"\\ud800"')],
  ['no UTF-8', Buffer.alloc(100_000, 0xff)],
  ['packed nothing', gzipSync(Buffer.alloc(50_000_000))],
  ['a line of four megabytes', Buffer.alloc(4_000_000, 'x')],
]

/** Resolves with the status; 0 if the server closed the connection on a body that it did not want to hear to its end. */
function send(
  url: string,
  [, bytes, more]: Body,
  headers: Record<string, string>,
): Promise<[number, number]> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', headers: { ...headers, ...more }, agent: false },
      (answer) => {
        let length = 0
        answer.on('data', (chunk: Buffer) => (length += chunk.length))
        answer.once('close', () => resolve([answer.statusCode ?? 0, length]))
      },
    )
    sent.once('error', () => resolve([0, 0]))
    // no length is declared, so it has to be read
    sent.end(bytes)
  })
}

it('are refused, and cost the server neither memory nor time', async () => {
  const place = await serverPlace({ ACCESS_TTL: '12h', METRICS_TOKEN })
  const { url, terminate } = await place.start()
  const { gateway } = await place.beside(async (kit) => {
    await openAccount(kit, PERSON)
    const pivot = { latitude: 51.06, longitude: -114.15, towerRadiiM: [60, 120, 180], overhangM: 10 }
    const system = { name: NAME, timeZone: 'America/Edmonton', ...pivot }
    return createProvider(kit).connect({ owner: PERSON.email, ...system })
  })
  const login = await callServer(url + accountPaths.create, { json: PERSON })
  const farmer = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
  const device = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  const of = (path: string) => `${path}?system=${encodeURIComponent(NAME)}`
  const json = { 'content-type': 'application/json' }
  const file = { ...farmer, 'content-type': 'application/octet-stream' }
  const calls: [path: string, bodies: Body[], headers: Record<string, string>][] = [
    [systemPaths.input, [deep('towers'), ...IN_JSON], { ...farmer, ...json }],
    [probePaths.save, [deep('probes'), ...IN_JSON], { ...farmer, ...json }],
    [geofencesPath(NAME), [deep('polygon'), ...IN_JSON], { ...farmer, ...json }],
    [soilZonesPath(NAME), [deep('polygons'), ...IN_JSON], { ...farmer, ...json }],
    [severalSoilZonesPath(NAME), [deep('zones'), DEEP_EVERYWHERE, ...IN_JSON], { ...farmer, ...json }],
    [readingPaths.ingest, [deep('readings'), ...IN_JSON], { ...device, ...json }],
    [readingPaths.lorawan, [deep('uplink_message'), ...IN_JSON], { ...device, ...json }],
    [accountPaths.resetPassword, [deep('email'), ...IN_JSON], json],
    [of(soilZonePaths.preview), IN_FILES, file],
    [weatherFilePath({ system: NAME, preview: 'true' }), IN_FILES, file],
    [`${of(readingPaths.file)}&preview=true`, IN_FILES, file],
  ]
  /** Of the process, with its threads. */
  const taken = async () => {
    const authorization = `Bearer ${METRICS_TOKEN}`
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text()
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    return {
      ms: metric('process_cpu_seconds_total') * 1000,
      mb: metric('process_resident_memory_bytes') / 2 ** 20,
    }
  }
  // what a first call loads is not the body's
  for (const [path, , headers] of calls) await send(url + path, ['', Buffer.from('{}')], headers)
  const withinMs = SOAKING ? WITHIN_MS : Math.max(WITHIN_MS, HASHES_MAX * (await hashMs()))
  const before = await taken()
  const found: string[] = []
  let last = before
  let [slowest, most] = [0, 0]
  let tried = 0
  for (const [path, bodies, headers] of calls)
    for (const body of bodies) {
      const once = async () => {
        const { ms, mb } = last
        const [status, length] = await send(url + path, body, headers)
        last = await taken()
        most = Math.max(most, last.mb - mb)
        return { status, length, ms: last.ms - ms }
      }
      let { status, length, ms } = await once()
      // other work of the process only adds to its time, so the least of several is the answer's own
      for (let more = 0; more < 3 && ms > withinMs; more += 1) ms = Math.min(ms, (await once()).ms)
      tried += 1
      slowest = Math.max(slowest, ms)
      // a file of readings of which nothing is understood is answered with a question: its columns and first lines
      const asks = status === 200 && path.startsWith(readingPaths.file)
      // 422: a radio message without anything known
      const refused = [400, 413, 415, 422].includes(status) || (status === 0 && body[1].length > 1_000_000)
      if (!(asks || (refused && length <= 2048)) || ms > withinMs)
        found.push(`${path}, ${body[0]}: ${status}, ${length} bytes, ${ms.toFixed(0)} ms`)
    }
  provesRow('D2', tried)
  process.stdout.write(
    `malicious bodies: ${tried}, at most ${slowest.toFixed(0)} of ${withinMs.toFixed(0)} ms and ${most.toFixed(0)} MB for one, ${before.mb.toFixed(0)} MB before and ${last.mb.toFixed(0)} MB after all\n`,
  )
  expect(found).toEqual([])
  expect(most).toBeLessThan(GROWTH_MB)
  expect((await callServer(`${url}/healthz`)).status).toBe(200)
  expect(await terminate()).toBe(0)
})
