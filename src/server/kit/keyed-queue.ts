/** Work of one key, one after the other; that of other keys goes beside it. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever asked for the work has left before it began. */
export class NobodyWaits extends Error {}

export interface KeyedQueue {
  /**
   * Begins when all that was asked for with this key before it has ended, however it ended.
   *
   * @param wanted asked when its turn comes; false drops the work, else who gave up and asks again waits for himself
   * @throws NobodyWaits where the work was dropped
   */
  run<T>(key: string, work: () => Promise<T>, wanted?: () => boolean): Promise<T>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
}

/** @param apartMs how far apart work of one key begins at least */
export function createKeyedQueue(apartMs = 0): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  return {
    run(key, work, wanted = () => true) {
      const begun = last.get(key) ?? Promise.resolve()
      let apart: Promise<void> | undefined
      const done = begun.then(() => {
        if (!wanted()) throw new NobodyWaits()
        if (apartMs > 0) apart = sleep(apartMs, undefined, { ref: false })
        return work()
      })
      const ended = Promise.allSettled([done]).then(() => apart)
      last.set(key, ended)
      void ended.then(() => last.get(key) === ended && last.delete(key))
      return done
    },
    async idle() {
      await Promise.all(last.values())
    },
  }
}
