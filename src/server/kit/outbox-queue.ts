/** The outbox on graphile-worker's queue: begun orders of a dead process are free again at once. */
import { randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import type { Order, Outbox } from './outbox.ts'
import { workerLogger } from './outbox-log.ts'

const LOCK_CLASS = 0x68_67_6f_62
const REAP_EVERY_MS = 5000
const PLACING_TRIES = 5

// a worker that begins an order within its first moments may not be registered yet: those wait ten seconds
const FREE_ORDERS_OF_THE_DEAD = `
  with living as (
    select w.worker from outbox_workers w join pg_locks l
      on l.locktype = 'advisory' and l.classid = $1::int::oid and l.objid = w.process::oid
     and l.database = (select oid from pg_database where datname = current_database())
  ), dead as (
    select distinct j.locked_by as worker from graphile_worker.jobs j
     where j.locked_by is not null and j.locked_by not in (select worker from living)
       and (j.locked_by in (select worker from outbox_workers) or j.locked_at < now() - interval '10 seconds')
  ), forgotten as (
    delete from outbox_workers where worker not in (select worker from living)
  )
  select graphile_worker.force_unlock_workers(array(select worker from dead)) where exists (select from dead)`

export function createOutbox(database: Database, connectionString: string, log: Log): Outbox {
  const tasks: TaskList = {}
  // a process is alive while it holds the advisory lock of its number: a kill -9 lets go of it at once
  const processNumber = randomInt(1, 2 ** 31 - 1)
  let lockHolder: Client | undefined
  let runner: Runner | undefined
  let reaper: NodeJS.Timeout | undefined
  const warn = (error: unknown) => log.warn({ err: error }, 'outbox')

  /** Frees the orders that a dead process had begun; the queue itself would wait four hours. */
  async function reap(): Promise<void> {
    await database.pool.query(FREE_ORDERS_OF_THE_DEAD, [LOCK_CLASS])
  }

  async function holdLock(): Promise<void> {
    const client = new Client({ connectionString, application_name: 'headgate-outbox' })
    client.on('error', (error) => {
      log.warn({ err: error }, 'outbox connection lost')
      if (runner) setTimeout(() => void holdLock().catch(() => undefined), 1000).unref()
    })
    await client.connect()
    await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, processNumber])
    lockHolder = client
  }

  return {
    async place(tx, order, payload, options = {}) {
      const add = sql<{ id: number | null }>`
        select id from graphile_worker.add_job(${order.name}, payload := ${JSON.stringify(payload)}::json,
        job_key := ${options.key ?? null}, queue_name := ${options.queue ?? null},
        run_at := ${options.notBefore ?? null}::timestamptz, max_attempts := 32000,
        job_key_mode := ${options.keepTime ? 'preserve_run_at' : 'replace'})`
      // nothing is added when a worker takes the order of the same key at this moment; by the second call it has it
      for (let tries = 0; tries < PLACING_TRIES; tries += 1)
        if ((await add.execute(tx)).rows[0]?.id) return
      throw new Error(`${order.name} was not placed`)
    },
    carryOut<P>(order: Order<P>, work: (payload: P) => Promise<void>) {
      if (tasks[order.name]) throw new Error(`two ways to carry out ${order.name}`)
      tasks[order.name] = (payload) => work(order.schema.parse(payload))
    },
    async start() {
      await holdLock()
      await reap()
      const events: WorkerEvents = new EventEmitter()
      // the queue locks an order in the name of the pool, not of its worker
      events.on('pool:create', ({ workerPool }) => void register(workerPool.id))
      runner = await run({
        pgPool: database.pool,
        taskList: tasks,
        crontab: '',
        concurrency: 4,
        pollInterval: 1000,
        noHandleSignals: true,
        logger: workerLogger(log),
        events,
      })
      reaper = setInterval(() => void reap().catch(warn), REAP_EVERY_MS)
      reaper.unref()
    },
    async stop() {
      clearInterval(reaper)
      const running = runner
      runner = undefined
      await running?.stop()
      await lockHolder?.end()
    },
  }

  async function register(worker: string): Promise<void> {
    await database.pool
      .query('insert into outbox_workers (worker, process) values ($1, $2) on conflict do nothing', [
        worker,
        processNumber,
      ])
      .catch(warn)
  }
}
