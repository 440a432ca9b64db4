/** Who is there, when what was said is stored in another order, and when nobody listened for a while. */
import { expect, it } from 'vitest'
import { build } from '../testing/build.ts'
import { telemetry } from '../testing/controller-by-hand.ts'
import { connected } from '../testing/farm.ts'
import { SHARDS } from './controllers.store.ts'
import { endSilent, type Listening, selectLinks, storeHeard, storeStatus } from './links.store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const after = (seconds: number) => new Date(NOON + seconds * 1000)

async function controller() {
  const { kit, ...built } = await build()
  const { controllerId } = await connected({ kit, ...built })
  return {
    controllerId,
    says: (state: 'online' | 'offline', session: string, seconds: number) =>
      kit.database.write((tx) =>
        storeStatus(
          tx,
          controllerId,
          { state, session, at: after(seconds).toISOString() },
          { retained: false, now: after(seconds) },
        ),
      ),
    moves: (seconds: number) =>
      kit.database.write((tx) =>
        storeHeard(tx, [
          {
            controllerId,
            at: after(seconds),
            telemetry: telemetry(seconds, { moving: true, at: after(seconds).toISOString() }),
          },
        ]),
      ),
    silent: (listening: Omit<Listening, 'shard'>, seconds: number) =>
      kit.database.write((tx) =>
        endSilent(tx, [{ shard: controllerId % SHARDS, ...listening }], after(seconds)),
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
  const deaf = { from: after(8), ms: 6000 }
  expect(await silent({ since, deaf: null }, 20)).toEqual([])
  expect(await silent({ since, deaf }, 26)).toEqual([])
  expect(await silent({ since, deaf }, 28)).toHaveLength(1)
  expect(await online()).toBe(false)
})

it('has all of its time when it spoke after nobody had listened', async () => {
  const { says, moves, silent } = await controller()
  await says('online', 'first', 0)
  await moves(10)
  const deaf = { from: after(8), ms: 6000 }
  expect(await silent({ since: after(-3600), deaf }, 29)).toEqual([])
  expect(await silent({ since: after(-3600), deaf }, 31)).toHaveLength(1)
})
