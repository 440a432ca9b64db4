/** Limits how many tasks run concurrently; the others wait and start in order. */

export interface Limit {
  /** Starts when its turn comes; resolves or rejects like the task. */
  run<T>(work: () => Promise<T>): Promise<T>
  readonly running: number
  readonly waiting: number
}

/** @param most evaluated whenever a task starts or ends; at least one */
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
        // the slot goes to the longest waiting task; if it were free in between, a newer one could take it
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
