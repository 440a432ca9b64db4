/** Events reach every process in order after the commit, never after a rollback, and again after a lost connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { emptyDatabase } from '../../testing/build.ts'
import { eventually } from '../../testing/eventually.ts'
import { openDatabase } from './database.ts'
import type { Tx } from './transactions.ts'
import { createEvents, defineEvent } from './events.ts'
import { createLog } from '../log.ts'

const wetted = defineEvent('wetted', z.object({ field: z.string() }))
/** An event with a shard, sent on the shard's channel. */
const moved = defineEvent('moved', z.object({ field: z.string(), shard: z.int() }), ({ shard }) => shard)
const log = createLog({ logLevel: 'silent' })

async function twoProcesses() {
  const url = await emptyDatabase()
  const database = openDatabase(url, log, { connections: 4 })
  const [here, there] = [createEvents(url, log), createEvents(url, log)]
  await Promise.all([here.start(), there.start()])
  onTestFinished(async () => {
    await Promise.all([here.stop(), there.stop()])
    await database.close()
  })
  return { database, here, there }
}

describe('events', () => {
  it('reach every process after the commit, in order', async () => {
    const { database, here, there } = await twoProcesses()
    const received: string[] = []
    here.on(wetted, ({ field }) => void received.push(`here ${field}`))
    there.on(wetted, ({ field }) => void received.push(`there ${field}`))
    await database.write(async (tx) => {
      await here.publish(tx, wetted, { field: 'north' })
      await here.publish(tx, wetted, { field: 'south' })
      await sleep(50)
      expect(received).toEqual([])
    })
    await eventually(() => expect(received).toHaveLength(4))
    expect(received.filter((text) => text.startsWith('there'))).toEqual(['there north', 'there south'])
  })

  it('of a rolled back transaction reach no one', async () => {
    const { database, here } = await twoProcesses()
    const received: string[] = []
    here.on(wetted, ({ field }) => void received.push(field))
    const failing = database.write(async (tx) => {
      await here.publish(tx, wetted, { field: 'lost' })
      throw new Error('decided otherwise')
    })
    await expect(failing).rejects.toThrow('decided otherwise')
    await database.write((tx) => here.publish(tx, wetted, { field: 'kept' }))
    await eventually(() => expect(received).toEqual(['kept']))
  })

  it('run their reactions in their own transaction, only in the publishing process', async () => {
    const { database, here, there } = await twoProcesses()
    await sql`create table waterings (field text primary key)`.execute(database.reader)
    const note = (tx: Tx, field: string) => sql`insert into waterings values (${field})`.execute(tx)
    for (const events of [here, there])
      events.within(wetted, async (tx, { field }) => void (await note(tx, field)))
    const publish = (...fields: string[]) =>
      database.write((tx) => here.publish(tx, wetted, ...fields.map((field) => ({ field }))))
    await publish('north', 'south')
    const received: string[] = []
    there.on(wetted, ({ field }) => void received.push(field))
    // the transaction fails with its reaction, and nothing is published
    await expect(publish('east', 'north')).rejects.toThrow('duplicate key')
    await publish('west')
    await eventually(() => expect(received).toContain('west'))
    expect(received).not.toContain('east')
    const { rows } = await sql`select field from waterings order by field`.execute(database.reader)
    expect(rows).toEqual([{ field: 'north' }, { field: 'south' }, { field: 'west' }])
  })

  it('of a shard reach the processes that subscribe to it, as long as they do', async () => {
    const { database, here, there } = await twoProcesses()
    const received: string[] = []
    for (const [name, events] of Object.entries({ here, there })) {
      events.on(moved, ({ field }) => void received.push(`${name} ${field}`))
      events.on(wetted, ({ field }) => void received.push(`${name} ${field}`))
    }
    const tell = (...fields: [string, number][]) =>
      database.write(async (tx) => {
        await here.publish(tx, moved, ...fields.map(([field, shard]) => ({ field, shard })))
        // events arrive in order, so all earlier ones have arrived
        await here.publish(tx, wetted, { field: 'end' })
      })
    const receivedFor = async (...fields: [string, number][]) => {
      received.length = 0
      await tell(...fields)
      await eventually(() => expect(received.filter((text) => text.endsWith('end'))).toHaveLength(2))
      return received.filter((text) => !text.endsWith('end')).toSorted()
    }
    expect(await receivedFor(['north', 3])).toEqual([])
    await Promise.all([here.listenToShards(new Set([3])), there.listenToShards(new Set([3, 4]))])
    expect(await receivedFor(['north', 3], ['south', 4], ['east', 5])).toEqual([
      'here north',
      'there north',
      'there south',
    ])
    // each call sets all shards, whichever resolves first
    await Promise.all([
      here.listenToShards(new Set([4])),
      here.listenToShards(new Set([5])),
      there.listenToShards(new Set()),
    ])
    expect(await receivedFor(['north', 3], ['south', 4], ['east', 5])).toEqual(['here east'])
  })

  it('of a shard are received again after the connection was lost', async () => {
    const { database, there } = await twoProcesses()
    const received: string[] = []
    there.on(moved, ({ field }) => void received.push(field))
    await there.listenToShards(new Set([3]))
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headgate-events' and datname = current_database()`,
    )
    // published while no one is connected
    await there.listenToShards(new Set([3, 7]))
    await eventually(async () => {
      await database.write((tx) =>
        there.publish(tx, moved, { field: 'old', shard: 3 }, { field: 'new', shard: 7 }),
      )
      expect(new Set(received)).toEqual(new Set(['old', 'new']))
    })
  })

  it('are received again after the connection was lost', async () => {
    const { database, there } = await twoProcesses()
    const received: string[] = []
    there.on(wetted, ({ field }) => void received.push(field))
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headgate-events' and datname = current_database()`,
    )
    await eventually(async () => {
      await database.write((tx) => there.publish(tx, wetted, { field: 'again' }))
      expect(received).toContain('again')
    })
  })
})
