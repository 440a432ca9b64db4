/** Test fixture of the browser tests: the real server as a separate process, the provider's commands, and simulated machines. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { test as base, type BrowserContext, expect, type Page, type TestInfo } from '@playwright/test'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { systemClock } from '../src/server/kit/clock.ts'
import { readConfig } from '../src/server/kit/config.ts'
import { type Installation, openInstallation } from '../src/server/installation/installation.ts'
import type { Kit } from '../src/server/installation/kit.ts'
import { createLog } from '../src/server/kit/log.ts'
import { setUpReactions } from '../src/server/reactions.ts'
import { type Connected, createProvider } from '../src/server/provider/provider.service.ts'
import type { Order, SimulatorEvent } from '../src/simulator/control-lines.ts'
import { readSimulationConfig } from '../src/simulator/simulation-config.ts'
import { Simulation } from '../src/simulator/simulation.ts'
import { openAccountQuickly, PASSWORD } from '../src/server/testing/accounts.ts'
import { copyCluster } from '../src/server/testing/cluster-template.ts'
import { note } from '../scripts/reliability.ts'
import { CLUSTER_TEMPLATE } from './global-setup.ts'

const ROOT = path.join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Secrets of its devices, which the server returns only once. */
export type ConnectedSystem = Connected

export interface Machine {
  /** Sends the machine a command, for example `{ do: 'offline' }`. */
  order(order: Order): void
  /** All its events so far. */
  events: SimulatorEvent[]
  stop(): Promise<void>
}

export interface Farm {
  url: string
  mqttUrl: string
  headgate(...args: string[]): Promise<string>
  /** @param options properties that differ from the defaults */
  connect(owner: string, name: string, options?: { latitude: number }): Promise<ConnectedSystem>
  /** Runs SQL, for changes that would otherwise take too long. */
  query(statement: string, values: unknown[]): Promise<void>
  /** Gives the account with this address the provider role. */
  makeProvider(email: string): Promise<void>
  /** Creates an activated account with PASSWORD and a cheap hash. */
  openAccount(account: { name: string; email: string }): Promise<void>
  simulate(system: ConnectedSystem, options?: Record<string, unknown>): Promise<Machine>
  /** The newest link of that kind in the emails to an address. */
  linkIn(kind: 'activate' | 'confirm', address: string): Promise<string>
}

/** Place and size of the test systems. */
export const FIELD = { lat: 51.0621, lng: -114.1502, towers: [60, 120, 180, 240], overhang: 12 }

/** Resolves with the first matching line of a process. */
function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('no output to read')
    createInterface({ input: child.stdout }).on('line', (line) => pattern.test(line) && resolve(line))
    child.once('exit', (code) => reject(new Error(`ended with ${code} before ${pattern}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

class RunningFarm implements Farm {
  private machines: Machine[] = []
  readonly url: string
  readonly mqttUrl: string
  private readonly env: NodeJS.ProcessEnv
  private readonly dataDir: string
  private beside: Promise<Installation> | undefined

  constructor(url: string, mqttUrl: string, dataDir: string, env: NodeJS.ProcessEnv) {
    this.url = url
    this.mqttUrl = mqttUrl
    this.dataDir = dataDir
    this.env = env
  }

  async headgate(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, ['src/server/cli.ts', ...args], {
      cwd: ROOT,
      env: this.env,
    })
    return stdout
  }

  async connect(owner: string, name: string, options?: { latitude: number }): Promise<ConnectedSystem> {
    return createProvider(await this.kit()).connect({
      owner,
      name,
      latitude: FIELD.lat,
      longitude: FIELD.lng,
      towerRadiiM: FIELD.towers,
      overhangM: FIELD.overhang,
      timeZone: 'America/Edmonton',
      flowGpm: 800,
      speed100MMin: 3,
      texture: 'loam',
      ...options,
    })
  }

  async query(statement: string, values: unknown[]): Promise<void> {
    await (await this.kit()).database.pool.query(statement, values)
  }

  async makeProvider(email: string): Promise<void> {
    await createProvider(await this.kit()).grant(email)
  }

  async openAccount(account: { name: string; email: string }): Promise<void> {
    await openAccountQuickly(await this.kit(), account)
  }

  /** Database access next to the running server, as commands have it; opened once. */
  private async kit(): Promise<Kit> {
    const config = readConfig(this.env)
    this.beside ??= openInstallation(config, createLog(config), systemClock, { beside: true }).then(
      (opened) => {
        setUpReactions(opened.kit)
        return opened
      },
    )
    return (await this.beside).kit
  }

  /** Stopped, because the machines of an earlier test would keep reporting every second. */
  async stopMachines(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()))
    this.machines = []
  }

  async close(): Promise<void> {
    const installation = await this.beside
    await installation?.kit.database.close()
    await installation?.release()
  }

  async simulate(system: ConnectedSystem, options: Record<string, unknown> = {}): Promise<Machine> {
    const parsed = readSimulationConfig(
      JSON.stringify({
        mqttUrl: this.mqttUrl,
        systemId: system.controller.id.replace(/-controller$/, ''),
        controller: system.controller,
        gateway: system.gateway,
        latitude: FIELD.lat,
        longitude: FIELD.lng,
        towerRadiiM: FIELD.towers,
        overhangM: FIELD.overhang,
        startAngleDeg: 40,
        telemetryEveryMs: { moving: 1000, idle: 1000 },
        ...options,
      }),
    )
    if ('reason' in parsed) throw new Error(parsed.reason)
    const { config } = parsed
    const events: SimulatorEvent[] = []
    const machine = await new Promise<Machine>((resolve) => {
      // in this process: a process per machine takes longer to start than the test needs the machine
      const simulation = new Simulation(config, (event) => {
        events.push(event)
        if (event.event === 'connected' && event.link === 'controller') resolve(running)
      })
      const running: Machine = {
        events,
        order: (order) => void simulation.obey(order),
        stop: () => simulation.stop(),
      }
      void simulation.start()
    })
    this.machines.push(machine)
    // cut off earlier, it would lose what it says of itself, and the server would never have heard of it
    const { pool } = (await this.kit()).database
    const online = `select from controllers c join controller_links l on l.controller_id = c.id where topic_id = $1 and online`
    await expect
      .poll(async () => (await pool.query(online, [config.systemId])).rowCount, { intervals: [20] })
      .toBe(1)
    return machine
  }

  async linkIn(kind: 'activate' | 'confirm', address: string): Promise<string> {
    const folder = path.join(this.dataDir, 'outbox')
    for (let tries = 0; tries < 200; tries++) {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
      for (const name of names.toReversed()) {
        const source = (await readFile(path.join(folder, name), 'utf8'))
          .replaceAll('=\r\n', '')
          .replaceAll('=3D', '=')
        const link = new RegExp(`${this.url}/(?:password/reset/)?${kind}/[^\\s"<]+`).exec(source)?.[0]
        if (link && source.toLowerCase().includes(`to: ${address.toLowerCase()}`)) return link
      }
      await sleep(50)
    }
    throw new Error(`no mail with a link to ${kind} for ${address}`)
  }
}

/** Environment variables of the server, for tests that need others: `test.use({ settings: { … } })`. */
type Settings = Record<string, string>

async function withFarm(settings: Settings, use: (farm: RunningFarm) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-e2e-'))
  await copyCluster(process.env[CLUSTER_TEMPLATE] ?? '', dataDir)
  const config = {
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
  }
  const env = { ...process.env, ...config, ...settings }
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = await Promise.all([lineOf(server, /is ready at/), lineOf(server, /machines connect to/)])
    const [url = '', mqttUrl = ''] = lines.map((line) => /\w+:\/\/\S+/.exec(line)?.[0])
    const withBroker = { ...env, MQTT_PORT: new URL(mqttUrl).port }
    const farm = new RunningFarm(url, mqttUrl, dataDir, withBroker)
    await use(farm)
    await farm.close()
  } finally {
    await end(server)
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface TestFixtures {
  machinesEnd: void
  failureText: void
  /** An empty profile, for tests of a first visit or that change the clock. */
  firstVisit: boolean
}
interface WorkerFixtures {
  settings: Settings
  farm: RunningFarm
  profile: Profile
}

/** The browser profile of a worker's tests. */
interface Profile {
  context: BrowserContext
  /** Keeps the profile's process with its compiled scripts alive between tests. */
  keepAlive: Page
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  farm: [async ({ settings }, use) => withFarm(settings, use), { scope: 'worker' }],
  baseURL: async ({ farm }, use) => use(farm.url),
  firstVisit: [false, { option: true }],
  machinesEnd: [
    async ({ farm }, use) => {
      await use()
      await farm.stopMachines()
    },
    { auto: true },
  ],
  failureText: [
    // after the test's own pages are open, so that it ends before they close
    async ({ context }, use, info) => {
      await use()
      if (info.status === info.expectedStatus) return
      const contexts = context.browser()?.contexts() ?? []
      for (const page of contexts.flatMap((open) => open.pages())) await attachTexts(page, info)
    },
    { auto: true },
  ],
  // Tests of a worker share one profile by default: fetching and compiling the scripts for each test was a
  // third of the total time. Nobody is signed in when a test begins.
  profile: [
    async ({ browser, farm }, use, { project }) => {
      const { contextOptions, locale, serviceWorkers, timezoneId, viewport } = project.use
      const context = await browser.newContext({
        ...contextOptions,
        locale,
        serviceWorkers,
        timezoneId,
        viewport,
        baseURL: farm.url,
      })
      const keepAlive = await context.newPage()
      await openEmpty(keepAlive, farm)
      await use({ context, keepAlive })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, profile, firstVisit, hasTouch, timezoneId }, use, { project }) => {
    if (firstVisit || hasTouch || timezoneId !== project.use.timezoneId) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
      return
    }
    await forget(profile)
    await use(profile.context)
    for (const page of profile.context.pages()) if (page !== profile.keepAlive) await page.close()
  },
})

/** Adds the dialogs and messages of a page to the report: where only its text is left, the pictures are gone. */
async function attachTexts(page: Page, info: TestInfo): Promise<void> {
  const shown = page.locator('dialog[open], [role=alert], [role=status], output').filter({ visible: true })
  const texts = await shown.allInnerTexts().catch((error: unknown) => [String(error)])
  if (texts.length > 0) await info.attach(page.url(), { body: texts.join('\n'), contentType: 'text/plain' })
}

/** Clears everything the previous test left behind. */
async function forget({ context, keepAlive }: Profile): Promise<void> {
  await context.unrouteAll()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setGeolocation(null)
  await context.setOffline(false)
  await keepAlive.evaluate(() => localStorage.clear())
}

/** An empty page of the farm's origin, for access to local storage. */
async function openEmpty(page: Page, farm: Farm): Promise<void> {
  const empty = `${farm.url}/empty`
  // prevents a request for the favicon
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(empty)
  await page.unroute(empty)
}

/** A new email address, so that tests do not affect each other. */
export function newAddress(): string {
  return `grower-${randomBytes(5).toString('hex')}@farm.example`
}

/** A system's name that no other test uses: names are unique in an installation. */
export function newSystem(word: string): string {
  return `${word} ${randomBytes(3).toString('hex')}`
}

/** Signs in with an activated account, without opening a page; `signup.e2e.ts` tests the pages. */
export async function signInByCall(page: Page, farm: Farm, name = 'Pat Grower'): Promise<string> {
  const email = newAddress()
  await farm.openAccount({ name, email })
  await openEmpty(page, farm)
  // a different IP address each: so many from one would be throttled
  const from = `10.${[...randomBytes(3)].join('.')}`
  await page.evaluate(logInHere, { address: accountPaths.create, from, email, password: PASSWORD })
  return email
}

/** The same, on the systems page. */
export async function becomeCustomer(page: Page, farm: Farm, name?: string): Promise<string> {
  const email = await signInByCall(page, farm, name)
  await page.goto('/systems')
  return email
}

interface Login {
  address: string
  from: string
  email: string
  password: string
}

/** Logs in within the browser, which then also has the cookie for pictures. */
async function logInHere({ address, from, ...login }: Login): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(login) })
  const tokens: Record<string, string> = await answer.json()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(tokens)}`)
  for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value)
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Log In|Sign In/ })
    .click()
  await expect(page).toHaveURL(/\/systems$/)
}

/** At the end of a test tagged `@promise`: records that this row of docs/reliability.md holds, with so many inputs. */
export function provesRow(row: string, tried: number): void {
  note({ row, tried, outcome: 'pass' })
}

export { expect, type Page, PASSWORD }

/** Requests to other servers and errors in the console from here on; both lists should stay empty. */
export function watch(page: Page, farm: Farm): { elsewhere: string[]; consoleErrors: string[] } {
  const [elsewhere, consoleErrors]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    if (!request.url().startsWith(farm.url) && !/^(blob|data):/.test(request.url()))
      elsewhere.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  return { elsewhere, consoleErrors }
}

/** Holds back the requests of a URL pattern until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
