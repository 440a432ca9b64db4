/** Fewer and cheaper round trips: statements are prepared once per connection, `begin` is sent with the first one, and timestamps have a fast parser. */
import { Socket } from 'node:net'
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import { DatabaseError, type Pool, type PoolClient, types } from 'pg'

/** Prepared statements per connection; further texts are planned at every call, as without this. */
const TEXTS_MAX = 1000

/** A transaction begins with its first statement, in the same round trip; without one it never begins. */
const BEGIN = /^(?:begin|start transaction)/
/** Prepared even without parameters. */
const READS = /^\s*(?:select|with)\b/
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])
const NOTHING = { command: 'SELECT' as const, rowCount: 0, rows: [] }

function isAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** A table changed since a statement was planned; the next attempt plans it anew. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan')
}

/**
 * Whether a column of integers is one of these. A single number is compared by itself: of a list the database expects ten
 * while it does not know its length, so it would plan the statement at every call (docs/decisions/105-one-plan-per-statement.md).
 */
export function isOneOf(column: string, ids: number[]): RawBuilder<boolean> {
  const [only] = ids
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any (${ids}::bigint[])`
}

export interface PrepareOptions {
  /** Each text is prepared once per connection; not through a pooler, where each statement may reach another session. */
  named: boolean
  /** Sent at the beginning of every transaction. */
  first?: { text: string; values: string[] }
}

/** Whether statements are read-only, and how the database's refusal is converted. */
export interface ReadOnlyMode {
  isReadOnly(): boolean
  asRefusal(error: unknown): unknown
}

/** The pool for kysely, whose connections must pipeline; code that uses `pool` itself chooses what to prepare. */
export function preparing(
  pool: Pool,
  { named, first }: PrepareOptions = { named: true },
  { isReadOnly, asRefusal }: ReadOnlyMode = { isReadOnly: () => false, asRefusal: (error) => error },
): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  let generation = 0

  function nameOf(text: string): string | undefined {
    const existing = names.get(text)
    if (existing || names.size === TEXTS_MAX) return existing
    const name = `${generation}-${names.size}`
    names.set(text, name)
    return name
  }

  async function execute<R>(
    client: PoolClient,
    text: string,
    values: unknown[],
  ): Promise<PostgresQueryResult<R>> {
    const name = named && (values.length > 0 || READS.test(text)) ? nameOf(text) : undefined
    try {
      const answer: unknown = await client.query(name ? { name, text, values } : { text, values })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same object as without a name, which pg types wider
      return answer as PostgresQueryResult<R>
    } catch (error) {
      if (isStalePlan(error)) {
        names.clear()
        generation += 1
      }
      throw error
    }
  }

  function preparingClient(client: PoolClient): PostgresPoolClient {
    let state: 'outside' | 'beginning' | 'inside' = 'outside'
    let begin = ''
    let culprit: unknown = null

    /**
     * Statements that were sent after one that failed are refused because the transaction is aborted. Both answers may
     * be read at once, and that of the shorter chain of promises is heard first: it must tell why.
     */
    async function executeInside<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
      try {
        return await execute<R>(client, text, values)
      } catch (error) {
        if (isAborted(error) && culprit) throw culprit
        culprit = error
        throw error
      }
    }

    async function run<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
      if (BEGIN.test(text)) {
        state = 'beginning'
        begin = text
        culprit = null
        return NOTHING
      }
      const before = state
      if (before !== 'outside') state = ENDS.has(text) ? 'outside' : 'inside'
      if (before === 'inside') return executeInside<R>(text, values)
      if (before === 'outside' && isReadOnly()) return queryReadOnly<R>(text, values)
      if (before === 'outside')
        return execute<R>(client, text, values).catch((error: unknown) => {
          // inside a transaction, the whole transaction must be repeated
          if (isStalePlan(error)) return execute<R>(client, text, values)
          throw error
        })
      if (ENDS.has(text)) return NOTHING
      const begun = client.query(begin)
      const configured = first && client.query(first.text, first.values)
      const [answer] = await Promise.all([executeInside<R>(text, values), begun, configured])
      return answer
    }

    /** A single statement in read-only mode; all three are sent together. */
    async function queryReadOnly<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
      const begun = client.query('begin read only')
      const configured = first && client.query(first.text, first.values)
      const queried = execute<R>(client, text, values)
      const committed = client.query('commit')
      try {
        const [answer] = await Promise.all([queried, begun, configured])
        return answer
      } catch (error) {
        throw asRefusal(error)
      } finally {
        await committed.catch(() => undefined)
      }
    }

    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(
      text: string | PostgresCursor<R>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') throw new Error('cursors are not prepared')
      return run<R>(text, [...values])
    }
    return { query, release: (destroy) => client.release(destroy) }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const wrapper = clients.get(client) ?? preparingClient(client)
      clients.set(client, wrapper)
      return wrapper
    },
    end: () => pool.end(),
  }
}

/**
 * The driver writes each statement of a pipeline by itself. That system call costs more than building the statement, and
 * each one wakes up the database.
 */
export class BatchingSocket extends Socket {
  #corked = false

  #corkForThisTurn(): void {
    if (this.#corked) return
    this.#corked = true
    this.cork()
    process.nextTick(() => {
      this.#corked = false
      this.uncork()
    })
  }

  override connect(...args: unknown[]): this {
    Reflect.apply(super.connect, this, args)
    // not an override of `write`: connecting restores the socket's own one
    const { write } = this
    this.write = (...chunks: unknown[]): boolean => {
      this.#corkForThisTurn()
      return Reflect.apply(write, this, chunks)
    }
    return this
  }
}

/** Lists have ten timestamps per row, and the driver's parser takes more than twice as long. */
type Read = (text: string) => Date | number

// read before `setReaders` replaces it
const driverParser: Read = types.getTypeParser(types.builtins.TIMESTAMPTZ)

const ZERO = '0'.charCodeAt(0)
const number = (text: string, from: number, to: number) => {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO
  return value
}

/** `Date.UTC` adds 1900 to smaller years. */
const YEAR_MIN = 100
const SECONDS_END = 19

/**
 * Nearly all timestamps are like `2026-07-06 12:34:56.789+00`; others are parsed by the driver.
 *
 * @returns a number for the infinities, like the driver
 */
export function readInstant(text: string): Date | number {
  const year = number(text, 0, 4)
  if (text[4] !== '-' || !text.endsWith('+00') || !(year >= YEAR_MIN)) return driverParser(text)
  const zone = text.length - 3
  const millis = number(text, SECONDS_END + 1, Math.min(zone, SECONDS_END + 4))
  const scale = zone === SECONDS_END + 2 ? 100 : zone === SECONDS_END + 3 ? 10 : 1
  return new Date(
    Date.UTC(
      year,
      number(text, 5, 7) - 1,
      number(text, 8, 10),
      number(text, 11, 13),
      number(text, 14, 16),
      number(text, 17, SECONDS_END),
      millis * scale,
    ),
  )
}

/** How database values become JavaScript values, in every pool of the process. */
export function setReaders(): void {
  // bigint columns of this product are counters and identifiers far below 2^53
  types.setTypeParser(types.builtins.INT8, Number)
  types.setTypeParser(types.builtins.TIMESTAMPTZ, readInstant)
}
