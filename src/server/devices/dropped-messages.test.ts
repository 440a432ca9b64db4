/** Dropped messages: who sees the counts, for how long, and what a flood of them costs. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectTestDevice, eventually } from '../testing/test-device.ts'
import { droppedOf } from '../testing/dropped.ts'
import { connectedSystem, farm as customersFarm, signedUpUser } from '../testing/factories.ts'
import { connected, farm } from '../testing/farm.ts'
import { createDroppedMessages } from './dropped-messages.ts'

const DAY = 86_400_000

describe('the counts', () => {
  it('are visible to the members of the system and no one else, and writable by no customer', async () => {
    const { built, owner, connected: system } = await customersFarm()
    const stranger = await signedUpUser(built)
    await connectedSystem(built, stranger, { name: 'South Quarter', latitude: 52 })
    const hand = await connectTestDevice(built.app.devices.mqttUrl, system.controller)
    await hand.publish('event', 'x')
    const { database } = built.kit
    const all = sql`select controller_id, count from dropped_messages`
    const [row] = await eventually('the count', async () => {
      const { rows } = await all.execute(database.reader)
      return rows.length > 0 ? rows : null
    })
    const seenBy = (userId: number) => database.asCustomer(userId, async (tx) => (await all.execute(tx)).rows)
    expect(await seenBy(owner.id)).toEqual([row])
    expect(await seenBy(stranger.id)).toEqual([])
    for (const change of [sql`delete from dropped_messages`, sql`update dropped_messages set count = 1`])
      await expect(database.asCustomer(owner.id, (tx) => change.execute(tx))).rejects.toThrow(/permission/)
  })

  it('cover the last days, and are deleted after a month', async () => {
    const { built, url, controllerId, controller } = await farm()
    const { app, kit, clock } = built
    // noon, so that the test does not cross midnight
    clock.advance(1.5 * DAY - (clock.now().getTime() % DAY))
    const hand = await connectTestDevice(url, controller)
    const days = async () => {
      const { rows } = await sql<{ count: number }>`select count from dropped_messages order by day`.execute(
        kit.database.reader,
      )
      return rows.map(({ count }) => count)
    }
    await hand.publish('event', 'x')
    await hand.publish('event', 'y')
    await droppedOf(built, controllerId, 2)
    clock.advance(5 * DAY)
    await hand.publish('event', 'longer')
    const [both] = await droppedOf(built, controllerId, 3)
    expect(both).toMatchObject({ count: 3, example: '6 bytes that are no JSON in UTF-8' })
    expect(((both?.lastAt.getTime() ?? 0) - (both?.firstAt.getTime() ?? 0)) / DAY).toBeCloseTo(5, 1)
    clock.advance(2 * DAY)
    expect(await app.devices.dropped(kit.database.reader, controllerId, 7)).toMatchObject([{ count: 1 }])
    clock.advance(23 * DAY)
    expect(await days()).toEqual([2, 1])
    await hand.publish('event', 'x')
    await droppedOf(built, controllerId, 1)
    expect(await days()).toEqual([1, 1])
  })

  it('are deleted with their controller, and other controllers are still counted', async () => {
    const { built, url, controllerId, controller } = await farm()
    const otherSystem = await connected(built)
    const hands = [
      await connectTestDevice(url, controller),
      await connectTestDevice(url, otherSystem.controller),
    ]
    for (const hand of hands) await hand.publish('event', 'x')
    await droppedOf(built, controllerId, 1)
    await sql`delete from controllers where id = ${controllerId}`.execute(built.kit.database.reader)
    for (const hand of hands) await hand.publish('event', 'x')
    expect(await droppedOf(built, otherSystem.controllerId, 2)).toMatchObject([{ count: 2 }])
    expect(await built.app.devices.dropped(built.kit.database.reader, controllerId, 7)).toEqual([])
  })
})

describe('a flood', () => {
  it('of five thousand messages is counted completely, in one statement a second', async () => {
    const { built, url, controllerId, controller } = await farm()
    const { pool } = built.kit.database
    await pool.query(`
      create table statements (at timestamptz);
      create function count_statement() returns trigger language plpgsql as
        $$ begin insert into statements values (clock_timestamp()); return null; end $$;
      create trigger counted after insert on dropped_messages for each statement execute function count_statement()`)
    const hand = await connectTestDevice(url, controller)
    const began = Date.now()
    await Promise.all(Array.from({ length: 5000 }, (_, n) => hand.publish('telemetry', `nonsense ${n}`)))
    expect(await droppedOf(built, controllerId, 5000)).toMatchObject([{ kind: 'telemetry', count: 5000 }])
    const seconds = (Date.now() - began) / 1000
    const { rows } = await pool.query<{ count: number }>('select count(*) from statements')
    expect(rows[0]?.count).toBeGreaterThan(0)
    expect(rows[0]?.count).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('that cannot be stored yet is counted later, also when the server stops', async () => {
    const { built, controllerId } = await farm()
    const { kit, app } = built
    const dropped = createDroppedMessages(kit)
    const add = () => dropped.add(controllerId, 'event', 'wrong_shape', `\u0000${'€'.repeat(300)}`)
    await kit.database.pool.query('alter table dropped_messages rename to away')
    for (let n = 0; n < 10; n += 1) add()
    // longer than one flush, which fails
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await kit.database.pool.query('alter table away rename to dropped_messages')
    expect(await droppedOf(built, controllerId, 10)).toMatchObject([{ count: 10 }])
    add()
    await dropped.stop()
    const [first] = await app.devices.dropped(kit.database.reader, controllerId, 7)
    expect([first?.count, first?.example]).toEqual([11, ` ${'€'.repeat(199)}`])
  })
})
