/** Opens the PostgreSQL pool: its connections, their limits, and the queue for slow work. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { createLimit } from '../limit.ts'
import type { Log } from '../log.ts'
import { asRefusal, isReadOnly } from '../read-only.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { BatchingSocket, type PrepareOptions, preparing, setReaders } from './prepared-statements.ts'
import { createTransactions, type Reader, type Transactions } from './transactions.ts'

export interface Database extends Transactions {
  readonly pool: Pool
  /** Sends the notifications of its transactions. */
  readonly notifier: Notifier
  /** Whether prepared statements keep their names in a connection; not through a pooler. */
  readonly named: boolean
  readonly reader: Reader
  /**
   * Work that may read large parts of the database: a limited number at a time, so that short requests find a
   * connection. Not to be nested.
   *
   * @throws QueueFull
   */
  slowly<T>(work: () => Promise<T>): Promise<T>
  /** Resolves while the database responds. */
  ready(): Promise<void>
  /** Waits for running work; after `withinMs` it stops waiting, and connections end with the process. */
  close(withinMs?: number): Promise<void>
}

export interface PoolLimits {
  connections?: number
  /** Limits for a statement, a lock wait, and an idle transaction; null for none. */
  statementMs?: number | null
  lockMs?: number | null
  /** After this the database closes the connection, which releases the locks of a paused process. */
  idleMs?: number | null
  /** Through a pooler: no session state from one transaction to the next. */
  pooled?: boolean
  /** Closes a connection that is idle, inside a transaction or not; only for one in constant use. */
  silentMs?: number
  /** One plan of each statement for all parameters: where it would be the same for any (docs/decisions/105-one-plan-per-statement.md). */
  onePlan?: boolean
  /** The notifier of another pool of the process, which closes it; else one of its own. */
  notifier?: Notifier
}

const CONNECT_WITHIN_MS = 5000
/** Ends a connection whose other side is gone, also during a statement without a time limit; the system waits two hours by itself. */
export const DETECT_LOSS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
/** New connections have no prepared statements, so those of the last peak are kept for the next. */
const KEPT_IDLE_MS = 300_000

/** For requests: long enough for any call, short enough that a hanging one releases what others wait for. */
const REQUEST_LIMITS = { connections: 4, statementMs: 30_000, lockMs: 10_000, idleMs: 30_000 }

/** For statements that may take hours, like those of a migration. */
export const UNLIMITED = { statementMs: null, lockMs: null, idleMs: null } as const

/** Half of the connections for requests, and a queue that is served in the time that anyone waits for a connection. */
const SLOW_AT_ONCE = 2
const SLOW_QUEUE_MAX = 8

/** Answered like the database's error for too many connections. */
class QueueFull extends Error {
  readonly code = '53300'

  constructor() {
    super('too many slow requests are waiting')
    this.name = 'QueueFull'
  }
}

setReaders()

/** Opens a pool; connections are made when needed. */
export function openDatabase(connectionString: string, log: Log, limits: PoolLimits = {}): Database {
  const pool = new Pool({ connectionString, application_name: 'headgate', ...poolConfig(limits) })
  const slow = createLimit(SLOW_AT_ONCE)
  let closing = false
  const logLost = (error: unknown) => {
    if (!closing) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', logLost)
  pool.on('connect', (client) => client.on('error', logLost))
  const config = { pool: preparing(pool, prepareOptions(limits), { isReadOnly, asRefusal }) }
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect(config) })
  const notifier = limits.notifier ?? createNotifier(connectionString, limits.pooled ?? false, logLost)

  return {
    pool,
    notifier,
    named: !(limits.pooled ?? false),
    reader,
    ...createTransactions(reader, config, notifier.send),
    async slowly(work) {
      if (slow.waiting >= SLOW_QUEUE_MAX) throw new QueueFull()
      return slow.run(work)
    },
    async ready() {
      await sql`select 1`.execute(reader)
    },
    async close(withinMs) {
      // the pool closes before its last sockets; stopping the database then would look like a lost connection
      closing = true
      await within(withinMs, reader.destroy())
      // kysely ends the pool only when it has used it
      if (!pool.ending) await within(withinMs, pool.end())
      if (!limits.notifier) await within(withinMs, notifier.close())
    },
  }
}

/** Session settings are made once per connection, or in each transaction through a pooler. */
function prepareOptions(limits: PoolLimits): PrepareOptions {
  const { pooled = false, statementMs, lockMs, idleMs }: PoolLimits = { ...REQUEST_LIMITS, ...limits }
  if (!pooled) return { named: true }
  const text = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
    set_config('idle_in_transaction_session_timeout', $3, true)`
  return { named: false, first: { text, values: [statementMs, lockMs, idleMs].map((ms) => String(ms ?? 0)) } }
}

function poolConfig(limits: PoolLimits): PoolConfig {
  const {
    connections,
    statementMs,
    lockMs,
    idleMs,
    silentMs,
    onePlan,
    pooled = false,
  }: PoolLimits = {
    ...REQUEST_LIMITS,
    ...limits,
  }
  const settings = [
    ...(silentMs ? [`-c idle_session_timeout=${silentMs}`] : []),
    ...(onePlan && !pooled ? ['-c plan_cache_mode=force_generic_plan'] : []),
  ]
  return {
    max: connections ?? REQUEST_LIMITS.connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    ...DETECT_LOSS,
    pipeline: true,
    stream: () => new BatchingSocket(),
    ...(settings.length > 0 ? { options: settings.join(' ') } : {}),
    // the database itself may hang
    ...(statementMs ? { query_timeout: statementMs + CONNECT_WITHIN_MS } : {}),
    // a pooler refuses connections with these settings
    ...(pooled
      ? {}
      : {
          statement_timeout: statementMs ?? 0,
          lock_timeout: lockMs ?? 0,
          idle_in_transaction_session_timeout: idleMs ?? 0,
        }),
  }
}

async function within(ms: number | undefined, work: Promise<void>): Promise<void> {
  if (ms === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, late])
  clearTimeout(timer)
}
