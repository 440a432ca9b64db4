/** Rate limits for attempts: so many within a window, then 429 until the window ends. */
import { createHmac } from 'node:crypto'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import { addOne, type Count, countsOf, forget, swap } from './throttles.store.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
/** How long an address where the owner signed in is remembered. */
const KNOWN_MS = 30 * 86_400_000
/** An address remembered for this much less need not be stored again at each login. */
const KNOWN_SLACK_MS = 86_400_000

/** Failures are limited for everyone; successes only where they cost others something. */
const LIMITS = {
  /** Wrong passwords for one account, from any address; its owner waits at most a quarter of an hour. */
  account: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Wrong passwords for one account from an address where its owner has signed in. */
  home: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Wrong passwords from one address, for any account. */
  address: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Sign-ups refused with "already exists", from one address. */
  taken: { most: 10, withinMs: QUARTER_HOUR_MS },
  /** Sign-ups from one address: each sends a mail to an arbitrary address. */
  signup: { most: 120, withinMs: HOUR_MS },
  /** Requests for a mail from one address; each account gets five mails an hour (link-mails.ts). */
  link: { most: 200, withinMs: HOUR_MS },
} as const

interface Try {
  limit: keyof typeof LIMITS
  /** What is counted: an address, an account, or both. */
  subject: string
}

export interface Throttles {
  /** @throws Problem throttled if one of them is used up */
  admit(...tries: Try[]): Promise<void>
  /** Counts one attempt for each. @throws Problem throttled if this exceeds one of them */
  count(...tries: Try[]): Promise<void>
  forget(...tries: Try[]): Promise<void>
  /**
   * Like `admit`, for passwords: an address where the account's owner has signed in has its own count.
   *
   * @returns what to count if the password is wrong, and whether the owner has signed in from this address
   */
  admitPassword(account: string, address: string): Promise<{ tries: Try[]; welcomed: boolean }>
  /** The owner has signed in: the address is remembered, and its failures for this account are deleted. The address keeps its own count. */
  welcome(account: string, address: string): Promise<void>
}

export function createThrottles({
  clock,
  database,
  secret,
}: Pick<Kit, 'clock' | 'database' | 'secret'>): Throttles {
  const db = database.reader
  const keyOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\0')).digest()
  const keysOf = (tries: Try[]) => tries.map(({ limit, subject }) => keyOf(limit, subject))
  const knownKey = (account: string, address: string) => keyOf('known', account, address)
  const triesAt = (account: string, address: string, home: boolean): Try[] => [
    home ? { limit: 'home', subject: `${account}\0${address}` } : { limit: 'account', subject: account },
    { limit: 'address', subject: address },
  ]

  /** `spare`: how many of the counted attempts may still follow. */
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
    async admitPassword(account, address) {
      const now = clock.now()
      const [awayTries, homeTries] = [triesAt(account, address, false), triesAt(account, address, true)]
      const keys = [knownKey(account, address), ...keysOf(awayTries), ...keysOf(homeTries)]
      const [home, ...counts] = await countsOf(db, keys, now)
      const tries = home ? homeTries : awayTries
      refuseUsedUp(tries, home ? counts.slice(awayTries.length) : counts, 1, now)
      const remainingMs = home ? home.until.getTime() - now.getTime() : 0
      // at home: the account at this place, then the address, whose count a welcome leaves alone
      const welcomed = remainingMs >= KNOWN_MS - KNOWN_SLACK_MS && !counts[awayTries.length]
      return { tries, welcomed }
    },
    async welcome(account, address) {
      const [home] = keysOf(triesAt(account, address, true))
      const until = new Date(clock.now().getTime() + KNOWN_MS)
      if (home) await swap(db, knownKey(account, address), until, home)
    },
  }
}

function throttled(seconds: number): Problem {
  return new Problem('throttled', {
    retryAfter: seconds,
    body: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
  })
}
