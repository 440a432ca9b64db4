/** Jobs on a real database: none lost, none stuck with a dead process, one per key at a time, kinds independent of each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { build, emptyDatabase } from '../testing/build.ts'
import { eventually } from '../testing/eventually.ts'
import { type Database, openDatabase } from '../kit/postgres/database.ts'
import { createEvents } from '../kit/postgres/events.ts'
import { createJobs, defineJob, type Jobs, PermanentError } from './jobs.ts'
import { createLog } from '../kit/log.ts'

const water = defineJob('water', z.object({ field: z.string() }))
const mow = defineJob('mow', z.object({ field: z.string() }))
const log = createLog({ logLevel: 'silent' })

interface Office {
  database: Database
  jobs: Jobs
  start(): Promise<void>
}

/** The jobs part of one process. */
async function office(url: string): Promise<Office> {
  const database = openDatabase(url, log, { connections: 6 })
  onTestFinished(() => database.close())
  const events = createEvents(url, log)
  const jobs = createJobs(openDatabase(url, log, { connections: 6 }), events, log)
  onTestFinished(async () => {
    await jobs.stop()
    await events.stop()
  })
  return {
    database,
    jobs,
    async start() {
      await events.start()
      await jobs.start()
    },
  }
}

/** A promise that the test resolves. */
function latch() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const waiting = async ({ database }: Office): Promise<number> =>
  (await database.pool.query('select from jobs where failed_at is null')).rowCount ?? 0

describe('a job', () => {
  it('runs when its transaction is committed, and never when it is rolled back', async () => {
    const here = await office(await emptyDatabase())
    const done: string[] = []
    here.jobs.process(water, ({ field }) => Promise.resolve(void done.push(field)))
    await here.start()
    const failing = here.database.write(async (tx) => {
      await here.jobs.enqueue(tx, water, { field: 'lost' })
      throw new Error('decided otherwise')
    })
    await expect(failing).rejects.toThrow('decided otherwise')
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'kept' }))
    await eventually(() => expect(done).toEqual(['kept']))
    await eventually(async () => expect(await waiting(here)).toBe(0))
  })

  it('is found without a wake-up', async () => {
    const here = await office(await emptyDatabase())
    const done: string[] = []
    here.jobs.process(water, ({ field }) => Promise.resolve(void done.push(field)))
    await here.start()
    await here.database.pool.query(`insert into jobs (name, payload) values ('water', '{"field":"north"}')`)
    await eventually(() => expect(done).toEqual(['north']))
  })

  it('waits until it is due', async () => {
    const here = await office(await emptyDatabase())
    const doneAt: number[] = []
    here.jobs.process(water, () => Promise.resolve(void doneAt.push(Date.now())))
    await here.start()
    const notBefore = new Date(Date.now() + 600)
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'later' }, { notBefore }))
    await eventually(() => expect(doneAt).toHaveLength(1))
    expect(doneAt[0]).toBeGreaterThanOrEqual(notBefore.getTime())
  })

  it('is retried until it succeeds, and what a failed attempt wrote is rolled back', async () => {
    const here = await office(await emptyDatabase())
    let tries = 0
    here.jobs.process(water, async ({ field }, tx) => {
      await here.jobs.enqueue(tx, mow, { field })
      if (++tries < 3) throw new Error('pump is off')
    })
    await here.start()
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'north' }))
    await eventually(() => expect(tries).toBe(3))
    const left = () => here.database.pool.query('select name, payload from jobs')
    await eventually(async () =>
      expect((await left()).rows).toEqual([{ name: 'mow', payload: { field: 'north' } }]),
    )
  })

  it('that fails for good is kept with its reason, and blocks nothing', async () => {
    const here = await office(await emptyDatabase())
    const done: string[] = []
    here.jobs.process(water, async ({ field }) => {
      if (field === 'none') throw new PermanentError('there is no such field')
      done.push(field)
    })
    await here.start()
    await here.database.write(async (tx) => {
      await here.jobs.enqueue(tx, water, { field: 'none' }, { key: 'one' })
    })
    const failed = () =>
      here.database.pool.query('select name, attempts, error from jobs where failed_at is not null')
    await eventually(async () =>
      expect((await failed()).rows).toEqual([
        { name: 'water', attempts: 1, error: 'there is no such field' },
      ]),
    )
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'north' }, { key: 'one' }))
    await here.database.pool.query(`insert into jobs (name, payload) values ('water', '{"acre": 1}')`)
    await eventually(async () => expect((await failed()).rowCount).toBe(2))
    expect(done).toEqual(['north'])
  })
})

describe('jobs with the same key', () => {
  it('that wait are merged, with the newest payload and, where asked, the oldest due time', async () => {
    const here = await office(await emptyDatabase())
    const done: string[] = []
    here.jobs.process(water, ({ field }) => Promise.resolve(void done.push(field)))
    const enqueue = (field: string, inMs: number, keepTime: boolean) =>
      here.database.write((tx) =>
        here.jobs.enqueue(
          tx,
          water,
          { field },
          { key: 'one', notBefore: new Date(Date.now() + inMs), keepTime },
        ),
      )
    await enqueue('first', 0, true)
    await enqueue('second', 3_600_000, true)
    await enqueue('third', 7_200_000, true)
    expect(await waiting(here)).toBe(1)
    await here.start()
    await eventually(() => expect(done).toEqual(['third']))
    await enqueue('fourth', 0, false)
    await enqueue('fifth', 3_600_000, false)
    await sleep(1500)
    expect(await waiting(here)).toBe(1)
    // concurrent transactions could not see each other's rows; the next one merges them
    await Promise.all(['sixth', 'seventh', 'eighth'].map((field) => enqueue(field, 7_200_000, true)))
    await enqueue('ninth', 7_200_000, true)
    const { rows } = await here.database.pool.query(
      `select payload, due_at < now() + interval '61 minutes' as soon from jobs`,
    )
    expect(rows).toEqual([{ payload: { field: 'ninth' }, soon: true }])
  })

  it('run one after another: one enqueued while another runs starts after it, and enqueueing does not wait', async () => {
    const url = await emptyDatabase()
    const offices = [await office(url), await office(url)] as const
    const [here] = offices
    const { opened, open } = latch()
    const begun: string[] = []
    for (const { jobs } of offices)
      jobs.process(
        water,
        async ({ field }) => {
          begun.push(field)
          if (field === 'first') await opened
        },
        { workers: 3 },
      )
    for (const each of offices) await each.start()
    const enqueue = (field: string) =>
      here.database.write((tx) => here.jobs.enqueue(tx, water, { field }, { key: 'one' }))
    await enqueue('first')
    await eventually(() => expect(begun).toEqual(['first']))
    for (const field of ['second', 'third']) await enqueue(field)
    await sleep(1500)
    expect(begun).toEqual(['first'])
    open()
    await eventually(() => expect(begun).toEqual(['first', 'third']))
    await eventually(async () => expect(await waiting(here)).toBe(0))
  })

  it('may be enqueued by the job itself, and a failed job is replaced by a newer one', async () => {
    const here = await office(await emptyDatabase())
    const done: string[] = []
    here.jobs.process(water, async ({ field }, tx) => {
      done.push(field)
      if (field === 'once') await here.jobs.enqueue(tx, water, { field: 'again' }, { key: 'one' })
      if (field !== 'fails') return
      await here.database.write((other) =>
        here.jobs.enqueue(other, water, { field: 'newer' }, { key: 'two' }),
      )
      throw new Error('pump is off')
    })
    await here.start()
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'once' }, { key: 'one' }))
    await eventually(() => expect(done).toEqual(['once', 'again']))
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'fails' }, { key: 'two' }))
    await eventually(() => expect(done.slice(2)).toEqual(['fails', 'newer']))
    await sleep(1500)
    expect(done).toHaveLength(4)
    expect(await waiting(here)).toBe(0)
  })

  it('are not lost in a burst from many connections', async () => {
    const url = await emptyDatabase()
    const here = await office(url)
    let last = 0
    const seen = new Map<string, number>()
    here.jobs.process(water, async ({ field }) => {
      const [key = '', number] = field.split(' ')
      seen.set(key, Math.max(seen.get(key) ?? 0, Number(number)))
    })
    await here.start()
    for (let round = 0; round < 40; round += 1)
      await Promise.all(
        ['a', 'b', 'c'].map((key) =>
          here.database.write((tx) =>
            here.jobs.enqueue(tx, water, { field: `${key} ${(last += 1)}` }, { key, keepTime: true }),
          ),
        ),
      )
    await eventually(async () => expect(await waiting(here)).toBe(0))
    expect([...seen.values()].toSorted((a, b) => a - b)).toEqual([last - 2, last - 1, last])
  })
})

describe('a worker that dies', () => {
  it('leaves its job to the next one at once, and a running worker keeps its job', async () => {
    const url = await emptyDatabase()
    const killed = await office(url)
    const { opened, open } = latch()
    killed.jobs.process(water, () => opened)
    await killed.start()
    await killed.database.write((tx) => killed.jobs.enqueue(tx, water, { field: 'north' }))
    const living = await office(url)
    const done: string[] = []
    living.jobs.process(water, ({ field }) => Promise.resolve(void done.push(field)))
    await sleep(300)
    await living.start()
    await sleep(1500)
    expect(done).toEqual([])
    // as a kill -9 closes its connections
    await living.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    await eventually(() => expect(done).toEqual(['north']))
    open()
  })

  it('resumes after the database closed its connections, and stops while the database is down', async () => {
    const url = await emptyDatabase()
    const here = await office(url)
    const done: string[] = []
    here.jobs.process(water, ({ field }) => Promise.resolve(void done.push(field)))
    await here.start()
    const elsewhere = new URL(url)
    elsewhere.pathname = '/postgres'
    const admin = new Client({ connectionString: elsewhere.href })
    await admin.connect()
    onTestFinished(() => admin.end())
    const name = new URL(url).pathname.slice(1)
    const endAll = () =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await endAll()
    await sleep(1200)
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'north' }))
    await eventually(() => expect(done).toEqual(['north']))
    await admin.query(`alter database ${name} allow_connections false`)
    await endAll()
    await sleep(1200)
    await expect(here.jobs.stop()).resolves.toBeUndefined()
  })
})

describe('a job that waits for an external service', () => {
  it('holds no connection meanwhile, runs once, and commits its writes with its completion', async () => {
    const url = await emptyDatabase()
    const offices = [await office(url), await office(url)] as const
    const [here] = offices
    const { opened, open } = latch()
    let begun = 0
    for (const { jobs } of offices)
      jobs.processOutside(
        water,
        async ({ field }) => {
          begun += 1
          await opened
          return (tx) => here.jobs.enqueue(tx, mow, { field })
        },
        { workers: 3 },
      )
    for (const each of offices) await each.start()
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'north' }, { key: 'one' }))
    await eventually(() => expect(begun).toBe(1))
    await here.database.write((tx) => here.jobs.enqueue(tx, water, { field: 'south' }, { key: 'one' }))
    await sleep(1500)
    // only long ones: looking for jobs takes short transactions too
    const idleTransactions = await here.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
          and xact_start < now() - interval '1 second'`,
    )
    expect([begun, idleTransactions.rowCount, await waiting(here)]).toEqual([1, 0, 2])
    open()
    const mown = () =>
      here.database.pool.query(`select payload ->> 'field' as field from jobs where name = 'mow' order by id`)
    await eventually(async () =>
      expect((await mown()).rows).toEqual([{ field: 'north' }, { field: 'south' }]),
    )
    expect(begun).toBe(2)
  })

  it('is taken over when its process is gone, which then writes nothing', async () => {
    const url = await emptyDatabase()
    const killed = await office(url)
    const { opened, open } = latch()
    killed.jobs.processOutside(water, async ({ field }) => {
      await opened
      return (tx) => killed.jobs.enqueue(tx, mow, { field })
    })
    await killed.start()
    await killed.database.write((tx) => killed.jobs.enqueue(tx, water, { field: 'north' }))
    const living = await office(url)
    const done: string[] = []
    living.jobs.processOutside(water, ({ field }) => Promise.resolve(void done.push(field)))
    await eventually(async () =>
      expect((await living.database.pool.query('select from jobs where held_by > 0')).rowCount).toBe(1),
    )
    await living.start()
    await sleep(1500)
    expect(done).toEqual([])
    // as a kill -9 closes the events connection
    await living.database.pool.query(
      'select pg_terminate_backend(pid) from pg_locks where objid = (select held_by from jobs)::oid',
    )
    await eventually(() => expect(done).toEqual(['north']))
    await eventually(async () => expect(await waiting(living)).toBe(0))
    open()
    await sleep(500)
    expect(await waiting(living)).toBe(0)
  })

  it('is rescheduled when it fails, and an exclusive kind runs one job at a time over all processes', async () => {
    const url = await emptyDatabase()
    const offices = [await office(url), await office(url)] as const
    let [now, most, tries] = [0, 0, 0]
    for (const { jobs } of offices)
      jobs.processOutside(
        water,
        async () => {
          most = Math.max(most, (now += 1))
          await sleep(100)
          now -= 1
          if (++tries === 1) throw new Error('pump is off')
        },
        { workers: 2, alone: true },
      )
    for (const each of offices) await each.start()
    await offices[0].database.write(async (tx) => {
      for (const field of ['a', 'b', 'c']) await offices[0].jobs.enqueue(tx, water, { field })
    })
    await eventually(async () => expect(await waiting(offices[0])).toBe(0))
    expect([most, tries]).toEqual([1, 4])
  })
})

describe('kinds of jobs', () => {
  it('do not block one another, however long one hangs', async () => {
    const here = await office(await emptyDatabase())
    const { opened, open } = latch()
    const done: string[] = []
    here.jobs.process(water, () => opened)
    here.jobs.process(mow, ({ field }) => Promise.resolve(void done.push(field)))
    await here.start()
    await here.database.write(async (tx) => {
      for (let n = 0; n < 100; n += 1) await here.jobs.enqueue(tx, water, { field: String(n) })
      await here.jobs.enqueue(tx, mow, { field: 'south' })
    })
    await eventually(() => expect(done).toEqual(['south']))
    open()
  })
})

describe('mail', () => {
  it('is sent by a job, into files that name the receiver', async () => {
    const { kit, mailTo } = await build()
    await kit.database.write((tx) =>
      kit.mail.send(tx, { to: 'pat@farm.example', subject: 'Wet corner', text: 'The north corner is wet.' }),
    )
    const source = await mailTo('pat@farm.example')
    expect(source).toContain('Subject: Wet corner')
    expect(source).toContain('The north corner is wet.')
  })
})
