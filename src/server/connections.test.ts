/** How many connections to the database a process holds while everything it does is busy and nobody outside answers. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { systemPaths } from '../contract/systems.ts'
import { drawLiveMap } from './maps/live/live-maps.jobs.ts'
import { computeBalance } from './balance/balance.jobs.ts'
import { recomputePrescription } from './prescriptions/prescriptions.jobs.ts'
import { connectByHand, eventually, telemetry } from './testing/controller-by-hand.ts'
import { connectedSystem, farmOn, validInput } from './testing/factories.ts'

/** An installation of ten processes on a database of 150 connections. */
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

/** Takes whoever comes, and never says a word; before it is told to hang it sends everybody away. */
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

it('holds twelve at most, while mails, pictures and everything else wait for servers that never answer', async () => {
  const [mails, pictures] = [await silentServer(), await silentServer({ hangs: false })]
  const { built, owner, connected, send } = await farmOn({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    OBJECT_STORE_URL: `s3://KEY:SECRET@127.0.0.1:${pictures.port}/pictures?tls=off`,
    MQTT_URL: await externalBroker(),
    ALERTS: 'on',
  })
  const { kit } = built
  // at the start it was asked whether it will have us
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
    machines.map(({ controller }) => connectByHand(built.app.devices.mqttUrl, controller)),
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
    await hands[n % hands.length]?.say('telemetry', telemetry(n + 1))
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
  // those of every kind were there to be counted
  expect(new Set(seen.flat())).toEqual(new Set(['headgate', 'headgate-events', 'headgate-tells']))
})
