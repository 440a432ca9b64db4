/** So much work at once and no more; the rest waits, and begins in its order. */

export interface Limit {
  /** Begins when its turn comes; answers and fails as the work does. */
  run<T>(work: () => Promise<T>): Promise<T>
  readonly running: number
  readonly waiting: number
}

/** @param most asked whenever work ends or comes: what it may be at that moment, at least one */
export function createLimit(most: number | (() => number)): Limit {
  const atOnce = typeof most === 'number' ? () => most : most
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (queue.length === 0 && running < atOnce()) running += 1
      else await new Promise<void>((begin) => queue.push(begin))
      try {
        return await work()
      } finally {
        running -= 1
        // the places go to who waits longest; free in between, they could be taken by somebody else
        while (queue.length > 0 && running < atOnce()) {
          running += 1
          queue.shift()?.()
        }
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return queue.length
    },
  }
}
