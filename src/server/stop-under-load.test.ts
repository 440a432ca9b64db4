/** SIGTERM and kill -9 while eight clients write, each of them in the middle of a request. Planted fault found: a stop that does not drain. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemPaths } from '../contract/systems.ts'
import { openAccount } from './accounts/signup.service.ts'
import { type Connected, createProvider } from './provider/provider.service.ts'
import { STORED_AT_ONCE } from './readings/readings.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { serverPlace, type ServerPlace } from './testing/server-process.ts'
import { testTimeout, soak, SOAKING } from './testing/soak.ts'
import { provesRow } from './testing/reliability.ts'

const OWNER = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }
const NOON = Date.parse('2026-05-01T12:00:00Z')
const READING = { probe: '3', depthCm: 20, vwc: 0.2 }

interface Load {
  gateway: Connected['gateway']
  headers: Record<string, string>
  acknowledged: Set<number>
  /** Clients whose request the server has begun to read. */
  heard: { count: number }
  next(): number
  ended(): boolean
}

/** A customer's system, set up independently of the servers. */
function farmOf(place: ServerPlace): Promise<Connected> {
  return place.beside(async (kit) => {
    await openAccount(kit, OWNER)
    return createProvider(kit).connect({
      owner: OWNER.email,
      name: 'North Quarter',
      latitude: 51.06,
      longitude: -114.15,
      towerRadiiM: [60, 120, 180],
      overhangM: 10,
      timeZone: 'America/Edmonton',
    })
  })
}

/** 0 without an answer. */
async function statusOf(...call: Parameters<typeof callServer>): Promise<number> {
  try {
    return (await callServer(...call)).status
  } catch {
    return 0
  }
}

const CLIENTS = 8

/** Sends a reading; `heard` while the server has the request and has not answered, as shown by its "100 Continue". */
function ingest(url: string, json: object, device: Record<string, string>, heard: Load['heard']) {
  return new Promise<number>((resolve) => {
    const body = JSON.stringify(json)
    const headers = {
      ...device,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    }
    const call = request(url + readingPaths.ingest, { method: 'POST', headers })
    let inside = 0
    const answered = (status: number) => {
      heard.count -= inside
      inside = 0
      resolve(status)
    }
    call.once('continue', () => {
      heard.count += inside = 1
      call.end(body)
    })
    call.once('response', (response) => {
      const { statusCode = 0 } = response
      response.resume().once('close', () => answered(response.complete ? statusCode : 0))
    })
    call.once('error', () => answered(0))
    call.flushHeaders()
  })
}

/** Reads and writes until the server is gone; numbers of acknowledged readings are added to `acknowledged`. */
async function write(
  url: string,
  { gateway, headers, next, acknowledged, heard, ended }: Load,
): Promise<void> {
  const device = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  while (!ended()) {
    const number = next()
    const at = new Date(NOON + number * 1000).toISOString()
    const json = { batch: `b${number}`, readings: [{ ...READING, at }] }
    const status = await ingest(url, json, device, heard)
    if (status === 200) acknowledged.add(number)
    expect([0, 200, 503]).toContain(status)
    expect([0, 200, 503]).toContain(await statusOf(url + systemPaths.list, { headers }))
  }
}

/** Runs the work while each client waits for its reading to be stored, or for its turn, until the lock is released. */
async function whileAllWait(
  place: ServerPlace,
  heard: Load['heard'],
  work: (goOn: () => Promise<void>) => Promise<void>,
) {
  await place.beside(async ({ database }) => {
    const holder = await database.pool.connect()
    try {
      await holder.query('begin; lock table readings in access exclusive mode')
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'headgate'`
      await expect
        .poll(async () => (await database.pool.query(waiting)).rowCount, { timeout: 20_000 })
        .toBe(STORED_AT_ONCE)
      // the others wait behind these
      await expect.poll(() => heard.count, { timeout: 20_000 }).toBe(CLIENTS)
      await work(async () => void (await holder.query('rollback')))
    } finally {
      holder.release(true)
    }
  })
}

it('drains, exits with 0, and loses nothing acknowledged', testTimeout(240_000), async () => {
  provesRow('F7', soak(2, 20))
  const place = await serverPlace({})
  const { gateway } = await farmOf(place)
  const acknowledged = new Set<number>()
  let last = 0
  for (let round = 0; round < soak(2, 20); round += 1) {
    const { url, terminate } = await place.start()
    const login = await callServer(url + accountPaths.create, { json: OWNER })
    const headers = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
    let ended = false
    const heard = { count: 0 }
    const load = { gateway, headers, acknowledged, heard, next: () => (last += 1), ended: () => ended }
    const before = acknowledged.size
    const clients = Array.from({ length: CLIENTS }, () => write(url, load))
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 50)
    await whileAllWait(place, heard, async (goOn) => {
      const stopped = terminate()
      const acknowledgedBefore = acknowledged.size
      await sleep(100 + Math.random() * 300)
      await goOn()
      expect(await stopped).toBe(0)
      ended = true
      await Promise.all(clients)
      expect(acknowledged.size - acknowledgedBefore).toBe(CLIENTS)
    })
  }
  const stored = await place.beside(async ({ database }) => {
    const { rows } = await database.pool.query<{ at: Date }>('select at from readings')
    return new Set(rows.map(({ at }) => (at.getTime() - NOON) / 1000))
  })
  expect([...acknowledged].filter((number) => !stored.has(number))).toEqual([])
})

const READY_AGAIN_MS = 3000

it('killed, has everything acknowledged exactly once', testTimeout(900_000), async () => {
  const kills = soak(2, 50)
  provesRow('F1', kills)
  const place = await serverPlace({})
  const { gateway } = await farmOf(place)
  const acknowledged = new Set<number>()
  let last = 0
  const ready: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const from = performance.now()
    const { url, kill9 } = await place.start()
    if (round > 0) ready.push(performance.now() - from)
    const login = await callServer(url + accountPaths.create, { json: OWNER })
    const headers = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
    let ended = false
    const heard = { count: 0 }
    const load = { gateway, headers, acknowledged, heard, next: () => (last += 1), ended: () => ended }
    const before = acknowledged.size
    const clients = Array.from({ length: CLIENTS }, () => write(url, load))
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 20)
    await sleep(Math.random() * 200)
    await kill9()
    ended = true
    await Promise.all(clients)
  }
  const { rows } = await place.beside(({ database }) =>
    database.pool.query<{ at: Date; times: string }>(
      'select at, count(*) as times from readings group by at',
    ),
  )
  const stored = new Map(rows.map(({ at, times }) => [(at.getTime() - NOON) / 1000, Number(times)]))
  expect([...acknowledged].filter((number) => stored.get(number) !== 1)).toEqual([])
  // a figure of an idle machine
  expect(SOAKING ? Math.max(...ready) : 0).toBeLessThan(READY_AGAIN_MS)
})
