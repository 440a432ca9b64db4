/** Batches work that arrives item by item and costs little more for many items than for one. */

interface Waiting<I, O> {
  item: I
  done: PromiseWithResolvers<O>
}

/**
 * Items that arrive while a batch runs form the next batch: under load one call serves many, while a single item starts
 * at once. All items of a batch fail together.
 *
 * @param work returns results in the order of the items
 * @param gatherMs how long the first item of a batch waits for others
 */
export function inBatches<I, O>(work: (items: I[]) => Promise<O[]>, gatherMs = 0): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      if (gatherMs > 0) await new Promise((resolve) => setTimeout(resolve, gatherMs))
      const batch = waiting
      waiting = []
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const [at, result] of results.entries()) batch[at]?.done.resolve(result)
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    running = false
  }

  return (item) => {
    const done = Promise.withResolvers<O>()
    waiting.push({ item, done })
    if (!running) void run()
    return done.promise
  }
}
