/** The PostgreSQL pool, transactions, and the roles that row-level security limits to one customer's rows. */
import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type Driver,
  type PostgresPool,
  sql,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError, Pool, type PoolConfig } from 'pg'
import { inBatches } from '../batch.ts'
import { createLimit } from '../limit.ts'
import type { Log } from '../log.ts'
import { asRefusal, isReadOnly } from '../read-only.ts'
import {
  BatchingSocket,
  isStalePlan,
  type PrepareOptions,
  preparing,
  setReaders,
} from './prepared-statements.ts'

/** Features add their own tables with `withTables`; the kit knows none. */
export type Reader = Kysely<unknown>

/** Only in the types: whose rights the statements of a transaction have (docs/decisions/013-transaction-types.md). */
declare const actor: unique symbol
type ActingAs<Actor> = Transaction<unknown> & { readonly [actor]?: Actor }
/** Row-level security shows only what belongs to one user. */
export type CustomerTx = ActingAs<'customer'>
/** Row-level security shows what a provider may see of all customers, and nothing once the account is no longer a provider. */
export type ProviderTx = ActingAs<'provider'>
/** The server's own rights, required for audit rows, jobs and desired states. */
export type ServerTx = ActingAs<'server'>
/** Either of them, for operations that both may do. */
export type Tx = ActingAs<'customer' | 'server'>

/** Roles of migrations/001-kit.sql and 050-provider-wall.sql that row-level security applies to. */
export const CONFINED_ROLES = ['headgate_customer', 'headgate_provider'] as const
type ConfinedRole = (typeof CONFINED_ROLES)[number]

const CONNECT_WITHIN_MS = 5000
/** New connections have no prepared statements, so those of the last peak are kept for the next. */
const KEPT_IDLE_MS = 300_000
const TRIES = 5
const READ_SNAPSHOT: TransactionSettings = { isolationLevel: 'repeatable read', accessMode: 'read only' }

export interface Database {
  readonly pool: Pool
  /** Sends the notifications of its transactions. */
  readonly notifier: Notifier
  /** Whether prepared statements keep their names in a connection; not through a pooler. */
  readonly named: boolean
  readonly reader: Reader
  /** Runs in one transaction as the server; repeated once after a transient error that has nothing to do with the work. */
  write<T>(work: (tx: ServerTx) => Promise<T>): Promise<T>
  /**
   * The same for a single statement, which is a transaction by itself: one round trip instead of two.
   *
   * @throws Error at a second statement
   */
  writeSingle<T>(work: (tx: ServerTx) => Promise<T>): Promise<T>
  /** Runs in one transaction in which row-level security shows only what belongs to this user. */
  asCustomer<T>(userId: number, work: (tx: CustomerTx) => Promise<T>): Promise<T>
  /** The same read-only: all statements read one snapshot. */
  readAsCustomer<T>(userId: number, work: (tx: CustomerTx) => Promise<T>): Promise<T>
  /** Runs in one transaction of a provider, who sees all systems and changes nothing before `continueAsServer`. */
  asProvider<T>(userId: number, work: (tx: ProviderTx) => Promise<T>): Promise<T>
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
  /** The notifier of another pool of the process, which closes it; else one of its own. */
  notifier?: Notifier
}

/** For requests: long enough for any call, short enough that a hanging one releases what others wait for. */
const REQUEST_LIMITS = { connections: 4, statementMs: 30_000, lockMs: 10_000, idleMs: 30_000 }

/** Half of the connections for requests, and a queue that is served in the time that anyone waits for a connection. */
const SLOW_AT_ONCE = 2
const SLOW_IN_LINE = 8

/** Answered like the database's error for too many connections. */
class QueueFull extends Error {
  readonly code = '53300'

  constructor() {
    super('too much that is slow waits already')
    this.name = 'QueueFull'
  }
}

/** For background work without a time limit. */
export const UNLIMITED = { statementMs: null, lockMs: null, idleMs: null } as const

setReaders()

/** Opens a pool; connections are made when needed. */
export function openDatabase(connectionString: string, log: Log, limits: PoolLimits = {}): Database {
  const pool = new Pool({ connectionString, application_name: 'headgate', ...poolConfig(limits) })
  const slow = createLimit(SLOW_AT_ONCE)
  let closing = false
  const say = (error: unknown) => {
    if (!closing) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', say)
  pool.on('connect', (client) => client.on('error', say))
  const config = { pool: preparing(pool, prepareOptions(limits), { isLooking: isReadOnly, asRefusal }) }
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect(config) })
  const begin = createTransactions(reader, config)
  const notifier = limits.notifier ?? createNotifier(connectionString, limits.pooled ?? false, say)

  async function once<T>(
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings | null,
  ): Promise<T> {
    const pending: Notice[] = []
    const result = await begin(
      (tx) => {
        notices.set(tx, pending)
        return work(tx)
      },
      settings && isReadOnly() ? { ...settings, accessMode: 'read only' } : settings,
    )
    notifier.send(pending)
    return result
  }

  /** @param settings null: a single statement, which needs no `begin` and no `commit` */
  async function transaction<T>(
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings | null = {},
  ): Promise<T> {
    for (let tries = 1; ; tries += 1)
      try {
        return await once(work, settings)
      } catch (error) {
        if (tries === TRIES || !isTransient(error)) throw asRefusal(error)
      }
  }

  const confinedTo = <T>(
    role: ConfinedRole,
    userId: number,
    work: (tx: Transaction<unknown>) => Promise<T>,
    settings?: TransactionSettings,
  ) =>
    transaction(async (tx) => {
      const confined =
        sql`select set_config('role', ${role}, true), set_config('headgate.user_id', ${String(userId)}, true)`.execute(
          tx,
        )
      // the next statement is sent with it, and executed after it or not at all
      const [result] = await Promise.all([work(sameTransaction(tx)), confined])
      return result
    }, settings)

  return {
    pool,
    notifier: notifier,
    named: !(limits.pooled ?? false),
    reader,
    write: (work) => transaction(work),
    writeSingle: (work) => transaction(work, null),
    asCustomer: (userId, work) => confinedTo('headgate_customer', userId, work),
    readAsCustomer: (userId, work) => confinedTo('headgate_customer', userId, work, READ_SNAPSHOT),
    asProvider: (userId, work) => confinedTo('headgate_provider', userId, work),
    async slowly(work) {
      if (slow.waiting >= SLOW_IN_LINE) throw new QueueFull()
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

/**
 * From here on the same transaction runs as the server, which it does anyway at its end: one statement, and the writes
 * of the customer or provider and of the server are committed together. The customer's handle has the server's rights
 * from then on as well, so it must no longer be used.
 */
export async function continueAsServer(tx: CustomerTx | ProviderTx): Promise<ServerTx> {
  await sql`select set_config('role', 'none', true)`.execute(tx)
  return sameTransaction(tx)
}

/** The same for one piece of work, whose first statements are sent with the switch: executed after it or not at all. */
export async function runAsServer<T>(
  tx: CustomerTx | ProviderTx,
  work: (server: ServerTx) => Promise<T>,
): Promise<T> {
  const changed = sql`select set_config('role', 'none', true)`.execute(tx)
  const [result] = await Promise.all([work(sameTransaction(tx)), changed])
  return result
}

/**
 * Transactions with pipelining: statements are sent as they are issued and executed in that order, so that concurrent
 * ones cost one round trip. Kysely's own transactions wait for each answer before the next statement.
 *
 * @returns a function that runs work in a transaction: commits when it resolves, rolls back when it throws; without settings
 *   it runs work of a single statement, which commits by itself
 */
function createTransactions(reader: Reader, config: { pool: PostgresPool }) {
  const dialect = new PostgresDialect(config)
  const driver: Driver = dialect.createDriver()
  const driverReady = driver.init()

  async function workIn<T>(
    connection: DatabaseConnection,
    work: (tx: ServerTx) => Promise<T>,
    statements = Infinity,
  ): Promise<T> {
    let over = false
    let left = statements
    const executor = reader.getExecutor().withConnectionProvider({
      async provideConnection(use) {
        // the connection may be in use by another transaction by now
        if (over) throw new Error('asked after the end of its transaction')
        left -= 1
        if (left < 0) throw new Error('a second statement would be another transaction')
        return use(connection)
      },
    })
    try {
      return await work(new Transaction<unknown>({ config: { dialect }, dialect, driver, executor }))
    } finally {
      over = true
    }
  }

  return async <T>(work: (tx: ServerTx) => Promise<T>, settings: TransactionSettings | null): Promise<T> => {
    await driverReady
    const connection = await driver.acquireConnection()
    if (!settings)
      try {
        return await workIn(connection, (tx) => withoutCommit(tx, work), 1)
      } finally {
        await driver.releaseConnection(connection)
      }
    try {
      await driver.beginTransaction(connection, settings)
      const sent: Promise<unknown>[] = []
      const result = await workIn(connection, async (tx) => {
        const done = await work(tx)
        sent.push(...takeLast(tx).map((statement) => statement.execute()))
        return done
      })
      // after a refused statement PostgreSQL answers the commit with a rollback
      const outcomes = await Promise.allSettled([...sent, driver.commitTransaction(connection)])
      const refused = outcomes.find(({ status }) => status === 'rejected')
      if (refused?.status === 'rejected') throw refused.reason
      return result
    } catch (error) {
      // harmless when the transaction has ended already; when it cannot be sent, the connection is discarded
      await driver.rollbackTransaction(connection)
      throw error
    } finally {
      await driver.releaseConnection(connection)
    }
  }
}

/** Called right after the role was switched; the caller's type says whose rights it has. */
function sameTransaction(tx: Transaction<unknown>): Transaction<unknown> {
  return tx
}

/** A deadlock, or a plan made before a table changed: the work itself is sound. */
export function isTransient(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && error.code === '40P01')
}

interface Notice {
  channel: string
  text: string
}

interface Notifier {
  send(told: Notice[]): void
  close(): Promise<void>
}

/** Notifications of each transaction, sent after its commit. */
const notices = new WeakMap<Tx, Notice[]>()

/** Bytes per notification; PostgreSQL's limit. */
const NOTICE_MAX = 7999

/**
 * Notifies the listeners of the channel after the transaction has committed; not on rollback.
 *
 * @throws Error for a payload that is too long
 */
export function notify(tx: Tx, channel: string, texts: string[]): void {
  const pending = notices.get(tx)
  if (!pending) throw new Error('tells outside a transaction')
  if (texts.some((text) => Buffer.byteLength(text) > NOTICE_MAX)) throw new Error('too long to be told')
  pending.push(...texts.map((text) => ({ channel, text })))
}

/**
 * Sends notifications right after the commit, on a connection of its own, batched over transactions. NOTIFY inside a
 * transaction takes a lock of the whole database until the commit is on disk, so that all transactions with
 * notifications would commit one after another. If the process dies in between, the notification is lost, like for a
 * listener that is disconnected for a moment; listeners poll as well.
 */
function createNotifier(connectionString: string, pooled: boolean, lost: (error: unknown) => void): Notifier {
  const pool = new Pool({
    connectionString,
    application_name: 'headgate-tells',
    max: 1,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    query_timeout: CONNECT_WITHIN_MS,
    keepAlive: true,
    // no durable writes; a pooler does not pass the option on, so each notification is slightly slower
    ...(pooled ? {} : { options: '-c synchronous_commit=off' }),
  })
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  let last: Promise<unknown> = Promise.resolve()
  const send = inBatches(async (batch: Notice[][]) => {
    const sent = batch.flat()
    const [channels, texts] = [sent.map(({ channel }) => channel), sent.map(({ text }) => text)]
    await pool.query({
      ...(pooled ? {} : { name: 'tell' }),
      text: 'select pg_notify(channel, text) from unnest($1::text[], $2::text[]) as told (channel, text)',
      values: [channels, texts],
    })
    return batch
  })
  return {
    send(told: Notice[]): void {
      if (told.length > 0) last = send(told).catch(lost)
    },
    async close(): Promise<void> {
      await last
      if (!pool.ending) await pool.end()
    },
  }
}

/** A statement of the query builder: sent as soon as it is executed. */
interface Statement {
  execute(): Promise<unknown>
}

/** Statements of open transactions that are sent together with the commit. */
const lastStatements = new WeakMap<Tx, Statement[]>()

/**
 * Sends a statement together with the commit: one round trip less while others wait for the transaction's locks. Later
 * statements of the transaction do not see what it writes.
 */
export function sendWithCommit(tx: Tx, statement: Statement): void {
  lastStatements.set(tx, [...(lastStatements.get(tx) ?? []), statement])
}

function takeLast(tx: Tx): Statement[] {
  const statements = lastStatements.get(tx) ?? []
  lastStatements.delete(tx)
  return statements
}

async function withoutCommit<T>(tx: ServerTx, work: (tx: ServerTx) => Promise<T>): Promise<T> {
  const result = await work(tx)
  if (takeLast(tx).length > 0) throw new Error('no commit to send a statement with')
  return result
}

/** Rolls back what the work wrote and its notifications when it throws; the transaction continues. */
export async function inSavepoint(tx: ServerTx, work: () => Promise<void>): Promise<void> {
  const pending = notices.get(tx)
  const length = pending?.length ?? 0
  const outside = takeLast(tx)
  await sql`savepoint work`.execute(tx)
  try {
    await work()
    // before the savepoint ends, so that a refused one rolls back the savepoint alone
    await Promise.all(takeLast(tx).map((statement) => statement.execute()))
  } catch (error) {
    takeLast(tx)
    pending?.splice(length)
    await sql`rollback to savepoint work`.execute(tx)
    throw error
  } finally {
    lastStatements.set(tx, outside)
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
    pooled = false,
  }: PoolLimits = {
    ...REQUEST_LIMITS,
    ...limits,
  }
  return {
    max: connections ?? REQUEST_LIMITS.connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    keepAlive: true,
    pipeline: true,
    stream: () => new BatchingSocket(),
    ...(silentMs ? { options: `-c idle_session_timeout=${silentMs}` } : {}),
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
