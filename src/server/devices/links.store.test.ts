/** Who is there, when what was said is stored in another order, and when nobody listened for a while. */
import { describe, expect, it } from 'vitest'
import type { TelemetryDocument } from '../../contract/controller.ts'
import { isStoppedWet } from '../../contract/delivery.ts'
import { build } from '../testing/build.ts'
import { telemetry } from '../testing/test-device.ts'
import { connected } from '../testing/farm.ts'
import { SHARDS } from './controllers.store.ts'
import { storeStatuses } from './statuses.store.ts'
import { endSilent, type Listening, selectLinks, storeHeard } from './links.store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const after = (seconds: number) => new Date(NOON + seconds * 1000)

async function controller() {
  const { kit, ...built } = await build()
  const { controllerId } = await connected({ kit, ...built })
  const tells = async (seconds: number, over: Partial<TelemetryDocument>) => {
    const document = telemetry(seconds, { ...over, at: after(seconds).toISOString() })
    const [outcome] = await kit.database.write((tx) =>
      storeHeard(tx, [{ controllerId, at: after(seconds), telemetry: document }]),
    )
    return outcome?.stoppedWetSince
  }
  return {
    controllerId,
    says: (state: 'online' | 'offline', session: string, seconds: number) =>
      kit.database.write((tx) =>
        storeStatuses(
          tx,
          [
            {
              controllerId,
              status: { state, session, at: after(seconds).toISOString() },
              retained: false,
              heardAt: after(seconds),
            },
          ],
          { wait: true },
        ),
      ),
    moves: (seconds: number) => tells(seconds, { moving: true }),
    tells,
    stopsWetSince: async () =>
      (await selectLinks(kit.database.reader, [controllerId], after(0))).get(controllerId)?.stoppedWetSince,
    silent: (listening: Omit<Listening, 'shard'>, seconds: number) =>
      kit.database.write((tx) =>
        endSilent(tx, [{ shard: controllerId % SHARDS, ...listening }], [controllerId], after(seconds)),
      ),
    online: async () =>
      (await selectLinks(kit.database.reader, [controllerId], after(0))).get(controllerId)?.online,
  }
}

it('is there by its newest session, though the farewell of the one before was stored first', async () => {
  const { says, online } = await controller()
  await says('online', 'first', 0)
  // the second came before the first was known to be over, and could not be stored then
  await says('offline', 'first', 20)
  expect(await online()).toBe(false)
  await says('online', 'second', 10)
  expect(await online()).toBe(true)
})

it('is gone by the farewell of its newest session alone', async () => {
  const { says, online } = await controller()
  await says('online', 'first', 0)
  await says('online', 'second', 10)
  await says('offline', 'first', 20)
  expect(await online()).toBe(true)
  // an older word of the same session was overtaken
  await says('offline', 'second', 5)
  expect(await online()).toBe(true)
  await says('offline', 'second', 30)
  expect(await online()).toBe(false)
})

it('is gone after twice the interval, to which the time is added in which nobody listened', async () => {
  const { says, moves, silent, online } = await controller()
  await says('online', 'first', 0)
  await moves(1)
  const since = after(-3600)
  const deaf = [{ from: after(8), ms: 6000 }]
  expect(await silent({ since, deaf: [] }, 20)).toEqual([])
  expect(await silent({ since, deaf }, 26)).toEqual([])
  expect(await silent({ since, deaf }, 28)).toHaveLength(1)
  expect(await online()).toBe(false)
})

it('has all of its time when it spoke after nobody had listened', async () => {
  const { says, moves, silent } = await controller()
  await says('online', 'first', 0)
  await moves(10)
  const deaf = [{ from: after(8), ms: 6000 }]
  expect(await silent({ since: after(-3600), deaf }, 29)).toEqual([])
  expect(await silent({ since: after(-3600), deaf }, 31)).toHaveLength(1)
})

it('has no more time for what nobody heard before its last word, however often that was', async () => {
  const { says, moves, silent } = await controller()
  await says('online', 'first', 0)
  await moves(20)
  const deaf = [
    { from: after(2), ms: 7000 },
    { from: after(11), ms: 8000 },
    { from: after(30), ms: 1000 },
    { from: after(33), ms: 2000 },
  ]
  expect(await silent({ since: after(-3600), deaf }, 42)).toEqual([])
  expect(await silent({ since: after(-3600), deaf }, 44)).toHaveLength(1)
})

describe('standing with water on', () => {
  const still = { moving: false, direction: 'STOPPED', wet: true } as const

  it('is known since its first word of it, until it turns or its water is off', async () => {
    const { tells, stopsWetSince } = await controller()
    await tells(0, { moving: true })
    expect(await stopsWetSince()).toBeNull()
    expect(await tells(20, still)).toEqual(after(20))
    await tells(320, still)
    expect(await stopsWetSince()).toEqual(after(20))
    // what is heard late is older than what is known
    await tells(300, { moving: true })
    expect(await stopsWetSince()).toEqual(after(20))
    await tells(330, { moving: true })
    expect(await stopsWetSince()).toBeNull()
    await tells(340, still)
    await tells(350, { ...still, wet: false })
    expect(await stopsWetSince()).toBeNull()
  })

  it('is not forgotten by a machine whose clock was set back', async () => {
    const { says, tells, stopsWetSince } = await controller()
    await tells(600, still)
    await says('online', 'second', 700)
    await tells(60, still)
    expect(await stopsWetSince()).toEqual(after(60))
  })

  it('is the worst state after two minutes of the machine’s time', () => {
    const told = { at: after(30).toISOString(), stopped_wet_since: after(20).toISOString() }
    expect(isStoppedWet(told, NOON + 139_999)).toBe(false)
    expect(isStoppedWet(told, NOON + 140_000)).toBe(true)
    // a browser whose clock is behind learns it from the machine
    expect(isStoppedWet({ ...told, at: after(320).toISOString() }, NOON)).toBe(true)
    expect(isStoppedWet({ ...told, stopped_wet_since: null }, NOON + 9_999_999)).toBe(false)
  })
})
