/** Transactions as the server, a customer or a provider: whose rights they have, their retries, notifications and savepoints. */
import {
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError } from 'pg'
import { asRefusal, isReadOnly } from '../read-only.ts'
import { isStalePlan } from './prepared-statements.ts'

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

export interface Transactions {
  /** Runs in one transaction as the server; repeated after a transient error that has nothing to do with the work. */
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
}

const ATTEMPTS = 5
const READ_SNAPSHOT: TransactionSettings = { isolationLevel: 'repeatable read', accessMode: 'read only' }

/** @param send sends the notifications of a committed transaction */
export function createTransactions(
  reader: Reader,
  config: { pool: PostgresPool },
  send: (notifications: Notification[]) => void,
): Transactions {
  const run = createPipelinedTransactions(reader, config)

  async function attempt<T>(
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings | null,
  ): Promise<T> {
    const pending: Notification[] = []
    const result = await run(
      (tx) => {
        notifications.set(tx, pending)
        return work(tx)
      },
      settings && isReadOnly() ? { ...settings, accessMode: 'read only' } : settings,
    )
    send(pending)
    return result
  }

  /** @param settings null: a single statement, which needs no `begin` and no `commit` */
  async function transaction<T>(
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings | null = {},
  ): Promise<T> {
    for (let attempts = 1; ; attempts += 1)
      try {
        return await attempt(work, settings)
      } catch (error) {
        if (attempts === ATTEMPTS || !isTransient(error)) throw asRefusal(error)
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
    write: (work) => transaction(work),
    writeSingle: (work) => transaction(work, null),
    asCustomer: (userId, work) => confinedTo('headgate_customer', userId, work),
    readAsCustomer: (userId, work) => confinedTo('headgate_customer', userId, work, READ_SNAPSHOT),
    asProvider: (userId, work) => confinedTo('headgate_provider', userId, work),
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
  const switched = sql`select set_config('role', 'none', true)`.execute(tx)
  const [result] = await Promise.all([work(sameTransaction(tx)), switched])
  return result
}

/** Called right after the role was switched; the caller's type says whose rights it has. */
function sameTransaction(tx: Transaction<unknown>): Transaction<unknown> {
  return tx
}

/** A deadlock, or a plan made before a table changed: the work itself is sound. */
export function isTransient(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && error.code === '40P01')
}

interface Notification {
  channel: string
  payload: string
}

/** Notifications of each open transaction, sent after its commit. */
const notifications = new WeakMap<Tx, Notification[]>()

/** PostgreSQL's limit. */
const PAYLOAD_BYTES_MAX = 7999

/**
 * Notifies the listeners of the channel after the transaction has committed; not on rollback.
 *
 * @throws Error for a payload that is too long
 */
export function notify(tx: Tx, channel: string, payloads: string[]): void {
  const pending = notifications.get(tx)
  if (!pending) throw new Error('notification outside a transaction')
  if (payloads.some((payload) => Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX))
    throw new Error('notification too long')
  pending.push(...payloads.map((payload) => ({ channel, payload })))
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

function takeLastStatements(tx: Tx): Statement[] {
  const statements = lastStatements.get(tx) ?? []
  lastStatements.delete(tx)
  return statements
}

/** Rolls back what the work wrote and its notifications when it throws; the transaction continues. */
export async function inSavepoint(tx: ServerTx, work: () => Promise<void>): Promise<void> {
  const pending = notifications.get(tx)
  const length = pending?.length ?? 0
  const outside = takeLastStatements(tx)
  await sql`savepoint work`.execute(tx)
  try {
    await work()
    // before the savepoint ends, so that a refused one rolls back the savepoint alone
    await Promise.all(takeLastStatements(tx).map((statement) => statement.execute()))
  } catch (error) {
    takeLastStatements(tx)
    pending?.splice(length)
    await sql`rollback to savepoint work`.execute(tx)
    throw error
  } finally {
    lastStatements.set(tx, outside)
  }
}

/**
 * Transactions with pipelining: statements are sent as they are issued and executed in that order, so that concurrent
 * ones cost one round trip. Kysely's own transactions wait for each answer before the next statement.
 *
 * @returns a function that runs work in a transaction: commits when it resolves, rolls back when it throws; without settings
 *   it runs work of a single statement, which commits by itself
 */
function createPipelinedTransactions(reader: Reader, config: { pool: PostgresPool }) {
  const dialect = new PostgresDialect(config)
  const driver: Driver = dialect.createDriver()
  const driverReady = driver.init()

  async function workOn<T>(
    connection: DatabaseConnection,
    work: (tx: ServerTx) => Promise<T>,
    statementsMax = Infinity,
  ): Promise<T> {
    let ended = false
    let statements = 0
    const executor = reader.getExecutor().withConnectionProvider({
      async provideConnection(use) {
        // the connection may be in use by another transaction by now
        if (ended) throw new Error('statement after the end of its transaction')
        statements += 1
        if (statements > statementsMax) throw new Error('a second statement would be another transaction')
        return use(connection)
      },
    })
    try {
      return await work(new Transaction<unknown>({ config: { dialect }, dialect, driver, executor }))
    } finally {
      ended = true
    }
  }

  async function runSingle<T>(
    connection: DatabaseConnection,
    work: (tx: ServerTx) => Promise<T>,
  ): Promise<T> {
    return workOn(
      connection,
      async (tx) => {
        const result = await work(tx)
        if (takeLastStatements(tx).length > 0) throw new Error('no commit to send a statement with')
        return result
      },
      1,
    )
  }

  async function runTransaction<T>(
    connection: DatabaseConnection,
    work: (tx: ServerTx) => Promise<T>,
    settings: TransactionSettings,
  ): Promise<T> {
    try {
      await driver.beginTransaction(connection, settings)
      const finalStatements: Promise<unknown>[] = []
      const result = await workOn(connection, async (tx) => {
        const done = await work(tx)
        finalStatements.push(...takeLastStatements(tx).map((statement) => statement.execute()))
        return done
      })
      // after a refused statement PostgreSQL answers the commit with a rollback
      const outcomes = await Promise.allSettled([...finalStatements, driver.commitTransaction(connection)])
      const refused = outcomes.find(({ status }) => status === 'rejected')
      if (refused?.status === 'rejected') throw refused.reason
      return result
    } catch (error) {
      // harmless when the transaction has ended already; when it cannot be sent, the connection is discarded
      await driver.rollbackTransaction(connection)
      throw error
    }
  }

  return async <T>(work: (tx: ServerTx) => Promise<T>, settings: TransactionSettings | null): Promise<T> => {
    await driverReady
    const connection = await driver.acquireConnection()
    try {
      return await (settings ? runTransaction(connection, work, settings) : runSingle(connection, work))
    } finally {
      await driver.releaseConnection(connection)
    }
  }
}
