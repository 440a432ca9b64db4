/** Whose requests only look: every statement that they lead to is carried out where the database lets nothing be written. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseError } from 'pg'

const looking = new AsyncLocalStorage<true>()

/** All that the work asks of the database, in transactions or outside of them, is READ ONLY. */
export function lookOnly<T>(work: () => T): T {
  return looking.run(true, work)
}

/** What the server keeps for itself whoever has asked, such as a picture that is drawn once. */
export function forItself<T>(work: () => T): T {
  return looking.exit(work)
}

export function isLooking(): boolean {
  return looking.getStore() === true
}

/** Somebody who only looks would have written something. */
export class OnlyLooks extends Error {}

const READ_ONLY_TRANSACTION = '25006'

/** What the database refused to whoever only looks, as everything else that is refused to them. */
export function asRefusal(error: unknown): unknown {
  const refused = isLooking() && error instanceof DatabaseError && error.code === READ_ONLY_TRANSACTION
  return refused ? new OnlyLooks('nothing is written by whoever only looks', { cause: error }) : error
}
