/** How many database connections a process holds while everything is busy and no external server answers, and how they are shared. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { peoplePaths } from '../contract/accounts/desk-people.ts'
import { systemPaths } from '../contract/systems.ts'
import { drawLiveMap } from './maps/live/live-maps.jobs.ts'
import { computeBalance } from './balance/balance.jobs.ts'
import { recomputePrescription } from './prescriptions/prescriptions.jobs.ts'
import { openAccountQuickly } from './testing/accounts.ts'
import { connectTestDevice, eventually, telemetry } from './testing/test-device.ts'
import { connectedSystem, farm, farmOn, providerOf, signedUpUser, validInput } from './testing/factories.ts'

/** An installation of ten processes on a database with 150 connections. */
const MOST = 12
const MAILS = 50
const CALLS = 60

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Accepts connections and never answers; before it is told to hang, it closes each. */
async function silentServer({ hangs = true } = {}) {
  let met = 0
  let hanging = hangs
  const open = new Set<Socket>()
  const port = await listen(
    createServer((socket) => {
      open.add(socket.on('error', () => undefined))
      if (hanging) met += 1
      else socket.destroy()
    }),
  )
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
  })
  return { port, met: () => met, hang: () => void (hanging = true) }
}

async function externalBroker(): Promise<string> {
  const broker = await Aedes.createBroker()
  onTestFinished(() => new Promise<void>((resolve) => broker.close(() => resolve())))
  return `mqtt://127.0.0.1:${await listen(createServer(broker.handle))}`
}

it('holds at most twelve, while mails, pictures and everything else wait for servers that never answer', async () => {
  const [mails, pictures] = [await silentServer(), await silentServer({ hangs: false })]
  const { built, owner, connected, send } = await farmOn({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    OBJECT_STORE_URL: `s3://KEY:SECRET@127.0.0.1:${pictures.port}/pictures?tls=off`,
    MQTT_URL: await externalBroker(),
    ALERTS: 'on',
  })
  const { kit } = built
  // reachability is checked once at the start
  pictures.hang()
  const watcher = new Client({ connectionString: built.databaseUrl, application_name: 'watcher' })
  await watcher.connect()
  onTestFinished(() => watcher.end())
  const seen: string[][] = []
  let looked: Promise<void> = Promise.resolve()
  const lookOnce = async () => {
    const { rows } = await watcher.query<{ application_name: string }>(
      `select application_name from pg_stat_activity
        where datname = current_database() and application_name like 'headgate%' order by 1`,
    )
    seen.push(rows.map(({ application_name: name }) => name))
  }
  const look = () => (looked = looked.then(lookOnce))
  const machines = [connected]
  for (const name of ['East', 'South', 'West']) machines.push(await connectedSystem(built, owner, { name }))
  const hands = await Promise.all(
    machines.map(({ controller }) => connectTestDevice(built.app.devices.mqttUrl, controller)),
  )
  const { rows } = await kit.database.pool.query<{ id: number; controller_id: number }>(
    'select id, controller_id from systems',
  )
  await kit.database.write(async (tx) => {
    for (let n = 0; n < MAILS; n += 1)
      await kit.mail.send(tx, { to: `pat-${n}@farm.example`, subject: 'Water', text: 'It runs.' })
    for (const { id, controller_id: controllerId } of rows) {
      await kit.jobs.enqueue(tx, drawLiveMap, { controllerId })
      await kit.jobs.enqueue(tx, computeBalance, { systemId: id })
      await kit.jobs.enqueue(tx, recomputePrescription, { systemId: id, cause: 'readings' })
    }
  })
  await eventually('mails and pictures that hang', async () => {
    await look()
    return mails.met() >= 4 && pictures.met() >= 1 ? true : null
  })
  const load = Array.from({ length: CALLS }, async (_, n) => {
    const { status } = await built.call(systemPaths.list, { headers: owner.headers })
    expect(status).toBe(200)
    await hands[n % hands.length]?.publish('telemetry', telemetry(n + 1))
    await look()
  })
  expect((await send(validInput())).status).toBe(200)
  await hands[0]?.desired()
  await Promise.all(load)
  await look()
  const most = Math.max(...seen.map((each) => each.length))
  process.stdout.write(
    `connections of a busy process: ${most}: ${seen.find((each) => each.length === most)?.join(' ')}\n`,
  )
  expect(most).toBeLessThanOrEqual(MOST)
  // connections of every kind were counted
  expect(new Set(seen.flat())).toEqual(new Set(['headgate', 'headgate-events', 'headgate-notifier']))
})

// planted fault that this caught: slow work does not wait for its turn
it('slow queries use half of the connections, and a setting is answered meanwhile', async () => {
  const { built, send } = await farm()
  const provider = await signedUpUser(built)
  await providerOf(built).grant(provider.email)
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      openAccountQuickly(built.kit, { name: 'Sam', email: `sam-${at}@farm.example` }),
    ),
  )
  const holder = new Client({ connectionString: built.databaseUrl, application_name: 'holder' })
  await holder.connect()
  onTestFinished(() => holder.end())
  // locks a table that is in every export and that no setting reads, so that each export waits for this lock
  await holder.query('begin; lock table push_subscriptions in access exclusive mode')
  const held = async () => {
    const { rows } = await holder.query<{ held: number }>(
      `select count(*)::integer as held from pg_stat_activity
        where datname = current_database() and application_name = 'headgate' and wait_event_type = 'Lock'`,
    )
    return rows[0]?.held
  }
  const turnedAway: (string | null)[] = []
  const exports = people.map(async ({ id }) => {
    const { status, headers } = await built.call(peoplePaths.export.replace(':id', String(id)), {
      headers: provider.headers,
      json: { reason: 'Asked for by phone' },
    })
    if (status !== 200) turnedAway.push(headers.get('retry-after'))
    return status
  })
  await eventually('exports that hang and exports that are too many', async () =>
    (await held()) === 2 && turnedAway.length === 2 ? true : null,
  )
  expect((await send(validInput())).status).toBe(200)
  await holder.query('rollback')
  expect(turnedAway.slice(0, 2)).toEqual(['5', '5'])
  expect(new Set(await Promise.all(exports))).toEqual(new Set([200, 503]))
})
