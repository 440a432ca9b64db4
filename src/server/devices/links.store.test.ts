/** Online or offline, when messages are stored out of order and when no process was subscribed for a while. */
import { describe, expect, it } from 'vitest'
import type { TelemetryDocument } from '../../contract/controller.ts'
import { isStoppedWet } from '../../contract/delivery.ts'
import { build } from '../testing/build.ts'
import { telemetry } from '../testing/test-device.ts'
import { connected } from '../testing/farm.ts'
import { SHARDS } from './controllers.store.ts'
import { storeStatuses } from './statuses.store.ts'
import { markSilentOffline, type ShardSubscription, selectLinks, storeContacts } from './links.store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const after = (seconds: number) => new Date(NOON + seconds * 1000)

async function controller() {
  const { kit, ...built } = await build()
  const { controllerId } = await connected({ kit, ...built })
  const sendTelemetry = async (seconds: number, over: Partial<TelemetryDocument>) => {
    const document = telemetry(seconds, { ...over, at: after(seconds).toISOString() })
    const [outcome] = await kit.database.write((tx) =>
      storeContacts(tx, [{ controllerId, at: after(seconds), telemetry: document }]),
    )
    return outcome?.stoppedWetSince
  }
  return {
    controllerId,
    sendStatus: (state: 'online' | 'offline', session: string, seconds: number, retained = false) =>
      kit.database.write((tx) =>
        storeStatuses(
          tx,
          [
            {
              controllerId,
              status: { state, session, at: after(seconds).toISOString() },
              retained,
              receivedAt: after(seconds),
            },
          ],
          { wait: true },
        ),
      ),
    moves: (seconds: number) => sendTelemetry(seconds, { moving: true }),
    sendTelemetry,
    stopsWetSince: async () =>
      (await selectLinks(kit.database.reader, [controllerId], after(0))).get(controllerId)?.stoppedWetSince,
    silent: (listening: Omit<ShardSubscription, 'shard'>, seconds: number) =>
      kit.database.write((tx) =>
        markSilentOffline(
          tx,
          [{ shard: controllerId % SHARDS, ...listening }],
          [controllerId],
          after(seconds),
        ),
      ),
    online: async () =>
      (await selectLinks(kit.database.reader, [controllerId], after(0))).get(controllerId)?.online,
  }
}

it('a controller is online by its newest session, though the offline message of the previous one was stored first', async () => {
  const { sendStatus, online } = await controller()
  await sendStatus('online', 'first', 0)
  // the second session began before the first was known to be over, and could not be stored then
  await sendStatus('offline', 'first', 20)
  expect(await online()).toBe(false)
  await sendStatus('online', 'second', 10)
  expect(await online()).toBe(true)
})

it('a controller goes offline only by the offline message of its newest session', async () => {
  const { sendStatus, online } = await controller()
  await sendStatus('online', 'first', 0)
  await sendStatus('online', 'second', 10)
  await sendStatus('offline', 'first', 20)
  expect(await online()).toBe(true)
  // an older message of the same session arrives late
  await sendStatus('offline', 'second', 5)
  expect(await online()).toBe(true)
  await sendStatus('offline', 'second', 30)
  expect(await online()).toBe(false)
})

it('a controller goes offline after twice its interval, plus the time in which no process was subscribed', async () => {
  const { sendStatus, moves, silent, online } = await controller()
  await sendStatus('online', 'first', 0)
  await moves(1)
  const since = after(-3600)
  const gaps = [{ from: after(8), ms: 6000 }]
  expect(await silent({ since, gaps: [] }, 20)).toEqual([])
  expect(await silent({ since, gaps }, 26)).toEqual([])
  expect(await silent({ since, gaps }, 28)).toHaveLength(1)
  expect(await online()).toBe(false)
})

it('a connection known from a retained status counts from then, and repeating that status gives no more time', async () => {
  const { sendStatus, moves, silent } = await controller()
  await sendStatus('online', 'first', 0)
  await moves(1)
  const listening = { since: after(-3600), gaps: [] }
  await sendStatus('online', 'second', 40, true)
  expect(await silent(listening, 52)).toEqual([])
  await sendStatus('online', 'second', 50, true)
  expect(await silent(listening, 53)).toHaveLength(1)
})

it('a controller has its full time again when it sent something after a gap', async () => {
  const { sendStatus, moves, silent } = await controller()
  await sendStatus('online', 'first', 0)
  await moves(10)
  const gaps = [{ from: after(8), ms: 6000 }]
  expect(await silent({ since: after(-3600), gaps }, 29)).toEqual([])
  expect(await silent({ since: after(-3600), gaps }, 31)).toHaveLength(1)
})

it('gaps before the last message of a controller do not extend its time, however many', async () => {
  const { sendStatus, moves, silent } = await controller()
  await sendStatus('online', 'first', 0)
  await moves(20)
  const gaps = [
    { from: after(2), ms: 7000 },
    { from: after(11), ms: 8000 },
    { from: after(30), ms: 1000 },
    { from: after(33), ms: 2000 },
  ]
  expect(await silent({ since: after(-3600), gaps }, 42)).toEqual([])
  expect(await silent({ since: after(-3600), gaps }, 44)).toHaveLength(1)
})

describe('a machine stopped with water on', () => {
  const still = { moving: false, direction: 'STOPPED', wet: true } as const

  it('is known since the first message about it, until the machine moves or its water is off', async () => {
    const { sendTelemetry, stopsWetSince } = await controller()
    await sendTelemetry(0, { moving: true })
    expect(await stopsWetSince()).toBeNull()
    expect(await sendTelemetry(20, still)).toEqual(after(20))
    await sendTelemetry(320, still)
    expect(await stopsWetSince()).toEqual(after(20))
    // a late message is older than the known state
    await sendTelemetry(300, { moving: true })
    expect(await stopsWetSince()).toEqual(after(20))
    await sendTelemetry(330, { moving: true })
    expect(await stopsWetSince()).toBeNull()
    await sendTelemetry(340, still)
    await sendTelemetry(350, { ...still, wet: false })
    expect(await stopsWetSince()).toBeNull()
  })

  it('stays known when the clock of the machine is set back', async () => {
    const { sendStatus, sendTelemetry, stopsWetSince } = await controller()
    await sendTelemetry(600, still)
    await sendStatus('online', 'second', 700)
    await sendTelemetry(60, still)
    expect(await stopsWetSince()).toEqual(after(60))
  })

  it('is urgent after two minutes by the machine’s clock', () => {
    const sendTelemetry = { at: after(30).toISOString(), stopped_wet_since: after(20).toISOString() }
    expect(isStoppedWet(sendTelemetry, NOON + 139_999)).toBe(false)
    expect(isStoppedWet(sendTelemetry, NOON + 140_000)).toBe(true)
    // a browser whose clock is behind uses the machine's clock
    expect(isStoppedWet({ ...sendTelemetry, at: after(320).toISOString() }, NOON)).toBe(true)
    expect(isStoppedWet({ ...sendTelemetry, stopped_wet_since: null }, NOON + 9_999_999)).toBe(false)
  })
})
