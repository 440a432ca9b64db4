/** Password hashing with argon2id at OWASP's minimum cost, one hash per processor at a time. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../kit/problem.ts'
import { createLimit } from '../../kit/limit.ts'

const RETRY_AFTER_S = 5

const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of 32 random bytes, compared for an unknown e-mail address, so that both take the same time. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$tchxgBbDziozzXZbFbAVzg$cRz3Mlk5scZv7+o6x0LWGL6kmy+6X2QrSGSaNVMpKkQ'

/**
 * More at once would only make each slower, and occupy Node's four threads, which also serve files and DNS; 500 waiting are
 * about four seconds of work.
 */
export const hashing = createSemaphore({ atOnce: Math.min(3, availableParallelism()), waitingMax: 500 })

/** Keyboards compose the same character differently; NFKC normalises them. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')

/** @throws Problem unavailable if too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return hashing.take(() => hash(bytesOf(password), COSTS))
}

/**
 * Takes the same time for an unknown account (null).
 *
 * @throws Problem unavailable if too many are waiting
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const matches = await hashing.take(() => verify(storedHash ?? NOBODY, bytesOf(password)))
  return storedHash !== null && matches
}

interface Semaphore {
  /** @throws Problem unavailable if too many are waiting */
  take<T>(work: () => Promise<T>): Promise<T>
  /** How many have started and ended so far. */
  readonly done: number
}

/** Limits concurrent hashing; with too many waiting, the caller is told to retry later. */
export function createSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Semaphore {
  const limit = createLimit(atOnce)
  let done = 0
  return {
    async take(work) {
      if (limit.running + limit.waiting >= atOnce + waitingMax)
        throw new Problem('unavailable', { retryAfter: RETRY_AFTER_S })
      return limit.run(work).finally(() => (done += 1))
    },
    get done() {
      return done
    },
  }
}
