/** The processes of one run: database, broker, servers, proxies and machines. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connected } from '../../provider/provider.service.ts'
import { type Mosquitto, startMosquitto } from '../mosquitto.ts'
import type { Owner } from './customers.ts'
import { type DatabaseProcess, startDatabase } from './database-process.ts'
import type { Findings } from './findings.ts'
import { fixedPort } from './fixed-port.ts'
import { furnish, logIn } from './furnish.ts'
import { inTurn } from './in-turn.ts'
import type { MachinePlace } from './machine-link.ts'
import { createServerChild, type ServerChild } from './server-child.ts'
import { openWire, type Wire } from './wire.ts'

export const modes = ['embedded', 'mosquitto', 'pair'] as const
export type Mode = (typeof modes)[number]

const READY_WITHIN_MS = 60_000

/** One server with its own proxies to the database and the broker. */
export interface Site {
  server: ServerChild
  toDatabase: Wire
  /** Null if the broker is part of the server. */
  toBroker: Wire | null
}

interface Broker extends Mosquitto {
  /** Permanently, even after the end of another fault. */
  end(): Promise<void>
}

export interface World {
  database: DatabaseProcess
  broker: Broker | null
  sites: Site[]
  /** Between the machines and the broker. */
  radio: Wire
  urls: string[]
  owners: Owner[]
  places: MachinePlace[]
  /** Ends every fault. */
  mend(): Promise<void>
  /** @returns the time until every server was ready, null if one never was */
  ready(): Promise<number | null>
  close(): Promise<void>
}

interface Options {
  mode: Mode
  /** The server's main file: another one than this checkout's for a planted bug. */
  main: string
  findings: Findings
}

const ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: process.env['MODEL_LOG_LEVEL'] ?? 'warn',
  JWT_SECRET: 'one installation, however many processes of it',
  ACCESS_TTL: '12h',
}

export async function openWorld(options: Options): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-model-'))
  // the database's user must be able to traverse it
  await chmod(folder, 0o711)
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    // even if one of them fails, the others are stopped too
    const failed: unknown[] = []
    for (const step of closing.toReversed()) await step().catch((error: unknown) => failed.push(error))
    if (process.env['MODEL_KEEP'] !== '1') await rm(folder, { recursive: true, force: true })
    if (failed.length > 0) throw new AggregateError(failed, 'not all of the model could be ended')
  }
  try {
    return { ...(await build(folder, options, closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  folder: string,
  { mode, main, findings }: Options,
  closing: (() => Promise<void>)[],
): Promise<Omit<World, 'close'>> {
  const database = await startDatabase(folder)
  closing.push(() => database.stop())
  const variables = { ...ENVIRONMENT, DATABASE_URL: database.url(), DATA_DIR: folder }
  const { owners, connected } = await furnish(variables)
  const broker = mode === 'embedded' ? null : await startBroker(connected)
  if (broker) closing.push(() => broker.end())
  const mqttPort = broker ? Number(new URL(broker.url).port) : await fixedPort()
  const radio = await openWire(mqttPort)
  closing.push(() => radio.stop())
  const sites: Site[] = []
  for (let n = 0; n < (mode === 'pair' ? 2 : 1); n += 1) {
    const site = await openSite(n, { main, findings, folder, database, broker, mqttPort })
    closing.push(() => closeSite(site))
    sites.push(site)
  }
  const abandon = () => {
    for (const { server } of sites) server.abandon()
    database.abandon()
  }
  process.once('exit', abandon)
  closing.push(async () => void process.off('exit', abandon))
  const world = worldOf({ database, broker, sites, radio })
  for (const { server } of sites) server.start()
  if ((await world.ready()) === null)
    throw new Error(`the servers do not start: MODEL_KEEP=1 keeps their logs`)
  await logIn(owners, world.urls[0] ?? '')
  const mqttUrl = `mqtt://127.0.0.1:${radio.port}`
  return { ...world, owners, places: connected.map((place) => ({ ...place, mqttUrl })) }
}

async function startBroker(connected: Connected[]): Promise<Broker> {
  const broker = await startMosquitto(await fixedPort())
  const topicIdOf = ({ controller }: Connected) => controller.id.split('-')[0] ?? ''
  await broker.admit(connected.map((system) => ({ ...system, controllerId: 0, topicId: topicIdOf(system) })))
  const turn = inTurn()
  let over = false
  return {
    ...broker,
    start: () => turn(async () => (over ? undefined : broker.start())),
    kill9: () => turn(broker.kill9),
    end() {
      over = true
      return turn(broker.kill9)
    },
  }
}

function worldOf(parts: Pick<World, 'database' | 'broker' | 'sites' | 'radio'>) {
  const { database, broker, sites, radio } = parts
  return {
    ...parts,
    urls: sites.map(({ server }) => server.url),
    async mend() {
      const wires = sites.flatMap(({ toDatabase, toBroker }) =>
        toBroker ? [toDatabase, toBroker] : [toDatabase],
      )
      for (const wire of [radio, ...wires]) {
        wire.slow(0)
        wire.release()
      }
      await database.resume()
      broker?.resume()
      await Promise.all([database.start(), broker?.start()])
      for (const { server } of sites) {
        server.resume()
        server.start()
      }
    },
    async ready() {
      const since = performance.now()
      for (;;) {
        const all = await Promise.all(sites.map(({ server }) => server.isReady()))
        const waited = performance.now() - since
        if (all.every(Boolean)) return Math.round(waited)
        if (waited > READY_WITHIN_MS) return null
        await sleep(20)
      }
    },
  }
}

interface SiteNeeds extends Pick<Options, 'main' | 'findings'> {
  folder: string
  database: DatabaseProcess
  broker: Broker | null
  mqttPort: number
}

async function openSite(n: number, needs: SiteNeeds): Promise<Site> {
  const { main, findings, folder, database, broker, mqttPort } = needs
  const toDatabase = await openWire(database.port)
  const toBroker = broker ? await openWire(mqttPort) : null
  const mqttUrl = new URL(broker?.serverUrl ?? 'mqtt://none')
  if (toBroker) mqttUrl.port = String(toBroker.port)
  let deaths = 0
  const server = createServerChild({
    main,
    port: await fixedPort(),
    variables: {
      ...ENVIRONMENT,
      DATA_DIR: path.join(folder, `server-${n}`),
      DATABASE_URL: database.url(toDatabase.port),
      ...(toBroker ? { MQTT_URL: mqttUrl.href } : { MQTT_PORT: String(mqttPort) }),
    },
    logFile: path.join(folder, `server-${n}.log`),
    died(how) {
      deaths += 1
      findings.add('broken', `server ${n} death ${deaths}`, `server ${n} ended by itself: ${how}`)
    },
  })
  return { server, toDatabase, toBroker }
}

async function closeSite({ server, toDatabase, toBroker }: Site): Promise<void> {
  await server.end()
  await toDatabase.stop()
  await toBroker?.stop()
}
