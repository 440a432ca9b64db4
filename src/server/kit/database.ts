/** The PostgreSQL pool, transactions, and the second wall: a role that sees one customer's rows only. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import type { Log } from './log.ts'

/** Features add their own tables with `withTables`; the kit knows none. */
export type Reader = Kysely<unknown>
export type Writer = Transaction<unknown>

/** Role of migrations/001-kit.sql that row-level security confines. */
const CUSTOMER_ROLE = 'headgate_customer'

export interface Database {
  readonly pool: Pool
  readonly reader: Reader
  /** Runs in one transaction as the server itself. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /** Runs in one transaction in which row-level security shows only what belongs to this user. */
  asCustomer<T>(userId: number, work: (tx: Writer) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// bigint columns of this product are counters and identifiers far below 2^53
types.setTypeParser(types.builtins.INT8, Number)

/** Opens a pool; connections are made when they are needed. */
export function openDatabase(connectionString: string, log: Log, size = 16): Database {
  const pool = new Pool({ connectionString, max: size, application_name: 'headgate' })
  let closing = false
  const say = (error: Error) => {
    if (!closing) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', say)
  pool.on('connect', (client) => client.on('error', say))
  const reader = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    reader,
    write: (work) => reader.transaction().execute(work),
    asCustomer: (userId, work) =>
      reader.transaction().execute(async (tx) => {
        await sql`select set_config('role', ${CUSTOMER_ROLE}, true), set_config('headgate.user_id', ${String(userId)}, true)`.execute(
          tx,
        )
        return work(tx)
      }),
    async close() {
      // the pool is done before its last sockets are; a database that stops next would seem a loss
      closing = true
      await reader.destroy()
      // kysely ends the pool only when it was the one to use it
      if (!pool.ended) await pool.end()
    },
  }
}
