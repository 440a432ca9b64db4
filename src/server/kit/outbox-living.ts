/** Which processes carry out orders on this database: each holds a lock that even a kill -9 lets go of. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

const LOCK_CLASS = 0x68_67_6f_62
const AGAIN_MS = 500

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

// the connection that took an order may be lost before it says so: the order is held, and nobody is at it
const FREE_ORDERS_OF_NOBODY = `
  with freed as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
     where locked_by = $1 and locked_at < now() - interval '1 minute' and id <> all($2::bigint[])
    returning job_queue_id
  )
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from freed where q.id = freed.job_queue_id and q.locked_by = $1`

// replaced while a worker was at it, and failed: the newer order of its key does the work
const FORGET_REPLACED = `
  delete from graphile_worker._private_jobs where key is null and locked_by is null and attempts >= max_attempts`

export interface Living {
  /** Takes the lock, and takes it again whenever it is lost. */
  start(): Promise<void>
  /** Says under which name this process holds orders. */
  register(worker: string): Promise<void>
  /**
   * Frees the orders that a dead process had begun (the queue itself would wait four hours) and those that nobody is at.
   *
   * @param atWork the orders that this process is at
   */
  free(atWork: Iterable<string>): Promise<void>
  /** Keeps the lock until the work is done, and does not take it again. */
  stop(work: () => Promise<void>): Promise<void>
}

export function createLiving(database: Database, connectionString: string, log: Log): Living {
  const processNumber = randomInt(1, 2 ** 31 - 1)
  let worker: string | undefined
  let holder: Client | undefined
  let stopping = false

  async function hold(): Promise<void> {
    const client = new Client({ connectionString, application_name: 'headgate-outbox' })
    client.on('error', (error) => log.warn({ err: error }, 'outbox lock lost'))
    client.on('end', () => {
      if (client !== holder) return
      holder = undefined
      void holdAgain()
    })
    await client.connect()
    await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, processNumber])
    holder = client
    await enter()
  }

  async function holdAgain(): Promise<void> {
    while (!holder && !stopping) {
      await sleep(AGAIN_MS, undefined, { ref: false })
      await hold().catch((error: unknown) => log.debug({ err: error }, 'outbox lock not taken'))
    }
  }

  async function enter(): Promise<void> {
    if (worker)
      await database.pool.query(
        'insert into outbox_workers (worker, process) values ($1, $2) on conflict do nothing',
        [worker, processNumber],
      )
  }

  return {
    start: hold,
    async register(name) {
      worker = name
      await enter()
    },
    async free(atWork) {
      // without its lock this process would take itself for dead
      if (!holder) return
      await database.pool.query(FREE_ORDERS_OF_THE_DEAD, [LOCK_CLASS])
      if (worker) await database.pool.query(FREE_ORDERS_OF_NOBODY, [worker, [...atWork]])
      await database.pool.query(FORGET_REPLACED)
    },
    async stop(work) {
      stopping = true
      await work()
      await holder?.end()
    },
  }
}
