/**
 * Long outages: a broker that returns empty, servers that are killed while their broker is paused. Fails if missing
 * retained documents are not detected, if a start waits for locks that nobody releases, or if a wake-up is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { graphPaths } from '../contract/graphs.ts'
import { readingPaths } from '../contract/readings.ts'
import { systemInputAnswer, systemPaths } from '../contract/systems.ts'
import { openAccount } from './accounts/signup.service.ts'
import type { IssuedCredential } from './devices/device-link.ts'
import { startPostgres } from './kit/postgres/launcher.ts'
import { readPostmasterFile } from './kit/postgres/postmaster-file.ts'
import { createProvider } from './provider/provider.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import { copyCluster, quiet } from './testing/cluster-template.ts'
import { appliedReport, connectTestDevice, eventually, type TestDevice } from './testing/test-device.ts'
import { connected, desire, farm } from './testing/farm.ts'
import { farmOn, validInput } from './testing/factories.ts'
import { mosquittoIsHere, startMosquitto } from './testing/mosquitto.ts'
import { startS3Store } from './testing/s3-server.ts'
import { serverPlace } from './testing/server-process.ts'
import { smtpSink } from './testing/smtp-sink.ts'
import { testTimeout, soak } from './testing/soak.ts'
import { provesRow } from './testing/reliability.ts'

/** Beside other tests, even a machine that only needs the processor may take longer. */
const WITHIN_MS = soak(25_000, 5000)
const MACHINES = 20
const AWAY_MS = soak(4000, 600_000)
const RESTARTS = soak(3, 50)
/** For each server that the product depends on, under load. */
const STOPS = soak(1, 10)
const DAY_MS = 86_400_000

/** A machine that reconnects whenever its connection is lost, and reports what it receives. */
function comesBack(url: string, credential: IssuedCredential): { heard(): number } {
  let hand: TestDevice | undefined
  let newest = 0
  let over = false
  onTestFinished(() => {
    over = true
  })
  void (async () => {
    while (!over) {
      if (!hand?.client.connected) hand = await connectTestDevice(url, credential).catch(() => undefined)
      for (const document of hand?.received.splice(0) ?? []) {
        newest = Math.max(newest, document.settingsRev)
        hand?.publish('reported', appliedReport(document)).catch(() => undefined)
      }
      await sleep(50)
    }
  })()
  return { heard: () => newest }
}

describe.skipIf(!mosquittoIsHere)('Mosquitto (skipped where it is not installed)', () => {
  it('restarted without its retained documents, gets every setting again', testTimeout(700_000), async () => {
    provesRow('F6', 1)
    const broker = await startMosquitto()
    const { built } = await farm({ MQTT_URL: broker.serverUrl })
    const machines = await Promise.all(Array.from({ length: MACHINES }, () => connected(built)))
    await broker.admit(machines)
    const there = machines.map(({ controller }) => comesBack(broker.url, controller))
    const desireAll = async (settingsRev: number) => {
      for (const { controllerId } of machines) await desire(built, controllerId, settingsRev)
    }
    await desireAll(1)
    for (const { heard } of there)
      await eventually('the first setting', async () => (heard() === 1 ? true : null))

    await broker.kill9()
    await desireAll(2)
    const until = performance.now() + AWAY_MS
    await sleep(AWAY_MS / 2)
    await desireAll(3)
    await sleep(Math.max(0, until - performance.now()))
    await broker.start()
    const back = performance.now()
    const arrived = await Promise.all(
      there.map(async ({ heard }) => {
        await eventually('the newest setting', async () => (heard() === 3 ? true : null))
        return performance.now() - back
      }),
    )
    process.stdout.write(
      `broker away for ${AWAY_MS / 1000} s: the last of ${MACHINES} machines has its setting after ${Math.max(...arrived).toFixed(0)} ms\n`,
    )
    expect(arrived.filter((ms) => ms > WITHIN_MS)).toEqual([])
    // available to whoever subscribes
    for (const { controller, controllerId } of machines) {
      const hand = await connectTestDevice(broker.url, controller, { clientId: `again-${controllerId}` })
      expect((await hand.desired()).settingsRev).toBe(3)
      await hand.end()
    }
  })

  it(
    'standing still while servers are killed keeps no server from starting',
    testTimeout(600_000),
    async () => {
      provesRow('F6', RESTARTS)
      const broker = await startMosquitto()
      const place = await serverPlace({ MQTT_URL: broker.serverUrl })
      let server = await place.start()
      const owner = { name: 'Pat', email: 'pat@farm.example', password: PASSWORD }
      const machine = await place.beside(async (kit) => {
        await openAccount(kit, owner)
        return createProvider(kit).connect({
          owner: owner.email,
          name: 'North Quarter',
          latitude: 51.06,
          longitude: -114.15,
          towerRadiiM: [60, 120, 180],
          overhangM: 10,
          timeZone: 'America/Edmonton',
        })
      })
      const topicId = machine.controller.id.split('-')[0] ?? ''
      await broker.admit([{ ...machine, topicId, controllerId: 0 }])
      const there = comesBack(broker.url, machine.controller)
      const login = await callServer(server.url + accountPaths.create, { json: owner })
      const headers = { authorization: `JWT ${tokenPair.parse(login.body).access}` }
      let starts = 0
      let newest = 0
      for (; starts < RESTARTS; starts += 1) {
        const json = validInput({ root_depth: 1 + (starts % 60) })
        const { status, body } = await callServer(server.url + systemPaths.input, { json, headers })
        expect({ starts, status }).toEqual({ starts, status: 200 })
        expect(body).toMatchObject({ settings_rev: ++newest })
        broker.pause()
        // sometimes before its transaction, sometimes while it waits for the broker, sometimes after giving up
        await sleep((starts % 8) * 350)
        await server.kill9()
        broker.resume()
        server = await place.start()
      }
      await eventually('the newest setting', async () => (there.heard() === newest ? true : null))
      process.stdout.write(
        `${RESTARTS} restarts after kill -9 with a broker that stood still: ${starts} starts\n`,
      )
      expect(await server.terminate()).toBe(0)
    },
  )
})

describe.skipIf(!mosquittoIsHere)('stopped and started while settings are sent', () => {
  /** A server with external services only, whose clients send settings until told to stop. */
  async function leaning() {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-leaning-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    await copyCluster(inject('clusterTemplate'), dataDir)
    const postgres = await startPostgres({ dataDir, log: quiet })
    onTestFinished(() => postgres.stop())
    const broker = await startMosquitto()
    const mails = await smtpSink()
    mails.up()
    const store = await startS3Store()
    const {
      built,
      owner,
      connected: machine,
      send,
    } = await farmOn({
      ACCESS_TTL: '900d',
      REFRESH_TTL: '900d',
      DATABASE_URL: postgres.url,
      MQTT_URL: broker.serverUrl,
      SMTP_URL: mails.url,
      OBJECT_STORE_URL: store.url,
    })
    await broker.admit([{ ...machine, topicId: machine.controller.id.split('-')[0] ?? '' }])
    const there = comesBack(broker.url, machine.controller)
    const load = { taken: 0, refused: 0, wrong: [] as unknown[], over: false }
    const sending = (async () => {
      for (let at = 0; !load.over; at += 1) {
        const { status, headers, body } = await send(validInput({ root_depth: 1 + (at % 60) }))
        if (status === 200) load.taken = systemInputAnswer.parse(body).settings_rev
        else if (status === 503 && Number(headers.get('retry-after')) > 0) load.refused += 1
        else load.wrong.push({ status, body })
        await sleep(50)
      }
    })()
    onTestFinished(async () => {
      load.over = true
      await sending
    })
    const postmaster = () => readPostmasterFile(path.join(dataDir, 'postgres'))?.pid ?? 0
    return { built, owner, broker, mails, store, there, load, postmaster, gateway: machine.gateway }
  }
  type Leaning = Awaited<ReturnType<typeof leaning>>

  const reading = (n: number) => ({
    batch: `b${n}`,
    readings: [
      { probe: '3', depthCm: 20, at: `2026-05-${String(n + 1).padStart(2, '0')}T12:00:00Z`, vwc: 0.2 },
    ],
  })
  const days = (n: number) => ({
    start_date: `${String(n + 1).padStart(2, '0')}-05-2026`,
    end_date: `${String(n + 1).padStart(2, '0')}-05-2026`,
  })

  /** Load during the outage, how it stops and starts, and what must be true afterwards. */
  const PARTS: Record<
    string,
    (with_: Leaning) => { stop(n: number): Promise<void>; start(n: number): Promise<void> }
  > = {
    'the broker': ({ broker }) => ({ stop: () => broker.kill9(), start: () => broker.start() }),
    'the database': ({ postmaster }) => ({
      // its supervisor starts it again
      stop: async (n) => void process.kill(postmaster(), n % 2 ? 'SIGQUIT' : 'SIGKILL'),
      start: async () => undefined,
    }),
    'the mail server': ({ built, mails, owner }) => ({
      async stop() {
        mails.down()
        built.clock.advance(DAY_MS)
        const { status } = await built.call(accountPaths.resetPassword, { json: { email: owner.email } })
        expect(status).toBe(204)
      },
      async start(n) {
        mails.up()
        await expect.poll(() => mails.mails.length, { timeout: 60_000 }).toBe(n + 1)
      },
    }),
    'the object store': ({ built, owner, store, gateway }) => {
      const drawn = async (n: number) => {
        const json = { user_id: owner.id, selected_db: `${owner.id}/North Quarter 2026.db`, ...days(n) }
        return (await built.call(graphPaths.dates, { json, headers: owner.headers })).status
      }
      return {
        async stop(n) {
          const headers = { authorization: `Device ${gateway.id}:${gateway.secret}` }
          expect((await built.call(readingPaths.ingest, { json: reading(n), headers })).status).toBe(200)
          await store.stop()
          expect(await drawn(n)).toBe(503)
        },
        async start(n) {
          await store.start()
          await expect.poll(() => drawn(n), { timeout: 60_000 }).toBe(200)
        },
      }
    },
  }

  it.each(Object.keys(PARTS))(
    '%s leaves nobody without answer or setting',
    testTimeout(600_000),
    async (name) => {
      provesRow('F6', STOPS)
      const all = await leaning()
      const { built, there, load } = all
      const part = PARTS[name]?.(all)
      const times: number[] = []
      for (let n = 0; n < STOPS; n += 1) {
        const before = load.taken
        await expect.poll(() => load.taken, { timeout: 60_000 }).toBeGreaterThan(before)
        await part?.stop(n)
        await sleep(300 + n * 100)
        await part?.start(n)
        const back = performance.now()
        const { taken } = load
        await eventually('what was acknowledged meanwhile', async () =>
          there.heard() >= taken ? true : null,
        )
        times.push(performance.now() - back)
        expect((await built.call('/healthz')).status).toBe(200)
      }
      load.over = true
      process.stdout.write(
        `${name} stopped ${STOPS} times: ${load.taken} settings taken, ${load.refused} told to come back, the last heard after ${Math.max(...times).toFixed(0)} ms\n`,
      )
      expect(load.wrong).toEqual([])
      expect(times.filter((ms) => ms > WITHIN_MS)).toEqual([])
      // every job was done exactly once
      const left = `select name from jobs where name in ('send-mail', 'account-link-wanted') or failed_at is not null`
      const jobs = async () => (await built.kit.database.pool.query(left)).rows
      await expect.poll(jobs, { timeout: 60_000 }).toEqual([])
    },
  )
})
