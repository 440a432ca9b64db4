/**
 * Two servers, one database behind PgBouncer if it is installed, Mosquitto and an S3 store are one installation; in the
 * soak test behind nginx with TLS, if it is installed. One server is killed, and nothing acknowledged is lost.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { systemCommandsAnswer, systemInputAnswer, systemList, systemPaths } from '../contract/systems.ts'
import { openAccount } from './accounts/signup.service.ts'
import { openInstallation } from './installation/installation.ts'
import { systemClock } from './kit/clock.ts'
import { readConfig } from './kit/config.ts'
import { createLog } from './kit/log.ts'
import { startPostgres } from './kit/postgres/launcher.ts'
import { type Connected, createProvider } from './provider/provider.service.ts'
import { cookieOf, PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { copyCluster, NOT_FOR_EVER, quiet } from './testing/cluster-template.ts'
import { appliedReport, connectTestDevice, eventually } from './testing/test-device.ts'
import { validInput } from './testing/factories.ts'
import { mosquittoIsHere, startMosquitto } from './testing/mosquitto.ts'
import { nginxIsHere, startNginx } from './testing/nginx.ts'
import { pgBouncerIsHere, startPgBouncer } from './testing/pgbouncer.ts'
import { startS3 } from './testing/s3-server.ts'
import { addressOf } from './testing/server-process.ts'
import { SOAKING } from './testing/soak.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname
const OWNER = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }
const SYSTEM = 'North Quarter'

async function folder(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-several-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function startDatabase(): Promise<Record<string, string>> {
  const dataDir = await folder()
  await copyCluster(inject('clusterTemplate'), dataDir)
  const postgres = await startPostgres({ dataDir, log: quiet, settings: NOT_FOR_EVER })
  onTestFinished(() => postgres.stop())
  if (!pgBouncerIsHere) return { DATABASE_URL: postgres.url }
  return { DATABASE_URL: await startPgBouncer(postgres.url), DATABASE_LISTEN_URL: postgres.url }
}

async function startServer(
  environment: Record<string, string>,
): Promise<{ url: string; kill9(): Promise<void> }> {
  const env = { ...process.env, ...environment, DATA_DIR: await folder() }
  const child: ChildProcess = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill9 = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill9)
  return { url: await addressOf(child), kill9 }
}

async function connectOwner(environment: Record<string, string>): Promise<Connected> {
  const config = readConfig({ ...environment, DATA_DIR: await folder() })
  const { kit, release } = await openInstallation(config, createLog(config), systemClock)
  try {
    await openAccount(kit, OWNER)
    return await createProvider(kit).connect({
      owner: OWNER.email,
      name: SYSTEM,
      latitude: 51.06,
      longitude: -114.15,
      towerRadiiM: [60, 120, 180],
      overhangM: 10,
      timeZone: 'America/Edmonton',
    })
  } finally {
    await kit.database.close()
    await release()
  }
}

/** Listens like a browser: to one server, and to the other when that fails. */
function listenAsBrowser(urls: string[], headers: Record<string, string>): { heard: string[]; ends: number } {
  const seen: { heard: string[]; ends: number } = { heard: [], ends: 0 }
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const listen = async (url: string) => {
    const answer = await fetch(`${url}/api/events/`, { headers, signal: stopped.signal })
    if (!answer.ok || !answer.body) return
    const decoder = new TextDecoder()
    for await (const piece of answer.body) seen.heard.push(decoder.decode(piece, { stream: true }))
  }
  void (async () => {
    for (let at = 0; !stopped.signal.aborted; at += 1) {
      await listen(urls[at % urls.length] ?? '').catch(() => undefined)
      seen.ends += 1
      await sleep(100)
    }
  })()
  return seen
}

async function behindTls(urls: [string, string]): Promise<string> {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  // the certificate of the test is self-signed
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  })
  return startNginx(urls)
}

describe.skipIf(!mosquittoIsHere)('two servers (skipped where Mosquitto is not installed)', () => {
  it('are one installation, and the loss of one loses nothing acknowledged', async () => {
    const mosquitto = await startMosquitto()
    const environment = {
      ...(await startDatabase()),
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      PORT: '0',
      MQTT_URL: mosquitto.serverUrl,
      OBJECT_STORE_URL: await startS3(),
      JWT_SECRET: 'one installation, two processes of it',
      ALERTS: 'off',
    }
    const connected = await connectOwner(environment)
    const [topicId = ''] = connected.controller.id.split('-')
    await mosquitto.admit([{ ...connected, topicId }])
    const [first, second] = await Promise.all([startServer(environment), startServer(environment)])
    // browsers know one address, behind which one of the two answers
    const servers =
      SOAKING && nginxIsHere ? [await behindTls([first.url, second.url])] : [first.url, second.url]
    const login = await callServer(first.url + accountPaths.create, { json: OWNER })
    const headers = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
    // a session of one is valid at the other
    expect((await callServer(`${second.url}/auth/users/me/`, { headers })).status).toBe(200)

    const machine = await connectTestDevice(mosquitto.url, connected.controller, { reconnectPeriod: 200 })
    await machine.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    machine.client.on('message', () => {
      const document = machine.received.at(-1)
      if (document) void machine.publish('reported', appliedReport(document))
    })
    const gateway = await connectTestDevice(mosquitto.url, connected.gateway, { reconnectPeriod: 200 })
    const browser = listenAsBrowser(servers, headers)

    const acknowledged: number[] = []
    /** As the application does it: the same key again, until a server answers. */
    const send = async (n: number) => {
      const key = { 'idempotency-key': randomUUID() }
      for (let tries = n; ; tries += 1) {
        const url = servers[tries % servers.length] ?? ''
        const json = validInput({ application_rate: 0.5 + n / 100 })
        const answer = await callServer(url + systemPaths.input, {
          json,
          headers: { ...headers, ...key },
        }).catch(() => null)
        if (answer?.status === 200)
          return void acknowledged.push(systemInputAnswer.parse(answer.body).settings_rev)
        await sleep(100)
      }
    }
    const sayReadings = (n: number) => {
      const at = new Date(Date.UTC(2026, 6, 6, 0, n)).toISOString()
      return gateway.publish('readings', { readings: [{ probe: 3, depthCm: 20, at, vwc: 0.2 }] })
    }
    for (let n = 0; n < 8; n += 1) await Promise.all([send(n), sayReadings(n)])

    // a picture drawn by one is served by the other as well
    const cookie = cookieOf(login.headers)
    const range = z.object({ available_databases: z.array(z.string()) })
    const database = await eventually('a season of readings', async () => {
      const { body } = await callServer(`${first.url}/dates?user_id=1`, { headers: { cookie } })
      return range.safeParse(body).data?.available_databases[0] ?? null
    })
    const drawn = await callServer(`${first.url}/dates`, {
      json: { user_id: 1, selected_db: database, start_date: '05-07-2026', end_date: '05-07-2026' },
      headers: { cookie, ...headers },
    })
    expect(drawn).toMatchObject({ status: 200 })
    const picture = Object.values(
      z.object({ plot_urls: z.record(z.string(), z.string()) }).parse(drawn.body).plot_urls,
    )[0]

    const killed = first.kill9()
    const under = [8, 9, 10, 11].flatMap((n) => [send(n), sayReadings(n)])
    await Promise.all([killed, ...under])
    for (let n = 12; n < 16; n += 1) await Promise.all([send(n), sayReadings(n)])

    const shown = await fetch(`${second.url}${picture}`, { headers: { cookie } })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(acknowledged).toHaveLength(16)
    const history = await callServer(
      `${second.url}${systemPaths.commands}?system=${encodeURIComponent(SYSTEM)}`,
      { headers },
    )
    const stored = systemCommandsAnswer.parse(history.body).commands.map(({ settings_rev: rev }) => rev)
    expect(stored.toSorted((a, b) => a - b)).toEqual(acknowledged.toSorted((a, b) => a - b))
    await eventually('the newest applied', async () => {
      const { body } = await callServer(second.url + systemPaths.list, { headers })
      const [system] = systemList.parse(body)
      return system?.desired?.settings_rev === 16 && system.delivery === 'applied' ? true : null
    })
    await eventually('every reading', async () => {
      const address = `${second.url}/api/graph-data/?system=${encodeURIComponent(SYSTEM)}&start=2026-07-05&end=2026-07-07`
      const { body } = await callServer(address, { headers })
      const times = z.object({ times: z.array(z.unknown()) }).safeParse(body).data?.times ?? []
      return times.length === 16 ? true : null
    })
    // the browser lost its stream, connected to the other server, and received the result there
    await eventually('what the browser heard', async () =>
      browser.heard.join('').includes('"settings_rev":16') ? true : null,
    )
    // behind one address it may have come from the other server from the beginning
    expect(browser.ends).toBeGreaterThanOrEqual(servers.length - 1)
    await eventually('the other at all shards', async () =>
      (await callServer(`${second.url}/readyz`)).status === 200 ? true : null,
    )
  })
})
