/** Password hashes: argon2id with the costs that the bar asks for, as many at once as there are processors. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../kit/problem.ts'

const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of 32 random bytes that nobody kept: what an unknown e-mail is compared with, so that both take the same time. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$tchxgBbDziozzXZbFbAVzg$cRz3Mlk5scZv7+o6x0LWGL6kmy+6X2QrSGSaNVMpKkQ'

/** More would only make each slower, and keep Node's own threads from files and names. */
const AT_ONCE = Math.min(3, availableParallelism())
/** About four seconds of work; whoever comes later is told to try again. */
const WAITING_MAX = 500
const RETRY_AFTER_S = 5

/** What this process hashes now; `done` counts, so that a test can tell that equal answers took equal work. */
export const hashing = { running: 0, done: 0, waiting: Array<() => void>() }

/** Keyboards compose the same character differently; NFKC makes one password of them. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')

/** @throws Problem unavailable when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(bytesOf(password), COSTS))
}

/**
 * Takes as long for nobody (null) as for somebody.
 *
 * @throws Problem unavailable when too many wait already
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? NOBODY, bytesOf(password)))
  return stored !== null && matches
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.running >= AT_ONCE) {
    if (hashing.waiting.length >= WAITING_MAX) throw new Problem('unavailable', { retryAfter: RETRY_AFTER_S })
    // whoever ends hands its place on, so the number running stays
    await new Promise<void>((resolve) => hashing.waiting.push(resolve))
  } else hashing.running += 1
  try {
    return await work()
  } finally {
    hashing.done += 1
    const next = hashing.waiting.shift()
    if (next) next()
    else hashing.running -= 1
  }
}
