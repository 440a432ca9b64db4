/** Work of one key, one after the other; that of other keys goes beside it. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface KeyedQueue {
  /** Begins when all that was asked for with this key before it has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
}

/** @param apartMs how far apart work of one key begins at least */
export function createKeyedQueue(apartMs = 0): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  return {
    run(key, work) {
      const begun = last.get(key) ?? Promise.resolve()
      const done = begun.then(work)
      const apart = apartMs > 0 ? begun.then(() => sleep(apartMs, undefined, { ref: false })) : begun
      const ended = Promise.allSettled([done, apart]).then(() => undefined)
      last.set(key, ended)
      void ended.then(() => last.get(key) === ended && last.delete(key))
      return done
    },
    async idle() {
      await Promise.all(last.values())
    },
  }
}
