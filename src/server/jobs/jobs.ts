/** Jobs: a row written by the transaction that decides the work, which a worker locks or leases until it is done. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../kit/postgres/database.ts'
import { defineEvent, type Events } from '../kit/postgres/events.ts'
import { inSavepoint, isTransient, type ServerTx } from '../kit/postgres/transactions.ts'
import { atWork, type Log } from '../kit/log.ts'
import type { Metrics } from '../kit/metrics/metrics.ts'
import {
  type ClaimedJob,
  deleteJob,
  deleteLeased,
  dueNames,
  holdJob,
  insertJob,
  isLeasedByAnyone,
  jobDepths,
  markFailed,
  putOff,
  releaseLeases,
  takeJob,
} from './jobs.store.ts'

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

/** What a job writes when its external work is done; committed together with its completion. */
export type Completion = (tx: ServerTx) => Promise<unknown>

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

/** What every worker of a process shares. */
interface JobContext {
  database: Database
  log: Log
  /** The number of this process, by which it leases jobs; null while it cannot lease any. */
  holder(): number | null
  /** Leases that could not be released when they ended, because the database could not be reached. */
  unreleased: Set<number>
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
  const context: JobContext = { database, log, holder: () => events.holder(), unreleased: new Set() }
  let working: Promise<unknown> = Promise.resolve()
  let polling: NodeJS.Timeout | undefined

  function wakeIn(name: string, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      wake(groups.get(name))
    }, ms)
    timers.add(timer.unref())
  }

  async function poll(): Promise<void> {
    for (const name of await releaseAndLook(context)) wake(groups.get(name))
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
      const within = (payload: unknown, tx: ServerTx) => work(parse(kind, payload), tx)
      setUp(kind.name, { within }, options)
    },
    processOutside<P>(
      kind: JobKind<P>,
      work: (payload: P, database: Database) => Promise<Completion | void>,
      options: ProcessOptions = {},
    ) {
      const outside = (payload: unknown) => work(parse(kind, payload), database)
      setUp(kind.name, { outside }, options)
    },
    async start() {
      events.on(jobDue, ({ name, inMs }) => wakeIn(name, inMs))
      working = Promise.all(
        [...groups.values()].flatMap((group) =>
          Array.from({ length: group.workers }, () => workUntil(ended.signal, group, context)),
        ),
      )
      const pollAndLog = () => {
        poll().catch((error: unknown) => log.debug({ err: error }, 'jobs not looked for'))
      }
      pollAndLog()
      polling = setInterval(pollAndLog, POLL_MS)
    },
    async stop() {
      ended.abort()
      clearInterval(polling)
      for (const timer of timers) clearTimeout(timer)
      for (const group of groups.values()) wake(group)
      // a hanging job is abandoned: its row is free when its connection closes
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())])
      await database.close(1000)
    },
  }
}

function wake(group: WorkerGroup | undefined): void {
  if (!group) return
  group.woken += 1
  for (const resume of group.waiting) resume()
  group.waiting.clear()
}

/** One worker. It waits for a poll or an enqueued job, so that workers do not all connect at the start. */
async function workUntil(ended: AbortSignal, group: WorkerGroup, context: JobContext): Promise<void> {
  let lastWoken = 0
  while (!ended.aborted) {
    const { woken } = group
    if (woken === lastWoken) {
      await new Promise<void>((resume) => group.waiting.add(resume))
      continue
    }
    const startedAt = performance.now()
    const foundJob = await workOnce(group, context).catch((error: unknown) => {
      if (!ended.aborted) context.log.warn({ err: error, job: group.name }, 'job not worked on')
      return false
    })
    if (!foundJob) lastWoken = woken
    if (group.background && lastWoken !== group.woken)
      await sleep(REST_SHARE * (performance.now() - startedAt), undefined, { signal: ended }).catch(
        () => undefined,
      )
  }
}

/** @returns whether there was a job */
async function workOnce({ name, alone, run }: WorkerGroup, context: JobContext): Promise<boolean> {
  return 'within' in run
    ? workWithin(context, name, run.within)
    : workOutside(context, { name, alone }, run.outside)
}

/** Runs the work in the transaction that locks the job. @returns whether there was a job */
async function workWithin(
  { database, log }: JobContext,
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
      await settleFailed(tx, log, { name, job, error })
    }
    return true
  })
}

/** Leases the job, and occupies no connection while the work runs. @returns whether there was a job */
async function workOutside(
  context: JobContext,
  kind: { name: string; alone: boolean },
  run: (payload: unknown) => Promise<Completion | void>,
): Promise<boolean> {
  const { database, log, unreleased } = context
  const { name } = kind
  const holder = context.holder()
  if (holder === null) return false
  const job = await lease(context, kind, holder)
  if (!job) return false
  try {
    const complete = await atWork.run({ job: name, jobId: job.id }, () => run(job.payload))
    await database.write(async (tx) => {
      if (!(await deleteLeased(tx, job.id, holder))) throw new TakenOver('held by somebody else by now')
      await complete?.(tx)
    })
  } catch (error) {
    if (error instanceof TakenOver) throw error
    await database
      .write((tx) => settleFailed(tx, log, { name, job, error }))
      .catch((unsettled: unknown) => {
        unreleased.add(job.id)
        throw unsettled
      })
  }
  return true
}

async function lease(
  { database, unreleased }: JobContext,
  { name, alone }: { name: string; alone: boolean },
  holder: number,
): Promise<ClaimedJob | null> {
  let leased: ClaimedJob | null = null
  try {
    return await database.write(async (tx) => {
      if (alone && (await isLeasedByAnyone(tx, name))) return null
      return (leased = await holdJob(tx, name, holder))
    })
  } catch (error) {
    // whether the release reached the database is unknown
    if (leased) unreleased.add((leased as ClaimedJob).id)
    throw error
  }
}

async function settleFailed(
  tx: ServerTx,
  log: Log,
  { name, job, error }: { name: string; job: ClaimedJob; error: unknown },
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof PermanentError) {
    log.error({ err: error, job: name, id: job.id }, 'job failed for good')
    await markFailed(tx, job.id, reason)
  } else {
    log.warn({ err: error, job: name, id: job.id }, 'job put off')
    await putOff(tx, name, job, pauseAfter(job.attempts), reason)
  }
}

function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
}

/** Releases the leases that could not be released earlier. @returns the kinds with due jobs */
async function releaseAndLook({ database, unreleased }: JobContext): Promise<string[]> {
  // a job that is leased again while the query runs must not be released
  const released = [...unreleased]
  unreleased.clear()
  return database
    .write(async (tx) => {
      await releaseLeases(tx, released)
      return dueNames(tx)
    })
    .catch((error: unknown) => {
      for (const id of released) unreleased.add(id)
      throw error
    })
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
function parse<P>({ schema }: JobKind<P>, payload: unknown): P {
  const found = schema.safeParse(payload)
  if (!found.success) throw new PermanentError(found.error.message)
  return found.data
}
