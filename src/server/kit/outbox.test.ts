import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Client } from 'pg'
import { z } from 'zod'
import { build, emptyDatabase } from '../testing/build.ts'
import { type Database, openDatabase } from './database.ts'
import { createLog } from './log.ts'
import { defineOrder, type Outbox } from './outbox.ts'
import { createOutbox } from './outbox-queue.ts'

const water = defineOrder('water', z.object({ field: z.string() }))
const log = createLog({ logLevel: 'silent' })

async function outboxOn(url: string): Promise<{ database: Database; outbox: Outbox }> {
  const database = openDatabase(url, log, 6)
  onTestFinished(() => database.close())
  return { database, outbox: createOutbox(database, url, log) }
}

describe('outbox', () => {
  it('carries out what a committed transaction placed, and nothing of one that was rolled back', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: string[] = []
    outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    await outbox.start()
    onTestFinished(() => outbox.stop())
    const failing = database.write(async (tx) => {
      await outbox.place(tx, water, { field: 'lost' })
      throw new Error('decided otherwise')
    })
    await expect(failing).rejects.toThrow('decided otherwise')
    await database.write((tx) => outbox.place(tx, water, { field: 'kept' }))
    await vi.waitFor(() => expect(done).toEqual(['kept']))
  })

  it('tries again until it succeeds', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    let tries = 0
    outbox.carryOut(water, () => (++tries < 2 ? Promise.reject(new Error('pump is off')) : Promise.resolve()))
    await outbox.start()
    onTestFinished(() => outbox.stop())
    await database.write((tx) => outbox.place(tx, water, { field: 'north' }))
    await vi.waitFor(() => expect(tries).toBe(2), { timeout: 15_000 })
  })

  it('collapses waiting orders of one key into the newest', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: string[] = []
    outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    await database.write(async (tx) => {
      for (const field of ['first', 'second', 'third'])
        await outbox.place(tx, water, { field }, { key: 'one' })
    })
    await outbox.start()
    onTestFinished(() => outbox.stop())
    await vi.waitFor(() => expect(done.length).toBeGreaterThan(0))
    await sleep(100)
    expect(done).toEqual(['third'])
  })

  it('loses no order that is placed while the one before it is being taken', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: string[] = []
    outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    // as on a disk that stalls: whoever takes an order waits before that is committed
    await database.pool.query(`
      create function stall() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
      create constraint trigger stall after update of locked_at on graphile_worker._private_jobs
        deferrable initially deferred for each row when (new.locked_at is not null) execute function stall()`)
    await outbox.start()
    onTestFinished(() => outbox.stop())
    for (const field of ['first', 'second']) {
      await database.write((tx) => outbox.place(tx, water, { field }, { key: 'one', queue: 'one' }))
      await sleep(200)
    }
    await vi.waitFor(() => expect(done).toEqual(['first', 'second']), { timeout: 10_000 })
  })

  it('outlives a database that ends its connections again and again', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: number[] = []
    const pour = defineOrder('pour', z.object({ n: z.number() }))
    outbox.carryOut(pour, ({ n }) => Promise.resolve(void done.push(n)))
    await outbox.start()
    onTestFinished(() => outbox.stop())
    let over = false
    const storm = (async () => {
      while (!over) {
        await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'headgate-outbox%'
            and (state = 'active' or random() < 0.02)`)
        await sleep(3)
      }
    })()
    for (let n = 0; n < 150; n += 1) {
      const key = `field ${n % 5}`
      await database.write((tx) => outbox.place(tx, pour, { n }, { key, queue: key }))
      await sleep(20)
    }
    over = true
    await storm
    // the newest of each field is carried out, whatever was lost, and the lock is taken again
    const newest = [145, 146, 147, 148, 149]
    await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(newest)), { timeout: 20_000 })
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(`select from pg_locks where locktype = 'advisory'
        and granted and database = (select oid from pg_database where datname = current_database())`)
      expect(rowCount).toBe(1)
    }, 5000)
  })

  it('stops though the database is away', async () => {
    const url = await emptyDatabase()
    const { outbox } = await outboxOn(url)
    outbox.carryOut(water, () => Promise.resolve())
    await outbox.start()
    await sleep(300)
    const elsewhere = new URL(url)
    elsewhere.pathname = '/postgres'
    const admin = new Client({ connectionString: elsewhere.href })
    await admin.connect()
    onTestFinished(() => admin.end())
    const name = new URL(url).pathname.slice(1)
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await sleep(1500)
    await expect(outbox.stop()).resolves.toBeUndefined()
  })

  it('carries out what it holds though nobody is at it', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: string[] = []
    outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    await outbox.start()
    onTestFinished(() => outbox.stop())
    // as when the connection was lost that took it, after that was committed
    await database.write(async (tx) => {
      await outbox.place(tx, water, { field: 'north' }, { queue: 'one' })
      const ours = sql`locked_at = now() - interval '2 minutes', locked_by = (select worker from outbox_workers)`
      await sql`update graphile_worker._private_jobs set ${ours}`.execute(tx)
      await sql`update graphile_worker._private_job_queues set ${ours}`.execute(tx)
    })
    await vi.waitFor(() => expect(done).toEqual(['north']), { timeout: 15_000 })
  })

  it('keeps nothing of an order that failed after a newer one had replaced it', async () => {
    const { database, outbox } = await outboxOn(await emptyDatabase())
    const done: string[] = []
    const place = (field: string) =>
      database.write((tx) => outbox.place(tx, water, { field }, { key: 'one', queue: 'one' }))
    outbox.carryOut(water, async ({ field }) => {
      done.push(field)
      if (field === 'newer') return
      await place('newer')
      throw new Error('pump is off')
    })
    await outbox.start()
    onTestFinished(() => outbox.stop())
    await place('older')
    await vi.waitFor(() => expect(done).toEqual(['older', 'newer']), 5000)
    const left = () => database.pool.query('select from graphile_worker._private_jobs')
    await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), 15_000)
    expect(done).toEqual(['older', 'newer'])
  })

  it('takes over at once what a killed process had begun, and leaves alone what a living one is at', async () => {
    const url = await emptyDatabase()
    const killed = await outboxOn(url)
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    killed.outbox.carryOut(water, () => held)
    await killed.outbox.start()
    await killed.database.write((tx) => killed.outbox.place(tx, water, { field: 'north' }))
    const locked = () =>
      killed.database.pool.query('select locked_by from graphile_worker.jobs where locked_by is not null')
    await vi.waitFor(async () => expect((await locked()).rowCount).toBe(1))

    const living = await outboxOn(url)
    const done: string[] = []
    living.outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    await living.outbox.start()
    await sleep(300)
    expect(done).toEqual([])
    await living.outbox.stop()

    // what a kill -9 does to the first process: its lock goes with its connection, its worker never says so;
    // a stop under way keeps it from taking the lock again, and waits for the order that it is at
    const stopping = killed.outbox.stop()
    await killed.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'headgate-outbox' and datname = current_database()`,
    )
    const advisoryLocks = () =>
      killed.database.pool.query(`select from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`)
    await vi.waitFor(async () => expect((await advisoryLocks()).rowCount).toBe(0))
    const next = await outboxOn(url)
    next.outbox.carryOut(water, ({ field }) => Promise.resolve(void done.push(field)))
    await next.outbox.start()
    onTestFinished(() => next.outbox.stop())
    await vi.waitFor(() => expect(done).toEqual(['north']), { timeout: 5000 })
    release()
    await stopping
  })

  it('is emptied into .eml files that name the receiver', async () => {
    const { kit, mailTo } = await build()
    await kit.database.write((tx) =>
      kit.mail.send(tx, { to: 'pat@farm.example', subject: 'Wet corner', text: 'The north corner is wet.' }),
    )
    const source = await mailTo('pat@farm.example')
    expect(source).toContain('Subject: Wet corner')
    expect(source).toContain('The north corner is wet.')
  })
})
