/** Looks up the user and session of a token in the database on every call, batching concurrent look-ups. */
import type { Pool } from 'pg'
import type { FamilyUser } from './sessions.store.ts'

/** Null if there is no such user; `family` is null if that session has ended. */
export type SessionLookup = (userId: number, family: string) => Promise<FamilyUser | null>

// prepared once per connection; nothing is cached, so an ended session is refused by all processes at once
const NAME = 'users-of-families'
// users and sessions one after the other: a join of both took twice the processor time
const TEXT = `select id, name, email, provider, active, null as family from users where id = any($1::integer[])
    union all
    select user_id, null, null, null, null, id from token_families where id = any($2::text[]) and revoked_at is null`

/** A user, or the user's id and an active session. */
type Found = (Omit<FamilyUser, 'family'> & { family: null }) | { id: number; family: string }

interface Waiting {
  userId: number
  family: string
  answers: PromiseWithResolvers<FamilyUser | null>
}

/** Sequential statements make the largest batches; a second one runs in parallel only if many wait. */
const ENOUGH_FOR_ANOTHER = 50
const AT_ONCE = 4
/** The longest wait for a batch that grows with each turn of the event loop. */
const GATHERING_MS = 1

/**
 * Look-ups that arrive while others are running are batched into the next statement: under load a statement answers many,
 * and a single one starts at once. Every query starts after its request, so the answer is never outdated.
 *
 * @param named whether a connection keeps the prepared statement; not through a pooler
 */
export function createSessionLookup(pool: Pool, named = true): SessionLookup {
  const statement = { text: TEXT, ...(named ? { name: NAME } : {}) }
  let waiting: Waiting[] = []
  /** The newest of each session: its id is the only text of a call that has been hashed already. */
  let byFamily = new Map<string, Waiting>()
  let asked = 0
  let running = 0
  let scheduled = false

  function schedule(): void {
    const most = waiting.length >= ENOUGH_FOR_ANOTHER ? AT_ONCE : 1
    if (scheduled || running >= most || waiting.length === 0) return
    scheduled = true
    // two turns of the event loop: by the second one, clients that were just answered have sent their next requests.
    // After one, each statement would serve only half of a steady load
    setImmediate(() => setImmediate(gather, asked, performance.now()))
  }

  /** Under load each turn brings more, which the same statement answers; a turn without any ends the wait. */
  function gather(before: number, since: number): void {
    if (asked > before && performance.now() - since < GATHERING_MS) setImmediate(gather, asked, since)
    else start()
  }

  function start(): void {
    scheduled = false
    const batch = waiting
    waiting = []
    byFamily = new Map()
    running += 1
    void ask(batch).finally(() => {
      running -= 1
      schedule()
    })
  }

  async function ask(batch: Waiting[]): Promise<void> {
    try {
      const values = [[...new Set(batch.map(({ userId }) => userId))], batch.map(({ family }) => family)]
      const { rows } = await pool.query<Found>({ ...statement, values })
      const users = new Map<number, FamilyUser>()
      const ownerOf = new Map<string, number>()
      for (const row of rows)
        if (row.family === null) users.set(row.id, row)
        else ownerOf.set(row.family, row.id)
      for (const { userId, family, answers } of batch) {
        const user = users.get(userId)
        answers.resolve(user ? { ...user, family: ownerOf.get(family) === userId ? family : null } : null)
      }
    } catch (error) {
      for (const { answers } of batch) answers.reject(error)
    }
  }

  return (userId, family) => {
    asked += 1
    const pending = byFamily.get(family)
    if (pending?.userId === userId) return pending.answers.promise
    const answers = Promise.withResolvers<FamilyUser | null>()
    const added = { userId, family, answers }
    waiting.push(added)
    byFamily.set(family, added)
    schedule()
    return answers.promise
  }
}
