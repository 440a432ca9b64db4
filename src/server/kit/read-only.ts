/** Marks work as read-only: every statement it executes runs in a READ ONLY transaction. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseError } from 'pg'

const readOnlyScope = new AsyncLocalStorage<true>()

/** All statements of the work, inside or outside transactions, are READ ONLY. */
export function readOnly<T>(work: () => T): T {
  return readOnlyScope.run(true, work)
}

/** Leaves read-only mode for the server's own writes, such as caching a picture. */
export function asServer<T>(work: () => T): T {
  return readOnlyScope.exit(work)
}

export function isReadOnly(): boolean {
  return readOnlyScope.getStore() === true
}

/** A read-only request tried to write. */
export class ReadOnlyViolation extends Error {}

const READ_ONLY_TRANSACTION = '25006'

/** Converts the database's refusal of a write in read-only mode. */
export function asRefusal(error: unknown): unknown {
  const refused = isReadOnly() && error instanceof DatabaseError && error.code === READ_ONLY_TRANSACTION
  return refused ? new ReadOnlyViolation('nothing is written by whoever only looks', { cause: error }) : error
}
