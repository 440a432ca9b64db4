/** The PostgreSQL pool, transactions, and the second wall: a role that sees one customer's rows only. */
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
import { asRefusal, isLooking } from '../look-only.ts'
import { isStalePlan, type Manner, preparing, setReaders } from './prepared-statements.ts'

/** Features add their own tables with `withTables`; the kit knows none. */
export type Reader = Kysely<unknown>

/** In the types alone: whose rights the statements of a transaction have (docs/decisions/013-who-acts.md). */
declare const actor: unique symbol
type ActingAs<Actor> = Transaction<unknown> & { readonly [actor]?: Actor }
/** Row-level security shows what belongs to one user, and nothing else. */
export type CustomerTx = ActingAs<'customer'>
/** Row-level security shows what a provider looks at of everybody, and nothing once the account is no provider's any more. */
export type ProviderTx = ActingAs<'provider'>
/** The server's own rights: audit, jobs and orders to machines are written with these alone. */
export type ServerTx = ActingAs<'server'>
/** Of either; for what both may do. */
export type Tx = ActingAs<'customer' | 'server'>

/** Roles of migrations/001-kit.sql and 050-provider-wall.sql that row-level security confines. */
export const CONFINED_ROLES = ['headgate_customer', 'headgate_provider'] as const
type ConfinedRole = (typeof CONFINED_ROLES)[number]

const CONNECT_WITHIN_MS = 5000
/** A new connection knows no statement yet; those of the last rush are kept for the next. */
const KEPT_IDLE_MS = 300_000
const TRIES = 5
const LOOK: TransactionSettings = { isolationLevel: 'repeatable read', accessMode: 'read only' }

export interface Database {
  readonly pool: Pool
  /** Its way of telling what its transactions have to tell. */
  readonly teller: Teller
  /** Whether a text keeps its name in a connection; not through a pooler. */
  readonly named: boolean
  readonly reader: Reader
  /** Runs in one transaction as the server itself; once more where the database ended it for what says nothing of the work. */
  write<T>(work: (tx: ServerTx) => Promise<T>): Promise<T>
  /** Runs in one transaction in which row-level security shows only what belongs to this user. */
  asCustomer<T>(userId: number, work: (tx: CustomerTx) => Promise<T>): Promise<T>
  /** The same to look only: all statements see the rows of one moment, whatever is written meanwhile. */
  lookAsCustomer<T>(userId: number, work: (tx: CustomerTx) => Promise<T>): Promise<T>
  /** Runs in one transaction of a provider, who sees everybody's systems and changes nothing before `continueAsServer`. */
  asProvider<T>(userId: number, work: (tx: ProviderTx) => Promise<T>): Promise<T>
  /**
   * Work that may go through all that is stored: some of it at once, the rest in its turn, so that whoever asks for little finds a
   * connection. Not within other work of the kind.
   *
   * @throws TooMuchWaits
   */
  slowly<T>(work: () => Promise<T>): Promise<T>
  /** Resolves while the database answers. */
  ready(): Promise<void>
  /** Waits for what is under way; past `withinMs` for nothing any more: its connections end with the process. */
  close(withinMs?: number): Promise<void>
}

export interface PoolLimits {
  connections?: number
  /** What a statement, a wait for a lock, and a transaction in which nothing happens may take; null: any time. */
  statementMs?: number | null
  lockMs?: number | null
  /** Past it the database ends the connection, and whatever a process that stands still had locked is free. */
  idleMs?: number | null
  /** Through a pooler: nothing is kept in a connection from one transaction to the next. */
  pooled?: boolean
  /** Ends a connection that says nothing, inside a transaction or not; only for one that is used all the time. */
  silentMs?: number
  /** That of another pool of the process, which closes it; else one of its own. */
  teller?: Teller
}

/** Of requests: long enough for any call, short enough that one that hangs lets go of what others wait for. */
const OF_REQUESTS = { connections: 4, statementMs: 30_000, lockMs: 10_000, idleMs: 30_000 }

/** Half of the connections of requests, and as many in line as are done in the time that anybody waits for a connection. */
const SLOW_AT_ONCE = 2
const SLOW_IN_LINE = 8

/** Answered as what the database says when it has no connection left. */
class TooMuchWaits extends Error {
  readonly code = '53300'

  constructor() {
    super('too much that is slow waits already')
    this.name = 'TooMuchWaits'
  }
}

/** For work that nobody waits for, and that may take as long as it takes. */
export const UNLIMITED = { statementMs: null, lockMs: null, idleMs: null } as const

setReaders()

/** Opens a pool; connections are made when they are needed. */
export function openDatabase(connectionString: string, log: Log, limits: PoolLimits = {}): Database {
  const pool = new Pool({ connectionString, application_name: 'headgate', ...poolConfig(limits) })
  const slow = createLimit(SLOW_AT_ONCE)
  let closing = false
  const say = (error: unknown) => {
    if (!closing) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', say)
  pool.on('connect', (client) => client.on('error', say))
  const config = { pool: preparing(pool, mannerOf(limits), { isLooking, asRefusal }) }
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect(config) })
  const begin = createTransactions(reader, config)
  const teller = limits.teller ?? createTeller(connectionString, limits.pooled ?? false, say)

  async function once<T>(work: (tx: ServerTx) => Promise<T>, settings: TransactionSettings): Promise<T> {
    const told: Notice[] = []
    const result = await begin(
      (tx) => {
        notices.set(tx, told)
        return work(tx)
      },
      isLooking() ? { ...settings, accessMode: 'read only' } : settings,
    )
    teller.tell(told)
    return result
  }

  async function transaction<T>(
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings = {},
  ): Promise<T> {
    for (let tries = 1; ; tries += 1)
      try {
        return await once(work, settings)
      } catch (error) {
        if (tries === TRIES || !mayPass(error)) throw asRefusal(error)
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
      // what is asked next travels with it, and is carried out after it or not at all
      const [result] = await Promise.all([work(sameTransaction(tx)), confined])
      return result
    }, settings)

  return {
    pool,
    teller,
    named: !(limits.pooled ?? false),
    reader,
    write: transaction,
    asCustomer: (userId, work) => confinedTo('headgate_customer', userId, work),
    lookAsCustomer: (userId, work) => confinedTo('headgate_customer', userId, work, LOOK),
    asProvider: (userId, work) => confinedTo('headgate_provider', userId, work),
    async slowly(work) {
      if (slow.waiting >= SLOW_IN_LINE) throw new TooMuchWaits()
      return slow.run(work)
    },
    async ready() {
      await sql`select 1`.execute(reader)
    },
    async close(withinMs) {
      // the pool is done before its last sockets are; a database that stops next would seem a loss
      closing = true
      await within(withinMs, reader.destroy())
      // kysely ends the pool only when it was the one to use it
      if (!pool.ending) await within(withinMs, pool.end())
      if (!limits.teller) await within(withinMs, teller.close())
    },
  }
}

/**
 * From here on the same transaction runs as the server itself, which it does anyway at its end: one statement, and what
 * the customer or provider wrote and what the server writes become true together. The customer's handle has the server's rights from
 * then on as well, so nothing is done with it any more.
 */
export async function continueAsServer(tx: CustomerTx | ProviderTx): Promise<ServerTx> {
  await sql`select set_config('role', 'none', true)`.execute(tx)
  return sameTransaction(tx)
}

/** The same for one piece of work, whose first statements travel with the change: carried out after it or not at all. */
export async function asServerFromHere<T>(
  tx: CustomerTx | ProviderTx,
  work: (server: ServerTx) => Promise<T>,
): Promise<T> {
  const changed = sql`select set_config('role', 'none', true)`.execute(tx)
  const [result] = await Promise.all([work(sameTransaction(tx)), changed])
  return result
}

/**
 * Transactions whose statements go out as they are asked, and are carried out in that order: what is asked at once costs
 * one way to the database. Those of kysely wait for each answer before they send the next.
 *
 * @returns what runs work in a transaction: commits when it resolves, rolls back when it throws
 */
function createTransactions(reader: Reader, config: { pool: PostgresPool }) {
  const dialect = new PostgresDialect(config)
  const driver: Driver = dialect.createDriver()
  const driverReady = driver.init()

  async function workIn<T>(connection: DatabaseConnection, work: (tx: ServerTx) => Promise<T>): Promise<T> {
    let over = false
    const executor = reader.getExecutor().withConnectionProvider({
      async provideConnection(use) {
        // the connection may be somebody else's by now
        if (over) throw new Error('asked after the end of its transaction')
        return use(connection)
      },
    })
    try {
      return await work(new Transaction<unknown>({ config: { dialect }, dialect, driver, executor }))
    } finally {
      over = true
    }
  }

  return async <T>(work: (tx: ServerTx) => Promise<T>, settings: TransactionSettings): Promise<T> => {
    await driverReady
    const connection = await driver.acquireConnection()
    try {
      await driver.beginTransaction(connection, settings)
      const result = await workIn(connection, work)
      await driver.commitTransaction(connection)
      return result
    } catch (error) {
      // where the transaction has ended already this does nothing; where it cannot be said, the connection is thrown away
      await driver.rollbackTransaction(connection)
      throw error
    } finally {
      await driver.releaseConnection(connection)
    }
  }
}

/** Without its mark, right after the role was set: whoever takes it says whose it is. */
function sameTransaction(tx: Transaction<unknown>): Transaction<unknown> {
  return tx
}

/** Ended as one of several transactions that waited for each other, or planned before a table changed: the work is sound. */
export function mayPass(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && error.code === '40P01')
}

interface Notice {
  channel: string
  text: string
}

interface Teller {
  tell(told: Notice[]): void
  close(): Promise<void>
}

/** What each transaction tells once it has committed, gathered. */
const notices = new WeakMap<Tx, Notice[]>()

/** Of one notice, bytes; the limit of PostgreSQL. */
const NOTICE_MAX = 7999

/**
 * Notifies whoever listens to the channel once the transaction has committed; not at all when it does not.
 *
 * @throws Error for what is too long to be told
 */
export function notify(tx: Tx, channel: string, texts: string[]): void {
  const waiting = notices.get(tx)
  if (!waiting) throw new Error('tells outside a transaction')
  if (texts.some((text) => Buffer.byteLength(text) > NOTICE_MAX)) throw new Error('too long to be told')
  waiting.push(...texts.map((text) => ({ channel, text })))
}

/**
 * Tells right after the commit, on a connection of its own, what may come from many transactions at once. Within them it
 * would cost each a lock of the whole database that is held until the commit is on the disk: all that tell something
 * would commit one after the other. A process that dies in between has told nothing, as one that hears nothing for a
 * moment misses it: whoever listens looks by himself from time to time.
 */
function createTeller(connectionString: string, pooled: boolean, lost: (error: unknown) => void): Teller {
  const pool = new Pool({
    connectionString,
    application_name: 'headgate-tells',
    max: 1,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    query_timeout: CONNECT_WITHIN_MS,
    keepAlive: true,
    // nothing is written that a crash could lose; a pooler does not pass it on, and each tells a little later
    ...(pooled ? {} : { options: '-c synchronous_commit=off' }),
  })
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  let last: Promise<unknown> = Promise.resolve()
  const tell = inBatches(async (batch: Notice[][]) => {
    const told = batch.flat()
    const [channels, texts] = [told.map(({ channel }) => channel), told.map(({ text }) => text)]
    await pool.query({
      ...(pooled ? {} : { name: 'tell' }),
      text: 'select pg_notify(channel, text) from unnest($1::text[], $2::text[]) as told (channel, text)',
      values: [channels, texts],
    })
    return batch
  })
  return {
    tell(told: Notice[]): void {
      if (told.length > 0) last = tell(told).catch(lost)
    },
    async close(): Promise<void> {
      await last
      if (!pool.ending) await pool.end()
    },
  }
}

/** What the work wrote, and told, is taken back when it throws; the transaction goes on. */
export async function inSavepoint(tx: ServerTx, work: () => Promise<void>): Promise<void> {
  const waiting = notices.get(tx)
  const told = waiting?.length ?? 0
  await sql`savepoint work`.execute(tx)
  try {
    await work()
  } catch (error) {
    waiting?.splice(told)
    await sql`rollback to savepoint work`.execute(tx)
    throw error
  }
}

/** What a connection of our own is told once, through a pooler each transaction is. */
function mannerOf(limits: PoolLimits): Manner {
  const { pooled = false, statementMs, lockMs, idleMs }: PoolLimits = { ...OF_REQUESTS, ...limits }
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
    ...OF_REQUESTS,
    ...limits,
  }
  return {
    max: connections ?? OF_REQUESTS.connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    keepAlive: true,
    pipeline: true,
    ...(silentMs ? { options: `-c idle_session_timeout=${silentMs}` } : {}),
    // the database may be the one that stands still
    ...(statementMs ? { query_timeout: statementMs + CONNECT_WITHIN_MS } : {}),
    // a pooler refuses a connection that asks for these
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
