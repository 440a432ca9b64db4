/**
 * SIGTERM and kill -9 while eight clients write, each of them in the middle of a request. Planted faults found: a stop that
 * does not drain; a key that is not stored with its setting, or not looked up.
 */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemInputAnswer, systemPaths } from '../contract/systems.ts'
import type { Kit } from './installation/kit.ts'
import { openAccount } from './accounts/signup.service.ts'
import { type Connected, createProvider } from './provider/provider.service.ts'
import { CHANGES_A_SECOND, CHANGES_AT_ONCE } from './kit/rate-limit.ts'
import { STORED_AT_ONCE } from './readings/readings.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { validInput } from './testing/factories.ts'
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
async function connectOn(kit: Kit, owner = OWNER, name = 'North Quarter'): Promise<Connected> {
  await openAccount(kit, owner)
  return createProvider(kit).connect({
    owner: owner.email,
    name,
    latitude: 51.06,
    longitude: -114.15,
    towerRadiiM: [60, 120, 180],
    overhangM: 10,
    timeZone: 'America/Edmonton',
  })
}

async function logIn(url: string, owner = OWNER): Promise<Record<string, string>> {
  const { body } = await callServer(url + accountPaths.create, { json: owner })
  return { authorization: `JWT ${tokenPair.parse(body).access}` }
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

/** Service managers kill what has not ended by then. */
const STOPPED_WITHIN_MS = 10_000

it('drains, exits with 0, and loses nothing acknowledged', testTimeout(240_000), async () => {
  provesRow('F7', soak(2, 20))
  const place = await serverPlace({})
  const { gateway } = await place.beside((kit) => connectOn(kit))
  const acknowledged = new Set<number>()
  let last = 0
  for (let round = 0; round < soak(2, 20); round += 1) {
    const { url, terminate } = await place.start()
    const headers = await logIn(url)
    let ended = false
    const heard = { count: 0 }
    const load = { gateway, headers, acknowledged, heard, next: () => (last += 1), ended: () => ended }
    const before = acknowledged.size
    const clients = Array.from({ length: CLIENTS }, () => write(url, load))
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 50)
    await whileAllWait(place, heard, async (goOn) => {
      const from = performance.now()
      const stopped = terminate().then((code) => ({ code, ms: performance.now() - from }))
      const acknowledgedBefore = acknowledged.size
      await sleep(100 + Math.random() * 300)
      await goOn()
      const { code, ms } = await stopped
      expect(code).toBe(0)
      expect(ms).toBeLessThan(STOPPED_WITHIN_MS)
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

/** A customer who sends settings one after the other, each with a key of its own. */
interface Grower {
  owner: typeof OWNER
  system: string
  /** Id and revision of each. */
  answers: string[]
}

const keyOf = (number: number) => `setting-${number}`

/** @returns id and revision; nothing without an answer */
async function sendSetting(url: string, system: string, headers: Record<string, string>, number: number) {
  const json = validInput({ system_name: system, root_depth: 1 + (number % 60) })
  const sent = { json, headers: { ...headers, 'idempotency-key': keyOf(number) } }
  const answer = await callServer(url + systemPaths.input, sent).catch(() => null)
  if (!answer) return null
  expect(answer).toMatchObject({ status: 200 })
  const { command_id: id, settings_rev: rev } = systemInputAnswer.parse(answer.body)
  return `${id} ${rev}`
}

/**
 * Sends settings until one is left without an answer, and that one first the next time. Before it the newest one with an
 * answer is repeated, as if that had been lost.
 */
async function change(url: string, { owner, system, answers }: Grower, ended: () => boolean): Promise<void> {
  const headers = await logIn(url, owner)
  const first = Math.max(1, answers.length)
  for (let number = first; !ended(); number += 1) {
    const answer = await sendSetting(url, system, headers, number)
    if (answer === null) return
    expect(answer).toBe(answers[number - 1] ?? answer)
    answers[number - 1] = answer
    if (number - first >= CHANGES_AT_ONCE - 1) await sleep(1000 / CHANGES_A_SECOND)
  }
}

/** Readings by their moment and number, and settings as their senders should know them. */
function storedIn(place: ServerPlace) {
  return place.beside(async ({ database: { pool } }) => {
    const readings = await pool.query<{ at: Date; times: string }>(
      'select at, count(*) as times from readings group by at',
    )
    const settings = await pool.query<{ system: string; key: string; answer: string; at: Date }>(
      `select name as system, idempotency_key as key, concat(c.id, ' ', c.settings_rev) as answer, saved_at as at
       from system_commands c join systems s on s.id = c.system_id order by c.settings_rev`,
    )
    return { readings: readings.rows, settings: settings.rows }
  })
}

it('killed, has everything acknowledged exactly once', testTimeout(900_000), async () => {
  const kills = soak(2, 50)
  provesRow('F1', kills)
  const place = await serverPlace({})
  const growers = Array.from({ length: CLIENTS / 2 }, (_, at): Grower => {
    const owner = { ...OWNER, email: `grower-${at}@farm.example` }
    return { owner, system: `Quarter ${at}`, answers: [] }
  })
  const { gateway } = await place.beside(async (kit) => {
    for (const { owner, system } of growers) await connectOn(kit, owner, system)
    return connectOn(kit)
  })
  const acknowledged = new Set<number>()
  /** Settings that a kill left without an answer, and when they were not yet repeated. */
  const left: { system: string; key: string; at: number }[] = []
  let last = 0
  const ready: number[] = []
  const startAgain = async () => {
    const from = performance.now()
    const started = await place.start()
    ready.push(performance.now() - from)
    return started
  }
  let server = await place.start()
  for (let round = 0; round < kills; round += 1) {
    const { url, kill9 } = server
    const headers = await logIn(url)
    let ended = false
    const heard = { count: 0 }
    const load = { gateway, headers, acknowledged, heard, next: () => (last += 1), ended: () => ended }
    const enough = [acknowledged.size + 20, ...growers.map(({ answers }) => answers.length + 3)]
    const clients = [
      ...Array.from({ length: CLIENTS / 2 }, () => write(url, load)),
      ...growers.map((grower) => change(url, grower, () => ended)),
    ]
    const sizes = () => [acknowledged.size, ...growers.map(({ answers }) => answers.length)]
    await expect
      .poll(() => sizes().every((size, at) => size > (enough[at] ?? 0)), { timeout: 20_000 })
      .toBe(true)
    await sleep(Math.random() * 200)
    await kill9()
    ended = true
    await Promise.all(clients)
    for (const { system, answers } of growers)
      left.push({ system, key: keyOf(answers.length + 1), at: Date.now() })
    server = await startAgain()
  }
  await Promise.all(
    growers.map((grower) => {
      const all = grower.answers.length + 1
      return change(server.url, grower, () => grower.answers.length === all)
    }),
  )
  const { readings, settings } = await storedIn(place)
  const stored = new Map(readings.map(({ at, times }) => [(at.getTime() - NOON) / 1000, Number(times)]))
  expect([...acknowledged].filter((number) => stored.get(number) !== 1)).toEqual([])
  for (const { system, answers } of growers)
    expect(settings.flatMap((row) => (row.system === system ? [[row.key, row.answer]] : []))).toEqual(
      answers.map((answer, at) => [keyOf(at + 1), answer]),
    )
  const storedUnsaid = left.filter((one) =>
    settings.some(
      ({ system, key, at }) => system === one.system && key === one.key && at.getTime() <= one.at,
    ),
  )
  process.stdout.write(
    `${kills} kills: ${settings.length} settings; of ${left.length} without an answer ${storedUnsaid.length} had been stored\n`,
  )
  // else nothing was stored that a repetition could have stored again; too few kills may all miss that moment
  expect(SOAKING ? storedUnsaid.length : 1).toBeGreaterThan(0)
  // a figure of an idle machine
  expect(SOAKING ? Math.max(...ready) : 0).toBeLessThan(READY_AGAIN_MS)
})
