/** So much work at once and no more; the rest waits, and begins in its order. */

export interface Limit {
  /** Begins when its turn comes; answers and fails as the work does. */
  run<T>(work: () => Promise<T>): Promise<T>
  readonly running: number
  readonly waiting: number
}

export function createLimit(atOnce: number): Limit {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (running < atOnce) running += 1
      else await new Promise<void>((begin) => queue.push(begin))
      try {
        return await work()
      } finally {
        // the place goes to who waits longest; free in between, it could be taken by somebody else
        const next = queue.shift()
        if (next) next()
        else running -= 1
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
