/** Jobs: what must happen is a row written by the transaction that decides it, and a worker locks the row while at it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Database, inSavepoint, mayPass, type ServerTx } from '../kit/postgres/database.ts'
import { defineFact, type Events } from '../kit/postgres/events.ts'
import { deleteJob, dueNames, insertJob, jobDepths, markFailed, putOff, takeJob } from './jobs.store.ts'
import { atWork, type Log } from '../kit/log.ts'
import type { Metrics } from '../kit/metrics.ts'

/** Names a kind of job and types what it carries. */
export interface JobKind<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
}

export function defineJob<P>(name: string, schema: z.ZodType<P>): JobKind<P> {
  return { name, schema }
}

/** No further try would make it better. */
export class PermanentError extends Error {}

interface EnqueueOptions {
  /** One of the kind and key that waits is replaced, so that bursts collapse into one; two never run at once. */
  key?: string
  notBefore?: Date
  /** The job that is replaced keeps its time: a steady stream must not put it off for ever. */
  keepTime?: boolean
}

interface ProcessOptions {
  /** How many of the kind may run at once in this process. */
  workers?: number
  /** Rests after each job, longer the longer it took, so that a burst slows down nobody who waits for an answer. */
  background?: boolean
}

export interface Jobs {
  /** Stores the job in the caller's transaction. */
  enqueue<P>(tx: ServerTx, kind: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /**
   * Says how a kind is worked on; before `start`. It is tried until it succeeds, or throws a PermanentError, and may run
   * twice where a process dies in between; what it writes in `tx` becomes true once, together with its end.
   */
  process<P>(
    kind: JobKind<P>,
    work: (payload: P, tx: ServerTx) => Promise<void>,
    options?: ProcessOptions,
  ): void
  start(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 1000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5 * 60_000
const STOP_WITHIN_MS = 3000
/** Of background work: it takes a quarter of the time at most. */
const REST_SHARE = 3

const jobDue = defineFact('job-due', z.object({ name: z.string(), inMs: z.number() }))

interface Workshop {
  name: string
  workers: number
  background: boolean
  run(payload: unknown, tx: ServerTx): Promise<void>
  /** Counts wake-ups, so that one that comes while all are busy is not missed. */
  woken: number
  waiting: Set<() => void>
}

/** @param database of the workers alone: a job may hold its connection for long, and nobody else waits for one */
export function createJobs(database: Database, events: Pick<Events, 'publish' | 'on'>, log: Log): Jobs {
  const workshops = new Map<string, Workshop>()
  const timers = new Set<NodeJS.Timeout>()
  const ended = new AbortController()
  let stopping = false
  let working: Promise<unknown> = Promise.resolve()
  let polling: NodeJS.Timeout | undefined

  function wake(name: string): void {
    const workshop = workshops.get(name)
    if (!workshop) return
    workshop.woken += 1
    for (const resume of workshop.waiting) resume()
    workshop.waiting.clear()
  }

  function wakeIn(name: string, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      wake(name)
    }, ms)
    timers.add(timer.unref())
  }

  async function poll(): Promise<void> {
    for (const name of await database.write(dueNames)) wake(name)
  }

  async function workAt(workshop: Workshop): Promise<void> {
    // nobody looks before a poll or an enqueuing has said that there is something: at the start all would want a connection
    let answered = 0
    while (!stopping) {
      const { woken } = workshop
      if (woken === answered) {
        await new Promise<void>((resume) => workshop.waiting.add(resume))
        continue
      }
      const begunAt = performance.now()
      const worked = await workOnce(workshop).catch((error: unknown) => {
        if (!stopping) log.warn({ err: error, job: workshop.name }, 'job not worked on')
        return false
      })
      if (!worked) answered = woken
      if (workshop.background && answered !== workshop.woken)
        await sleep(REST_SHARE * (performance.now() - begunAt), undefined, { signal: ended.signal }).catch(
          () => undefined,
        )
    }
  }

  /** @returns whether there was a job */
  async function workOnce({ name, run }: Workshop): Promise<boolean> {
    return database.write(async (tx) => {
      const job = await takeJob(tx, name)
      if (!job) return false
      try {
        await inSavepoint(tx, async () => {
          // first, so that the work may enqueue the same again; what is rolled back is there, and locked, as before
          await deleteJob(tx, job.id)
          await atWork.run({ job: name, jobId: job.id }, () => run(job.payload, tx))
        })
      } catch (error) {
        if (mayPass(error)) throw error
        const why = error instanceof Error ? error.message : String(error)
        if (error instanceof PermanentError) {
          log.error({ err: error, job: name, id: job.id }, 'job failed for good')
          await markFailed(tx, job.id, why)
        } else {
          log.warn({ err: error, job: name, id: job.id }, 'job put off')
          await putOff(tx, name, job, pauseAfter(job.attempts), why)
        }
      }
      return true
    })
  }

  return {
    async enqueue(tx, { name }, payload, { key = null, notBefore = null, keepTime = false } = {}) {
      const inMs = await insertJob(tx, { name, key, payload, notBefore, keepTime })
      // what is due later is found by the poll
      if (inMs !== null && inMs <= POLL_MS) await events.publish(tx, jobDue, { name, inMs })
    },
    process<P>(
      kind: JobKind<P>,
      work: (payload: P, tx: ServerTx) => Promise<void>,
      options: ProcessOptions = {},
    ) {
      const { name, schema } = kind
      if (workshops.has(name)) throw new Error(`two ways to work on ${name}`)
      const run = async (payload: unknown, tx: ServerTx) => {
        const read = schema.safeParse(payload)
        if (!read.success) throw new PermanentError(read.error.message)
        await work(read.data, tx)
      }
      workshops.set(name, {
        name,
        workers: 1,
        background: false,
        ...options,
        run,
        woken: 0,
        waiting: new Set(),
      })
    },
    async start() {
      events.on(jobDue, ({ name, inMs }) => wakeIn(name, inMs))
      working = Promise.all(
        [...workshops.values()].flatMap((workshop) =>
          Array.from({ length: workshop.workers }, () => workAt(workshop)),
        ),
      )
      const look = () => {
        poll().catch((error: unknown) => log.debug({ err: error }, 'jobs not looked for'))
      }
      look()
      polling = setInterval(look, POLL_MS)
    },
    async stop() {
      stopping = true
      ended.abort()
      clearInterval(polling)
      for (const timer of timers) clearTimeout(timer)
      for (const { name } of workshops.values()) wake(name)
      // what hangs is let go of: its row is free when its connection ends
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())])
      await database.close(1000)
    },
  }
}

/** How many jobs wait, and for how long. */
export function measureJobs(metrics: Metrics, { reader }: Database): void {
  const labels = ['job', 'state'] as const
  metrics.gauge(
    { name: 'headgate_jobs', help: 'Jobs that are due, wait for their time, or failed for good.', labels },
    async () =>
      (await jobDepths(reader)).flatMap(({ name: job, due, later, failed }) =>
        Object.entries({ due, later, failed }).map(([state, count]): [Record<string, string>, number] => [
          { job, state },
          count,
        ]),
      ),
  )
  metrics.gauge(
    {
      name: 'headgate_job_oldest_due_seconds',
      help: 'Since when the oldest job of a kind has been due.',
      labels: ['job'],
    },
    async () => (await jobDepths(reader)).map(({ name, oldestS }) => [{ job: name }, oldestS]),
  )
}

function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
}
