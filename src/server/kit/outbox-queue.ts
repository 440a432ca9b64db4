/** The outbox on graphile-worker's queue: begun orders of a dead process are free again at once. */
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import type { Order, Outbox } from './outbox.ts'
import { openPatientPool, type PatientPool } from './outbox-connections.ts'
import { createLiving } from './outbox-living.ts'
import { workerLogger } from './outbox-log.ts'

const FREE_EVERY_MS = 5000
const PLACING_TRIES = 5
const WORKERS = 4
/** One that listens. */
const CONNECTIONS = WORKERS + 1
/** A done order stays among those at work for a while: its row goes a moment later. */
const GONE_WITHIN_MS = 60_000

export function createOutbox(database: Database, connectionString: string, log: Log): Outbox {
  const tasks: TaskList = {}
  const living = createLiving(database, connectionString, log)
  const atWork = new Map<string, symbol>()
  let pool: PatientPool | undefined
  let runner: Runner | undefined
  let freeing: NodeJS.Timeout | undefined
  const warn = (error: unknown) => log.warn({ err: error }, 'outbox')

  function watch(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    // the queue locks an order in the name of the pool, not of its worker
    events.on('pool:create', ({ workerPool }) => void living.register(workerPool.id).catch(warn))
    events.on('job:start', ({ job }) => void atWork.set(job.id, Symbol('attempt')))
    events.on('job:complete', ({ job }) => {
      const { id } = job
      const attempt = atWork.get(id)
      const forget = () => void (atWork.get(id) === attempt && atWork.delete(id))
      void sleep(GONE_WITHIN_MS, undefined, { ref: false }).then(forget)
    })
    return events
  }

  return {
    async place(tx, order, payload, options = {}) {
      const add = sql<{ id: number | null }>`
        select id from graphile_worker.add_job(${order.name}, payload := ${JSON.stringify(payload)}::json,
        job_key := ${options.key ?? null}, queue_name := ${options.queue ?? null},
        run_at := ${options.notBefore ?? null}::timestamptz, max_attempts := 32000,
        job_key_mode := ${options.keepTime ? 'preserve_run_at' : 'replace'})`
      // nothing is added when a worker takes the order of the same key at this moment; by the second call it has it
      for (let tries = 0; tries < PLACING_TRIES; tries += 1) if ((await add.execute(tx)).rows[0]?.id) return
      throw new Error(`${order.name} was not placed`)
    },
    carryOut<P>(order: Order<P>, work: (payload: P) => Promise<void>) {
      if (tasks[order.name]) throw new Error(`two ways to carry out ${order.name}`)
      tasks[order.name] = (payload) => work(order.schema.parse(payload))
    },
    async start() {
      await living.start()
      await living.free(atWork.keys())
      pool = openPatientPool(connectionString, CONNECTIONS, log)
      runner = await run({
        pgPool: pool,
        taskList: tasks,
        crontab: '',
        concurrency: WORKERS,
        pollInterval: 1000,
        noHandleSignals: true,
        logger: workerLogger(log),
        events: watch(),
      })
      freeing = setInterval(() => void living.free(atWork.keys()).catch(warn), FREE_EVERY_MS)
      freeing.unref()
    },
    async stop() {
      clearInterval(freeing)
      const stopping = { runner, pool }
      runner = undefined
      pool = undefined
      await living.stop(async () => {
        await Promise.race([stopping.runner?.stop(), stopping.pool?.untilAway()])
        await stopping.pool?.end()
      })
    },
  }
}
