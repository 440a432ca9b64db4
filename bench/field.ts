/** A server process with customers, systems and thousands of controllers, for the bench of the controller link. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { accountPaths, tokenPair } from '../src/contract/accounts.ts'
import { openAccount } from '../src/server/accounts/signup.rules.ts'
import { insertController } from '../src/server/devices/credentials.store.ts'
import type { IssuedCredential } from '../src/server/devices/device-link.ts'
import { systemClock } from '../src/server/kit/clock.ts'
import { readConfig } from '../src/server/kit/config.ts'
import { openInstallation } from '../src/server/kit/installation.ts'
import type { Kit } from '../src/server/kit/kit.ts'
import { createLog } from '../src/server/kit/log.ts'
import { createProvider } from '../src/server/provider/provider.ts'
import { fieldCount, type FieldCount, type FieldPlan } from './field-devices.ts'
import { processorTimeMs } from './processor-time.ts'
import { PASSWORD, post } from './product.ts'

const MAIN = path.join(import.meta.dirname, '../src/server/main.ts')
const DEVICES = path.join(import.meta.dirname, 'field-devices.ts')

export interface Customer {
  email: string
  access: string
  systems: string[]
}

export interface Field {
  url: string
  mqttUrl: string
  customers: Customer[]
  controllers: IssuedCredential[]
  gateways: IssuedCredential[]
  /** Memory of the server process, megabytes. */
  memoryMb(): Promise<number>
  /** Processor time of the server process and its database so far, milliseconds. */
  processorMs(): Promise<number>
  beside<T>(work: (kit: Kit) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

interface Sizes {
  customers: number
  systemsEach: number
  /** Those with a system included. */
  controllers: number
  /** Cumulative, metres; four towers where none are given. */
  towerRadiiM?: number[]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

export async function startField(sizes: Sizes): Promise<Field> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-bench-'))
  const mqttPort = await freePort()
  const settings = { PORT: '0', MQTT_PORT: String(mqttPort), LOG_LEVEL: 'warn', ACCESS_TTL: '12h' }
  const env = { ...process.env, ...settings, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressOf(child)
  const beside = async <T>(work: (kit: Kit) => Promise<T>): Promise<T> => {
    const config = readConfig(env)
    const { kit, release } = await openInstallation(config, createLog(config), systemClock, { beside: true })
    try {
      return await work(kit)
    } finally {
      await kit.database.close()
      await release()
    }
  }
  const people = await beside((kit) => settle(kit, sizes))
  const customers: Customer[] = []
  for (const { email, systems } of people.customers) {
    const answer = await post(url + accountPaths.create, { email, password: PASSWORD })
    customers.push({ email, systems, access: tokenPair.parse(await answer.json()).access })
  }
  return {
    ...people,
    url,
    customers,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    beside,
    processorMs: () => processorTimeMs(child.pid ?? Number.NaN, dataDir),
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Accounts, systems and bare controllers, made by the rules of the product. */
async function settle(kit: Kit, sizes: Sizes) {
  const provider = createProvider(kit)
  const customers: { email: string; systems: string[] }[] = []
  const controllers: IssuedCredential[] = []
  const gateways: IssuedCredential[] = []
  for (let n = 0; n < sizes.customers; n += 1) {
    const email = `grower-${n}@farm.example`
    await openAccount(kit, { name: `Grower ${n}`, email, password: PASSWORD })
    const systems: string[] = []
    for (let k = 0; k < sizes.systemsEach; k += 1) {
      const place = { latitude: 50 + n / 100, longitude: -112 + k / 100, timeZone: 'America/Edmonton' }
      const machine = { towerRadiiM: sizes.towerRadiiM ?? [60, 120, 180, 240], overhangM: 10 }
      const made = await provider.connect({ owner: email, name: `Field ${n}-${k}`, ...place, ...machine })
      systems.push(made.system)
      controllers.push(made.controller)
      gateways.push(made.gateway)
    }
    customers.push({ email, systems })
  }
  while (controllers.length < sizes.controllers)
    controllers.push(
      await kit.database.write(async (tx) => (await insertController(tx, new Date())).controller),
    )
  return { customers, controllers, gateways }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /ready at (http:\S+)/.exec(line)?.[1]
    if (found) return found
  }
  throw new Error('the server ended before it was ready')
}

export interface Devices {
  count(): FieldCount
  stop(): Promise<void>
}

/** Devices in a process of their own, so that the server is measured and not they. */
export function startDevices(plan: FieldPlan): Devices {
  const child = spawn(process.execPath, [DEVICES], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${JSON.stringify(plan)}\n`)
  let newest: FieldCount = { connected: 0, readingsSent: 0, readingsTaken: 0 }
  createInterface({ input: child.stdout }).on('line', (line) => {
    newest = fieldCount.parse(JSON.parse(line))
  })
  return {
    count: () => newest,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
