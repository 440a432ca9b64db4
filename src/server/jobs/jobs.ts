/** Jobs: a row written by the transaction that decides the work, which a worker locks or leases until it is done. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../kit/postgres/database.ts'
import { inSavepoint, isTransient, type ServerTx } from '../kit/postgres/transactions.ts'
import { defineEvent, type Events } from '../kit/postgres/events.ts'
import {
  deleteLeased,
  deleteJob,
  dueNames,
  releaseLeases,
  holdJob,
  insertJob,
  isLeasedByAnyone,
  jobDepths,
  markFailed,
  putOff,
  takeJob,
  type ClaimedJob,
} from './jobs.store.ts'
import { atWork, type Log } from '../kit/log.ts'
import type { Metrics } from '../kit/metrics.ts'

/** Name and payload type of a kind of job. */
export interface JobKind<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
}

export function defineJob<P>(name: string, schema: z.ZodType<P>): JobKind<P> {
  return { name, schema }
}

/** An error that no retry can fix. */
export class PermanentError extends Error {}

/** Another process took the job over: the work may be done twice, but is committed once. */
class TakenOver extends Error {}

interface EnqueueOptions {
  /** Replaces a waiting job of the same kind and key, so that bursts collapse into one; two never run at the same time. */
  key?: string
  notBefore?: Date
  /** Keeps the due time of the replaced job, so that a steady stream does not postpone it for ever. */
  keepTime?: boolean
}

interface ProcessOptions {
  /** Parallel jobs of the kind in this process. */
  workers?: number
  /** Pauses after each job in proportion to its duration, so that a burst does not slow down requests. */
  background?: boolean
  /** Only one job of the kind runs at a time, over all processes; for `outside` work. */
  alone?: boolean
}

/** What a job writes when its external work is done; committed together with its completion. */
export type Completion = (tx: ServerTx) => Promise<unknown>

export interface Jobs {
  /** Stores the job in the caller's transaction. */
  enqueue<P>(tx: ServerTx, kind: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /**
   * Registers the work of a kind, before `start`. It is retried until it succeeds or throws a PermanentError, and may run
   * twice when a process dies; what it writes in `tx` is committed once, together with its completion.
   */
  process<P>(
    kind: JobKind<P>,
    work: (payload: P, tx: ServerTx) => Promise<void>,
    options?: ProcessOptions,
  ): void
  /**
   * The same for work that waits for something external, a thread or a store: it leases its job and holds no connection
   * meanwhile, however many of its kind hang. The database is there for short reads.
   */
  processOutside<P>(
    kind: JobKind<P>,
    work: (payload: P, database: Database) => Promise<Completion | void>,
    options?: ProcessOptions,
  ): void
  start(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 1000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5 * 60_000
const STOP_WITHIN_MS = 3000
/** Background work gets at most a quarter of the time. */
const REST_SHARE = 3

const jobDue = defineEvent('job-due', z.object({ name: z.string(), inMs: z.number() }))

interface WorkerGroup {
  name: string
  workers: number
  background: boolean
  alone: boolean
  run:
    | { within(payload: unknown, tx: ServerTx): Promise<void> }
    | { outside(payload: unknown): Promise<Completion | void> }
  /** Counts wake-ups, so that one that comes while all workers are busy is not missed. */
  woken: number
  waiting: Set<() => void>
}

/** @param database for the workers only, so that requests do not wait for them */
export function createJobs(
  database: Database,
  events: Pick<Events, 'publish' | 'on' | 'holder'>,
  log: Log,
): Jobs {
  const groups = new Map<string, WorkerGroup>()
  const timers = new Set<NodeJS.Timeout>()
  const ended = new AbortController()
  /** Leases to release, because the database could not be reached when they ended. */
  const left = new Set<number>()
  let stopping = false
  let working: Promise<unknown> = Promise.resolve()
  let polling: NodeJS.Timeout | undefined

  function wake(name: string): void {
    const workshop = groups.get(name)
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
    // a job that is leased again while the query runs must not be released
    const freed = [...left]
    left.clear()
    const names = await database
      .write(async (tx) => {
        await releaseLeases(tx, freed)
        return dueNames(tx)
      })
      .catch((error: unknown) => {
        for (const id of freed) left.add(id)
        throw error
      })
    for (const name of names) wake(name)
  }

  async function workAt(workshop: WorkerGroup): Promise<void> {
    // waits for a poll or an enqueued job, so that workers do not all connect at the start
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
  async function workOnce({ name, alone, run }: WorkerGroup): Promise<boolean> {
    return 'within' in run ? workWithin(name, run.within) : workOutside({ name, alone }, run.outside)
  }

  async function settle(tx: ServerTx, name: string, job: ClaimedJob, error: unknown): Promise<void> {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof PermanentError) {
      log.error({ err: error, job: name, id: job.id }, 'job failed for good')
      await markFailed(tx, job.id, why)
    } else {
      log.warn({ err: error, job: name, id: job.id }, 'job put off')
      await putOff(tx, name, job, pauseAfter(job.attempts), why)
    }
  }

  async function workWithin(
    name: string,
    run: (payload: unknown, tx: ServerTx) => Promise<void>,
  ): Promise<boolean> {
    return database.write(async (tx) => {
      const job = await takeJob(tx, name)
      if (!job) return false
      try {
        await inSavepoint(tx, async () => {
          // deleted first, so that the work may enqueue the same again; a rollback restores and keeps the row locked
          await deleteJob(tx, job.id)
          await atWork.run({ job: name, jobId: job.id }, () => run(job.payload, tx))
        })
      } catch (error) {
        if (isTransient(error)) throw error
        await settle(tx, name, job, error)
      }
      return true
    })
  }

  async function workOutside(
    { name, alone }: Pick<WorkerGroup, 'name' | 'alone'>,
    run: (payload: unknown) => Promise<Completion | void>,
  ): Promise<boolean> {
    const holder = events.holder()
    if (holder === null) return false
    const job = await hold({ name, alone }, holder)
    if (!job) return false
    try {
      const ending = await atWork.run({ job: name, jobId: job.id }, () => run(job.payload))
      await database.write(async (tx) => {
        if (!(await deleteLeased(tx, job.id, holder))) throw new TakenOver('held by somebody else by now')
        await ending?.(tx)
      })
    } catch (error) {
      if (error instanceof TakenOver) throw error
      await database
        .write((tx) => settle(tx, name, job, error))
        .catch((unsettled: unknown) => {
          left.add(job.id)
          throw unsettled
        })
    }
    return true
  }

  async function hold(
    { name, alone }: Pick<WorkerGroup, 'name' | 'alone'>,
    holder: number,
  ): Promise<ClaimedJob | null> {
    let held: ClaimedJob | null = null
    try {
      return await database.write(async (tx) => {
        if (alone && (await isLeasedByAnyone(tx, name))) return null
        return (held = await holdJob(tx, name, holder))
      })
    } catch (error) {
      // whether the release reached the database is unknown
      if (held) left.add((held as ClaimedJob).id)
      throw error
    }
  }

  function setUp(name: string, run: WorkerGroup['run'], options: ProcessOptions): void {
    if (groups.has(name)) throw new Error(`two ways to work on ${name}`)
    const idle = { woken: 0, waiting: new Set<() => void>() }
    groups.set(name, { name, workers: 1, background: false, alone: false, ...options, run, ...idle })
  }

  return {
    async enqueue(tx, { name }, payload, { key = null, notBefore = null, keepTime = false } = {}) {
      const inMs = await insertJob(tx, { name, key, payload, notBefore, keepTime })
      // the poll finds what is due later
      if (inMs !== null && inMs <= POLL_MS) await events.publish(tx, jobDue, { name, inMs })
    },
    process<P>(
      kind: JobKind<P>,
      work: (payload: P, tx: ServerTx) => Promise<void>,
      options: ProcessOptions = {},
    ) {
      const within = (payload: unknown, tx: ServerTx) => work(read(kind, payload), tx)
      setUp(kind.name, { within }, options)
    },
    processOutside<P>(
      kind: JobKind<P>,
      work: (payload: P, database: Database) => Promise<Completion | void>,
      options: ProcessOptions = {},
    ) {
      const outside = (payload: unknown) => work(read(kind, payload), database)
      setUp(kind.name, { outside }, options)
    },
    async start() {
      events.on(jobDue, ({ name, inMs }) => wakeIn(name, inMs))
      working = Promise.all(
        [...groups.values()].flatMap((workshop) =>
          Array.from({ length: workshop.workers }, () => workAt(workshop)),
        ),
      )
      const scan = () => {
        poll().catch((error: unknown) => log.debug({ err: error }, 'jobs not looked for'))
      }
      scan()
      polling = setInterval(scan, POLL_MS)
    },
    async stop() {
      stopping = true
      ended.abort()
      clearInterval(polling)
      for (const timer of timers) clearTimeout(timer)
      for (const { name } of groups.values()) wake(name)
      // a hanging job is abandoned: its row is free when its connection closes
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())])
      await database.close(1000)
    },
  }
}

/** Metrics: how many jobs wait, and for how long. */
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

/** @throws PermanentError */
function read<P>({ schema }: JobKind<P>, payload: unknown): P {
  const found = schema.safeParse(payload)
  if (!found.success) throw new PermanentError(found.error.message)
  return found.data
}

function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
}
