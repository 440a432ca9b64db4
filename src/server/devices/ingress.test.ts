/** Messages of devices over a real broker: stored before they are acknowledged, and unusable ones do no harm. */
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReadingsDocument } from '../../contract/controller.ts'
import { connectTestDevice, connectDevice, eventually, telemetry } from '../testing/test-device.ts'
import { build, type Built, shared } from '../testing/build.ts'
import { connected, farm, farmIn } from '../testing/farm.ts'
import { HOLDERS } from '../kit/postgres/holders.ts'
import { linkChanged, shardOf, telemetryReceived } from './devices.events.ts'
import type { LinkState } from './device-link.ts'

async function linkOf({ app, kit }: Built, controllerId: number): Promise<LinkState> {
  const link = (await app.devices.links(kit.database.reader, [controllerId])).get(controllerId)
  if (!link) throw new Error('no link')
  return link
}

const at = () => new Date().toISOString()

const server = shared(() => build())

describe('status', () => {
  it('follows sessions: the offline message of an old session is ignored', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const received: unknown[] = []
    built.kit.events.on(linkChanged, (event) => {
      if (event.controllerId === controllerId) received.push(event.online)
    })
    const hand = await connectTestDevice(url, controller)
    await hand.publish('status', { state: 'online', session: 'one', at: at() })
    expect(await linkOf(built, controllerId)).toMatchObject({ online: true })
    await hand.publish('status', { state: 'online', session: 'two', at: at() })
    await hand.publish('status', { state: 'offline', session: 'one', at: at() })
    expect((await linkOf(built, controllerId)).online).toBe(true)
    await hand.publish('status', { state: 'offline', session: 'two', at: at() })
    expect((await linkOf(built, controllerId)).online).toBe(false)
    await hand.publish('status', { state: 'offline', session: 'two', at: at() })
    await eventually('three events', async () => (received.length === 3 ? received : null))
    expect(received).toEqual([true, true, false])
  })

  it('is published by the broker when a controller loses its connection, without changing when it was last seen', async () => {
    const { built, url, controllerId, controller, topicId } = await farmIn(server())
    const will = {
      topic: `vri/v1/${topicId}/status`,
      payload: Buffer.from(JSON.stringify({ state: 'offline', session: 's', at: at() })),
      qos: 1 as const,
      retain: true,
    }
    const hand = await connectTestDevice(url, controller, { will })
    await hand.publish('status', { state: 'online', session: 's', at: at() })
    const { lastSeen } = await linkOf(built, controllerId)
    hand.client.stream.destroy()
    const offline = await eventually('offline', async () => {
      const link = await linkOf(built, controllerId)
      return link.online ? null : link
    })
    expect(lastSeen).not.toBeNull()
    expect(offline.lastSeen).toEqual(lastSeen)
  })
})

describe('telemetry', () => {
  it('keeps the newest document, publishes an event, and updates when the controller was last seen', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const received: number[] = []
    await built.kit.events.listenToShards(new Set([shardOf(controllerId)]))
    built.kit.events.on(telemetryReceived, (event) => {
      if (event.controllerId === controllerId) received.push(event.telemetry.seq)
    })
    const hand = await connectTestDevice(url, controller)
    const first = telemetry(1, { at: '2026-07-01T12:00:10.000Z' })
    const second = telemetry(2, { at: '2026-07-01T12:00:20.000Z', angleDeg: 91 })
    for (const document of [second, first, second]) await hand.publish('telemetry', document)
    const link = await eventually('telemetry', async () => {
      const current = await linkOf(built, controllerId)
      return current.telemetry ? current : null
    })
    expect(link.telemetry).toEqual(second)
    expect(link.lastSeen).not.toBeNull()
    await hand.publish('telemetry', first)
    await hand.publish('telemetry', { ...second, seq: 3, angleDeg: 92 })
    await eventually('the third', async () =>
      (await linkOf(built, controllerId)).telemetry?.seq === 3 ? true : null,
    )
    await expect.poll(() => received).toEqual([2, 3])
  })

  it('from a clock that is ahead is dated when it was received, and continues when the clock is corrected', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const hand = await connectTestDevice(url, controller)
    const telemetryOf = (seq: number) =>
      eventually(`telemetry ${seq}`, async () => {
        const known = (await linkOf(built, controllerId)).telemetry
        return known?.seq === seq ? known : null
      })
    const before = Date.now()
    await hand.publish('telemetry', telemetry(1, { at: '2036-01-01T00:00:00.000Z' }))
    const first = Date.parse((await telemetryOf(1)).at)
    expect(first).toBeGreaterThanOrEqual(before)
    expect(first).toBeLessThanOrEqual(Date.now())
    await hand.publish('telemetry', telemetry(2, { at: at() }))
    expect(Date.parse((await telemetryOf(2)).at)).toBeGreaterThanOrEqual(first)
    await hand.publish('event', { id: 'e1', at: '2036-01-01T00:00:00.000Z', code: 'MISALIGNED' })
    const fault = await eventually('the fault', async () => (await linkOf(built, controllerId)).fault)
    expect(fault.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('starts a new order with a new session, so that a wrong clock does not block a machine', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const hand = await connectTestDevice(url, controller)
    await hand.publish('status', { state: 'online', session: 'one', at: at() })
    await hand.publish('telemetry', telemetry(900, { at: '2036-01-01T00:00:00.000Z' }))
    await eventually('the first', async () => (await linkOf(built, controllerId)).telemetry)
    await hand.publish('status', { state: 'online', session: 'two', at: at() })
    await hand.publish('telemetry', telemetry(1))
    const link = await eventually('the second', async () => {
      const current = await linkOf(built, controllerId)
      return current.telemetry?.seq === 1 ? current : null
    })
    expect(link.online).toBe(true)
  })
})

describe('events and as-applied records', () => {
  it('are stored once, however often they arrive', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const hand = await connectTestDevice(url, controller)
    const event = { id: 'e1', at: at(), code: 'LOW_PRESSURE' }
    const applied = { rev: 1, sector: 7, from: at(), to: at(), depthIn: Array.from({ length: 9 }, () => 0.5) }
    for (let time = 0; time < 3; time += 1) {
      await hand.publish('event', event)
      await hand.publish('applied', applied)
    }
    const counts = await sql<{ events: number; sectors: number }>`
      select (select count(*) from controller_events where controller_id = ${controllerId}) as events,
             (select count(*) from as_applied where controller_id = ${controllerId}) as sectors`.execute(
      built.kit.database.reader,
    )
    expect(counts.rows).toEqual([{ events: 1, sectors: 1 }])
  })
})

describe('status messages', () => {
  it('that arrive together are stored in batches, so that reports wait for a few transactions and not for thousands', async () => {
    const { built, url } = await farm()
    const { pool } = built.kit.database
    const devices = await Promise.all(
      Array.from({ length: 20 }, async () => connectTestDevice(url, (await connected(built)).controller)),
    )
    await pool.query(`
      create table statements (at timestamptz);
      create function count_statement() returns trigger language plpgsql as
        $$ begin insert into statements values (clock_timestamp()); return null; end $$;
      create trigger counted after insert on controller_connections for each statement execute function count_statement()`)
    // the first is blocked until all the others have arrived
    const client = new Client({ connectionString: built.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin; lock table controller_connections in exclusive mode')
    const stores = Promise.all(
      devices.map((device, n) =>
        device.publish('status', { state: 'online', session: `s${n}`, at: new Date().toISOString() }),
      ),
    )
    await eventually('the first at the lock', async () => {
      const { rowCount } = await client.query('select from pg_locks where not granted')
      return rowCount ? true : null
    })
    await client.query('commit')
    await stores
    const { rows } = await pool.query<{ statements: number; connections: number }>(`
      select (select count(*)::integer from statements) as statements,
             (select count(*)::integer from controller_connections where online) as connections`)
    expect(rows[0]?.connections).toBe(20)
    expect(rows[0]?.statements).toBeLessThanOrEqual(10)
  })
})

describe('readings', () => {
  const document: ReadingsDocument = {
    batch: 'b1',
    readings: [{ probe: 3, depthCm: 20, at: '2026-07-01T12:00:00Z', vwc: 0.31 }],
  }

  it('are acknowledged only when their handler has stored them', async () => {
    const { built, url, controllerId, gateway } = await farm()
    const ids: number[] = []
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    built.app.devices.onReadings(async (id) => {
      ids.push(id)
      await gate
    })
    const hand = await connectTestDevice(url, gateway)
    let answered = false
    const acknowledgement = hand.publish('readings', document).then(() => (answered = true))
    await eventually('the handler', async () => (ids.length > 0 ? true : null))
    expect({ seen: ids, answered }).toEqual({ seen: [controllerId], answered: false })
    open()
    expect(await acknowledgement).toBe(true)
  })

  it('that cannot be stored now are set aside, block nothing, and are retried until they can', async () => {
    const { built, url, gateway } = await farm()
    const batches: string[] = []
    const open: unknown[] = []
    const transactions = async () => {
      const { rows } = await built.kit.database.pool.query<{ name: string }>(
        `select pid || ' since ' || xact_start as name from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and query like '%set_aside_messages%'`,
      )
      return rows.map(({ name }) => name)
    }
    built.app.devices.onReadings(async (_controllerId, { batch = '' }) => {
      batches.push(batch)
      // one that ends by itself, between two of its statements, is not held by this retry
      const begun = await transactions()
      const ended = async () => {
        const still = await transactions()
        return begun.some((name) => still.includes(name)) ? null : true
      }
      await eventually('the transactions to end', ended).catch(() => open.push(...begun))
      if (batch === 'stuck' && batches.filter((attempt) => attempt === batch).length < 5)
        throw new Error('locked')
    })
    const hand = await connectTestDevice(url, gateway)
    for (const batch of ['stuck', 'next']) await hand.publish('readings', { ...document, batch })
    expect(batches).toEqual(['stuck', 'stuck', 'stuck', 'next'])
    const setAside = () => built.kit.database.pool.query('select topic, attempts from set_aside_messages')
    await eventually('the last try', async () => ((await setAside()).rowCount === 0 ? true : null))
    expect(batches.slice(4)).toEqual(['stuck', 'stuck'])
    // retries hold no transaction open: the pool for device messages has two connections
    expect(open).toEqual([])
  })

  it('that another process is retrying are left to it until it is gone', async () => {
    const { built, gateway } = await farm()
    const batches: string[] = []
    built.app.devices.onReadings(async (_controllerId, { batch = '' }) => void batches.push(batch))
    const client = new Client({ connectionString: built.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('select pg_advisory_lock_shared($1, 7)', [HOLDERS])
    const insert = (batch: string, heldBy: number | null) =>
      client.query(
        `insert into set_aside_messages (topic, payload, retained, heard_at, due_at, held_by)
         values ($1, $2, false, now(), now(), $3)`,
        [`vri/v1/${gateway.id.split('-')[0]}/readings`, JSON.stringify({ ...document, batch }), heldBy],
      )
    await insert('of the other', 7)
    await insert('of one who is gone', 8)
    await eventually('the one that is free', async () => (batches.length === 1 ? true : null))
    // a second scan does not take it either
    await insert('of nobody', null)
    await eventually('the next', async () => (batches.length === 2 ? true : null))
    expect(batches).toEqual(['of one who is gone', 'of nobody'])
    await client.query('select pg_advisory_unlock_shared($1, 7)', [HOLDERS])
    await eventually('the last', async () => (batches.length === 3 ? true : null))
    expect(batches[2]).toBe('of the other')
    await eventually('none left', async () => {
      const { rowCount } = await client.query('select from set_aside_messages')
      return rowCount === 0 ? true : null
    })
  })
})

describe('unusable messages', () => {
  it('are acknowledged, change nothing and do not close the connection', async () => {
    const { built, url, controllerId, controller } = await farmIn(server())
    const hand = await connectTestDevice(url, controller)
    const before = await linkOf(built, controllerId)
    const deep = '['.repeat(8000)
    const worthless = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      deep,
      '{"__proto__":{"state":"online"}}',
      '1e999',
      '\u0000',
    ]
    for (const body of worthless)
      for (const topic of ['reported', 'status', 'telemetry', 'event', 'applied', 'readings'] as const)
        await hand.publish(topic, body)
    // valid by the schema, refused by the database
    await hand.publish('event', { id: 'a\u0000b', at: at(), code: 'X' })
    await hand.client.publishAsync(`vri/v1/${before.topicId}/event`, Buffer.from([0xff, 0xfe]), { qos: 1 })
    expect(hand.client.connected).toBe(true)
    expect(await linkOf(built, controllerId)).toMatchObject({
      online: false,
      reported: null,
      telemetry: null,
    })
  })
})

describe('a server that starts again', () => {
  it('marks every controller offline until it reconnects', async () => {
    const { built, url, controllerId, controller } = await farm()
    const hand = await connectTestDevice(url, controller)
    await hand.publish('status', { state: 'online', session: 's', at: at() })
    expect((await linkOf(built, controllerId)).online).toBe(true)
    await built.stop()
    const again = await farm({ DATABASE_URL: built.databaseUrl })
    expect((await linkOf(again.built, controllerId)).online).toBe(false)
    await expect(connectDevice(again.url, controller)).resolves.toBeDefined()
  })
})
