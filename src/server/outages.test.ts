/**
 * Long outages: a broker that is away and comes back empty, servers that are killed while their broker stands still.
 * Fails when what the broker lacks is not asked of it, when a start waits for locks that nobody frees, or a wake-up is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { tokenPair } from '../contract/accounts/accounts.ts'
import { systemPaths } from '../contract/systems.ts'
import { openAccount } from './accounts/signup.service.ts'
import type { IssuedCredential } from './devices/device-link.ts'
import { createProvider } from './provider/provider.service.ts'
import { PASSWORD } from './testing/accounts.ts'
import { callServer } from './testing/build.ts'
import {
  appliedReport,
  connectByHand,
  eventually,
  type HandController,
} from './testing/controller-by-hand.ts'
import { connected, desire, farm } from './testing/farm.ts'
import { validInput } from './testing/factories.ts'
import { mosquittoIsHere, startMosquitto } from './testing/mosquitto.ts'
import { serverPlace } from './testing/server-process.ts'
import { patience, soak } from './testing/soak.ts'
import { shows } from './testing/reliability.ts'

/** Beside other tests a machine that waits for nothing but the processor may take longer. */
const WITHIN_MS = soak(25_000, 5000)
const MACHINES = 20
const AWAY_MS = soak(4000, 600_000)
const RESTARTS = soak(3, 50)

/** A machine that comes back whenever its connection is lost, and reports what it hears. */
function comesBack(url: string, credential: IssuedCredential): { heard(): number } {
  let hand: HandController | undefined
  let newest = 0
  let over = false
  onTestFinished(() => {
    over = true
  })
  void (async () => {
    while (!over) {
      if (!hand?.client.connected) hand = await connectByHand(url, credential).catch(() => undefined)
      for (const document of hand?.heard.splice(0) ?? []) {
        newest = Math.max(newest, document.settingsRev)
        hand?.say('reported', appliedReport(document)).catch(() => undefined)
      }
      await sleep(50)
    }
  })()
  return { heard: () => newest }
}

describe.skipIf(!mosquittoIsHere)('Mosquitto (skipped where it is not installed)', () => {
  it('away, and back without what it had kept, has every setting', patience(700_000), async () => {
    shows('F6', 1)
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
    // whoever connects finds it there
    for (const { controller, controllerId } of machines) {
      const hand = await connectByHand(broker.url, controller, { clientId: `again-${controllerId}` })
      expect((await hand.desired()).settingsRev).toBe(3)
      await hand.end()
    }
  })

  it('standing still while servers are killed keeps no server from starting', patience(600_000), async () => {
    shows('F6', RESTARTS)
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
      // sometimes before its transaction, sometimes while it waits for the broker, sometimes after it gave up
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
  })
})
