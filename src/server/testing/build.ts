/** A whole running server, or some of its calls, on an empty database; closed when the test, or what shares it, ends. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { Client } from 'pg'
import { beforeAll, inject, onTestFinished } from 'vitest'
import { type App, type AppOptions, createApp } from '../app.ts'
import { movableClock } from '../kit/clock.ts'
import { readConfig } from '../kit/config.ts'
import { createHttp } from '../kit/http-server.ts'
import type { Http } from '../kit/http.ts'
import { openKit } from '../installation/installation.ts'
import type { Kit } from '../installation/kit.ts'
import { createLog } from '../kit/log.ts'
import type { Ways } from '../kit/postgres/admission.ts'

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON body, or null if there is none. */
  body: unknown
}

interface CallOptions {
  method?: string
  json?: unknown
  headers?: Record<string, string>
}

export interface Built {
  url: string
  app: App
  kit: Kit
  clock: ReturnType<typeof movableClock>
  dataDir: string
  databaseUrl: string
  call(address: string, options?: CallOptions): Promise<Answer>
  /** Waits for the newest mail to an address; the raw source. */
  mailTo(address: string): Promise<string>
  /** Stops it before the end of the test. */
  stop(): Promise<void>
}

type Cleanup = () => unknown

/** What runs after the last test that shares it, while `shared` makes it. */
let afterShared: Cleanup[] | undefined

/** Runs when the test ends or, for what is made within `shared`, after the last test of the file; the newest first. */
export function whenFinished(cleanup: Cleanup): void {
  if (afterShared) afterShared.push(cleanup)
  else onTestFinished(async () => void (await cleanup()))
}

/**
 * Makes one for all tests of a file, or of the `describe` that calls this: a server on a database of its own takes half a
 * second of a processor. Only for tests that do not notice each other: each with its own user or system, none that counts
 * the rows of all, stops the server, or moves its clock further than the others can bear.
 */
export function shared<T>(make: () => Promise<T>): () => T {
  let value: { it: T } | undefined
  beforeAll(async () => {
    const cleanups: Cleanup[] = []
    const cleanUp = async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup()
    }
    afterShared = cleanups
    try {
      value = { it: await make() }
    } catch (error) {
      await cleanUp()
      throw error
    } finally {
      afterShared = undefined
    }
    return cleanUp
  })
  return () => {
    if (!value) throw new Error('shared things exist only within tests')
    return value.it
  }
}

/** An empty, migrated database of the test run; dropped when the test ends. */
export async function emptyDatabase(): Promise<string> {
  const clusterUrl = inject('clusterUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const asAdmin = async (statement: string) => {
    const admin = new Client({ connectionString: clusterUrl })
    await admin.connect()
    try {
      await admin.query(statement)
    } finally {
      await admin.end()
    }
  }
  await asAdmin(`create database ${name} template ${inject('templateName')} strategy file_copy`)
  whenFinished(() => asAdmin(`drop database ${name} with (force)`))
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Connection options without a pooler. */
export function directly(url: string): Ways {
  return { url, directUrl: url, pooled: false }
}

/**
 * Starts everything. Variables are environment variables, for example `{ ACCESS_TTL: '1s' }`.
 *
 * Tests run sequentially inside one file, so the hooks of vitest need no test context here.
 */
export async function build(
  variables: Record<string, string> = {},
  options: AppOptions = {},
  logTo?: DestinationStream,
): Promise<Built> {
  const { kit, clock, dataDir, databaseUrl } = await openTestKit(variables, logTo)
  const app = await createApp(kit, options)
  const url = await app.start()
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= app.stop())
  whenFinished(stop)
  const call = (address: string, options?: CallOptions) => callServer(url + address, options)
  return { url, app, kit, clock, dataDir, databaseUrl, call, mailTo: (to) => mailIn(dataDir, to), stop }
}

/** The routes of some features on a separate empty database, to `inject`; no other part of the server runs. */
export async function buildCalls<T>(
  register: (http: Http, kit: Kit) => T,
): Promise<Pick<Built, 'kit' | 'clock'> & { http: Http; made: T }> {
  const { kit, clock } = await openTestKit()
  const http = await createHttp(kit.config, kit.log)
  const made = register(http, kit)
  whenFinished(async () => {
    await http.close()
    await kit.database.close()
  })
  return { http, kit, clock, made }
}

async function openTestKit(variables: Record<string, string> = {}, logTo?: DestinationStream) {
  const databaseUrl = variables['DATABASE_URL'] ?? (await emptyDatabase())
  const dataDir = variables['DATA_DIR'] ?? (await mkdtemp(path.join(tmpdir(), 'headgate-data-')))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    // a test that advances by days would raise alerts for every silent machine
    ALERTS: 'off',
    ...variables,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  })
  const clock = movableClock()
  // hooks run in reverse order: everything that writes to it has stopped by then
  whenFinished(() => rm(dataDir, { recursive: true, force: true }))
  const directUrl = variables['DATABASE_LISTEN_URL']
  const ways = directUrl ? { url: databaseUrl, directUrl, pooled: true } : directly(databaseUrl)
  const kit = await openKit(config, createLog(config, logTo), clock, ways)
  return { kit, clock, dataDir, databaseUrl }
}

/** One request, with its response whatever the status. */
export async function callServer(address: string, options: CallOptions = {}): Promise<Answer> {
  const { method = options.json === undefined ? 'GET' : 'POST', json, headers = {} } = options
  const response = await fetch(address, {
    method,
    headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : null,
  }
}

async function mailIn(dataDir: string, to: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox')
  for (let waited = 0; waited < 10_000; waited += 20) {
    const names = await readdir(folder).catch((): string[] => [])
    for (const name of names
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .toReversed()) {
      const source = await readFile(path.join(folder, name), 'utf8')
      if (source.toLowerCase().includes(`to: ${to.toLowerCase()}`)) return source
    }
    await sleep(20)
  }
  throw new Error(`no mail to ${to}`)
}
