/**
 * The running server, seeded with its routes, as seen by attackers' tools: sqlmap on every parameter, wapiti on every page
 * and call, if they are installed (`apt-get install sqlmap wapiti`). Fails with a query that is concatenated from text.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../agronomy/seeded-random.ts'
import { type Operation, operationsOf } from './testing/drawn-values.ts'
import { type EveryRoute, everyRoute } from './testing/every-route.ts'
import { provesRow } from './testing/reliability.ts'
import { addressOf, headersOf, rightFields } from './testing/route-requests.ts'
import { SOAKING } from './testing/soak.ts'

const HOURS = 4
/** By the server's clock, so that no rate limit applies. */
const STEP = { realMs: 20, passesMs: 5000 }
/** Marks the places where sqlmap injects. */
const HERE = '*'
const SEED = 20_261_123
/** Concurrently. */
const LANES = 4
/** Injection points are marked, so a body is text; 404 is a normal answer and no reason to stop. */
const OF_SQLMAP =
  '--batch --ignore-stdin --disable-coloring --flush-session --dbms=PostgreSQL --level=2 --risk=1 --ignore-code=401,404 --skip-waf --answers custom=Y,JSON=N,redirect=N'.split(
    ' ',
  )

const isHere = (program: string) => !spawnSync(program, ['--version']).error
/** Only routes with this text in their name. */
const ONLY = process.env['SCAN_ONLY'] ?? ''

interface Scene {
  farm: EveryRoute
  operations: Operation[]
  folder: string
}

async function scene(): Promise<Scene> {
  const farm = await everyRoute()
  const passing = setInterval(() => farm.built.clock.advance(STEP.passesMs), STEP.realMs)
  onTestFinished(() => clearInterval(passing))
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-scan-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const operations = operationsOf((await farm.built.call('/api/openapi.json')).body)
  return {
    farm,
    folder,
    operations: operations.filter(({ endless, name }) => !endless && name.includes(ONLY)),
  }
}

/** Output of a program, while this process continues to serve it. */
async function output(program: string, args: string[]): Promise<string> {
  const child = spawn('nice', [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)))
  await once(child, 'close')
  return text
}

/** Placed before a number until it is in its JSON. */
const NUMBER = 'number '

/** Each text of a value, and each number at its top level, as an injection point; unchanged otherwise. */
function marked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return `${value}${HERE}`
  if (typeof value === 'number' && depth === 1) return `${NUMBER}${value}${HERE}`
  if (Array.isArray(value)) return value.map((each, at) => (at === 0 ? marked(each, depth + 1) : each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, depth + 1)]))
}

const markedJson = (body: unknown) =>
  JSON.stringify(marked(body)).replaceAll(new RegExp(`"${NUMBER}([^"]*)"`, 'g'), '$1')

const everyMarked = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${String(value)}${HERE}`]))

/** A request as a browser sends it; undefined if it has nothing that could be changed. */
async function rawRequest(farm: EveryRoute, operation: Operation): Promise<string | undefined> {
  const { supply, fields } = await rightFields(farm, operation, seededRandom(SEED), 1)
  const json = fields.body === undefined ? undefined : markedJson(fields.body)
  const address = addressOf(operation, { path: everyMarked(fields.path), query: everyMarked(fields.query) })
  const payload = supply.file?.content ?? json ?? ''
  if (!address.includes(HERE) && !payload.includes(HERE)) return undefined
  const headers = {
    host: new URL(farm.built.url).host,
    ...headersOf(farm, operation, supply),
    'content-type': supply.file?.type ?? 'application/json',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${operation.method} ${address} HTTP/1.1`, ...lines, '', payload].join('\r\n')
}

/** Findings of sqlmap, and answers with a server error. */
async function complaintsOf({ name }: Operation, raw: string, place: string): Promise<string[]> {
  writeFileSync(`${place}.txt`, raw)
  const said = await output('sqlmap', ['-r', `${place}.txt`, '--output-dir', place, ...OF_SQLMAP])
  const faults = /50[^3] \([^)]*\) - \d+ times/.exec(said)?.[0]
  const isClean = said.includes('all tested parameters do not appear to be injectable')
  return isClean && !faults ? [] : [`${name}: ${faults ?? ''} ${said.slice(-1500)}`]
}

it.skipIf(!SOAKING || !isHere('sqlmap'))(
  'no parameter of any route reaches a statement, says sqlmap',
  { timeout: HOURS * 3_600_000 },
  async () => {
    const { farm, folder, operations } = await scene()
    const found: string[] = []
    // all of them first: so many passwords tried from here lock out every login from here
    const requests: { operation: Operation; raw: string }[] = []
    for (const operation of operations) {
      const raw = await rawRequest(farm, operation)
      if (raw !== undefined) requests.push({ operation, raw })
    }
    const requestCount = requests.length
    const coming = requests.entries()
    const lane = async () => {
      for (const [at, { operation, raw }] of coming)
        found.push(...(await complaintsOf(operation, raw, path.join(folder, String(at)))))
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    provesRow('C1', requestCount)
    process.stdout.write(`sqlmap: ${requestCount} of ${operations.length} calls have something to try\n`)
    expect(requestCount).toBeGreaterThan(ONLY ? 0 : 70)
    expect(found).toEqual([])
  },
)

/** Attacks on pages and calls, for a quarter of an hour each; headers and cookies are covered by their own tests. */
const OF_WAPITI =
  '--scope folder -m sql,xss,permanentxss,exec,file,crlf,redirect,xxe,ssrf,backup,htaccess --max-attack-time 900 --no-bugreport --flush-session -v 0 -f json'.split(
    ' ',
  )

const report = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.unknown())),
  anomalies: z.record(z.string(), z.array(z.unknown())),
})

it.skipIf(!SOAKING || !isHere('wapiti'))(
  'no page and no call that reads has a hole, says wapiti',
  { timeout: HOURS * 3_600_000 },
  async () => {
    const { farm, folder, operations } = await scene()
    const { built, farmer, provider } = farm
    const reads = operations.filter(({ method }) => method === 'GET')
    for (const [name, user] of Object.entries({ farmer, provider })) {
      const addresses = ['/', '/login', '/systems', '/signup', '/password/reset']
      for (const operation of reads) {
        if (operation.path.startsWith('/api/provider/') !== (name === 'provider')) continue
        addresses.push(
          addressOf(operation, (await rightFields(farm, operation, seededRandom(SEED), 1)).fields),
        )
      }
      const file = path.join(folder, `${name}.json`)
      const said = await output('wapiti', [
        '-u',
        `${built.url}/`,
        '-H',
        `Authorization: ${user.headers.authorization}`,
        '-o',
        file,
        '--store-session',
        folder,
        '--store-config',
        folder,
        ...OF_WAPITI,
        ...addresses.flatMap((address) => ['-s', built.url + address]),
      ])
      if (!existsSync(file)) throw new Error(`wapiti made no report: ${said.slice(-2000)}`)
      const { vulnerabilities, anomalies } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
      const found = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)]
      expect(found.length).toBeGreaterThan(10)
      expect(found.filter(([, each]) => each.length > 0)).toEqual([])
    }
  },
)
