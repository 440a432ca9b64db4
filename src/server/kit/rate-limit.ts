/** Limits the changes per customer: enough for any user, too few to slow down others. */
import type { Clock } from './clock.ts'
import { Problem } from './problem.ts'

/** Sustained rate and burst size (token bucket). */
export const CHANGES_A_SECOND = 4
export const CHANGES_AT_ONCE = 60

interface Bucket {
  left: number
  at: number
  /** Whether something was refused since the bucket was last full. */
  refused: boolean
}

export interface RateLimit {
  /**
   * Takes one token of the customer's bucket, which is kept in this process.
   *
   * @returns null when there was one; else the refusal, and whether it is the first since the bucket was full
   */
  refusal(userId: number): { problem: Problem; first: boolean } | null
}

export function createRateLimit(clock: Clock): RateLimit {
  const buckets = new Map<number, Bucket>()

  function bucketOf(userId: number, now: number): Bucket {
    const bucket = buckets.get(userId)
    if (!bucket) return { left: CHANGES_AT_ONCE, at: now, refused: false }
    const gained = (Math.max(0, now - bucket.at) / 1000) * CHANGES_A_SECOND
    const left = Math.min(CHANGES_AT_ONCE, bucket.left + gained)
    return { left, at: now, refused: bucket.refused && left < CHANGES_AT_ONCE }
  }

  /** A full bucket equals a new one, so it is deleted. */
  function deleteFullBuckets(now: number): void {
    for (const userId of buckets.keys())
      if (bucketOf(userId, now).left >= CHANGES_AT_ONCE) buckets.delete(userId)
  }

  return {
    refusal(userId) {
      const now = clock.now().getTime()
      const bucket = bucketOf(userId, now)
      const granted = bucket.left >= 1
      if (buckets.size > 10_000) deleteFullBuckets(now)
      const left = granted ? bucket.left - 1 : bucket.left
      buckets.set(userId, { ...bucket, left, refused: bucket.refused || !granted })
      if (granted) return null
      const retryAfter = Math.max(1, Math.ceil((1 - bucket.left) / CHANGES_A_SECOND))
      return { problem: new Problem('throttled', { retryAfter }), first: !bucket.refused }
    },
  }
}
