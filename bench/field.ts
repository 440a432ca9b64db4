/** A server process with customers, systems and credentials of thousands of controllers; the only file that knows how they are created. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { tokenPair } from '../src/contract/accounts/accounts.ts'
import { openAccount } from '../src/server/accounts/signup.service.ts'
import { insertController } from '../src/server/devices/controllers.store.ts'
import type { IssuedCredential } from '../src/server/devices/device-link.ts'
import { systemClock } from '../src/server/kit/clock.ts'
import { readConfig } from '../src/server/kit/config.ts'
import { openInstallation } from '../src/server/installation/installation.ts'
import type { Kit } from '../src/server/installation/kit.ts'
import { createLog } from '../src/server/kit/log.ts'
import { createProvider } from '../src/server/provider/provider.service.ts'
import { countShares, processorTimeMs, type Shares } from './processor-time.ts'
import { PASSWORD, post, START } from './product.ts'

/** A folder for the server's processor profile, written when it ends. */
const PROFILE = process.env['BENCH_PROFILE']

export interface Customer {
  email: string
  access: string
  systems: string[]
}

export interface Field {
  url: string
  mqttUrl: string
  customers: Customer[]
  /** The customers' systems first, then machines without a customer. */
  controllers: IssuedCredential[]
  gateways: IssuedCredential[]
  /** Memory of the server process, megabytes. */
  memoryMb(): Promise<number>
  /** Processor time of the server process and its database so far, milliseconds. */
  processorMs(): Promise<number>
  /** From now on also counts the processor time of these load processes. */
  countShares(load: number[]): Promise<() => Promise<Shares>>
  /** Rows of the table of readings. */
  storedReadings(): Promise<number>
  beside<T>(work: (kit: Kit) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

interface Sizes {
  customers: number
  systemsEach: number
  /** Including those with a system. */
  controllers: number
  /** Cumulative, metres; four towers by default. */
  towerRadiiM?: number[]
  /** Data in the machine's memory, where it has such a folder: for times that its disk must not decide. */
  inMemory?: boolean
}

const MEMORY_FOLDER = '/dev/shm'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

export async function startField(sizes: Sizes): Promise<Field> {
  const folder = sizes.inMemory && existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir()
  const dataDir = await mkdtemp(path.join(folder, 'headgate-bench-'))
  const mqttPort = await freePort()
  const settings = { PORT: '0', MQTT_PORT: String(mqttPort), LOG_LEVEL: 'warn', ACCESS_TTL: '12h' }
  const env = { ...process.env, ...settings, DATA_DIR: dataDir }
  const profiled = PROFILE ? ['--cpu-prof', '--cpu-prof-dir', PROFILE] : []
  const child = spawn(process.execPath, [...profiled, ...START], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const beside = besideOn(env)
  const { customers, ...credentials } = await beside((kit) => settle(kit, sizes))
  return {
    ...credentials,
    ...counted(child.pid ?? Number.NaN, dataDir, beside),
    url,
    customers: await signedIn(url, customers),
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    beside,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function besideOn(env: NodeJS.ProcessEnv): Field['beside'] {
  return async (work) => {
    const config = readConfig(env)
    const { kit, release } = await openInstallation(config, createLog(config), systemClock, { beside: true })
    try {
      return await work(kit)
    } finally {
      await kit.database.close()
      await release()
    }
  }
}

type Counts = Pick<Field, 'processorMs' | 'countShares' | 'storedReadings' | 'memoryMb'>

function counted(server: number, dataDir: string, beside: Field['beside']): Counts {
  return {
    processorMs: () => processorTimeMs(server, dataDir),
    countShares: (load) => countShares(server, dataDir, load),
    storedReadings: () =>
      beside(async ({ database }) => {
        const { rows } = await database.pool.query<{ n: number }>('select count(*) as n from readings')
        return rows[0]?.n ?? 0
      }),
    async memoryMb() {
      const status = await readFile(`/proc/${server}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
    },
  }
}

async function signedIn(url: string, people: Omit<Customer, 'access'>[]): Promise<Customer[]> {
  const customers: Customer[] = []
  for (const person of people) {
    const response = await post(url + accountPaths.create, { email: person.email, password: PASSWORD })
    customers.push({ ...person, access: tokenPair.parse(await response.json()).access })
  }
  return customers
}

/** Accounts, systems and bare controllers, created by the rules of the product. */
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
      const system = await provider.connect({ owner: email, name: `Field ${n}-${k}`, ...place, ...machine })
      systems.push(system.system)
      controllers.push(system.controller)
      gateways.push(system.gateway)
    }
    customers.push({ email, systems })
  }
  while (controllers.length < sizes.controllers) {
    const controller = await kit.database.write((tx) => insertController(tx, new Date()))
    controllers.push(controller.controller)
    gateways.push(controller.gateway)
  }
  return { customers, controllers, gateways }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the server ended before it was ready')
}
