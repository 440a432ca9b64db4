/** Costly work, so much at once and no more; whoever comes when too many wait already is told to come back. */
import { Problem } from '../../kit/problem.ts'

const RETRY_AFTER_S = 5

export interface Semaphore {
  /** @throws Problem unavailable when too many wait already */
  take<T>(work: () => Promise<T>): Promise<T>
  /** How many were begun and ended so far. */
  readonly done: number
}

export function createSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  let done = 0

  async function acquire(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) throw new Problem('unavailable', { retryAfter: RETRY_AFTER_S })
    // whoever ends hands its place on, so the number running stays
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    async take(work) {
      await acquire()
      try {
        return await work()
      } finally {
        done += 1
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    get done() {
      return done
    },
  }
}
