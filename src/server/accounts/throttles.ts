/** Refuses who tries too often: so many times within a window, then 429 until the window ends. */
import { createHmac } from 'node:crypto'
import type { Kit } from '../kit/kit.ts'
import { Problem } from '../kit/problem.ts'
import { addOne, type Count, countsOf, forget, remember } from './throttles.store.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

/** Failures are few for everybody; what succeeds is limited only where it costs somebody else something. */
const LIMITS = {
  /** Wrong passwords for one account, from wherever; its owner waits a quarter of an hour at most. */
  account: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Wrong passwords for one account from a place where its owner has signed in. */
  home: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Wrong passwords from one address, for whichever accounts. */
  address: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Sign-ups that were told "already exists", from one address. */
  taken: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Sign-ups from one address: each sends a mail to whomever it names. */
  signup: { most: 120, withinMs: HOUR_MS },
  /** Requests for a mail from one address; each account gets five mails an hour (link-mails.ts). */
  link: { most: 200, withinMs: HOUR_MS },
} as const

export interface Try {
  limit: keyof typeof LIMITS
  /** Who or what is counted: an address, an account, or both. */
  subject: string
}

export interface Throttles {
  /** @throws Problem throttled when one of them is used up */
  admit(...tries: Try[]): Promise<void>
  /** Counts one try of each. @throws Problem throttled when one of them was one too many */
  count(...tries: Try[]): Promise<void>
  forget(...tries: Try[]): Promise<void>
  /** Whether an account's owner has signed in from an address within the last 30 days. */
  knows(account: string, address: string): Promise<boolean>
  remember(account: string, address: string): Promise<void>
}

const KNOWN_MS = 30 * 86_400_000

export function createThrottles({
  clock,
  database,
  secret,
}: Pick<Kit, 'clock' | 'database' | 'secret'>): Throttles {
  const db = database.reader
  const keyOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\0')).digest()
  const keysOf = (tries: Try[]) => tries.map(({ limit, subject }) => keyOf(limit, subject))
  const known = (account: string, address: string) => keyOf('known', account, address)

  /** `spare`: how many of the counted tries may still follow. */
  function refuseUsedUp(tries: Try[], counts: (Count | null)[], spare: 0 | 1, now: Date): void {
    const waits = tries.flatMap(({ limit }, at) => {
      const found = counts[at]
      const over = found && found.count + spare > LIMITS[limit].most
      return over ? [found.until.getTime() - now.getTime()] : []
    })
    if (waits.length > 0) throw throttled(Math.max(1, Math.ceil(Math.max(...waits) / 1000)))
  }

  return {
    async admit(...tries) {
      const now = clock.now()
      refuseUsedUp(tries, await countsOf(db, keysOf(tries), now), 1, now)
    },
    async count(...tries) {
      const now = clock.now()
      const ends = tries.map(({ limit }) => new Date(now.getTime() + LIMITS[limit].withinMs))
      refuseUsedUp(tries, await addOne(db, keysOf(tries), ends, now), 0, now)
    },
    forget: (...tries) => forget(db, keysOf(tries)),
    async knows(account, address) {
      const [found] = await countsOf(db, [known(account, address)], clock.now())
      return Boolean(found)
    },
    remember: (account, address) =>
      remember(db, known(account, address), new Date(clock.now().getTime() + KNOWN_MS)),
  }
}

function throttled(seconds: number): Problem {
  return new Problem('throttled', {
    retryAfter: seconds,
    body: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
  })
}
