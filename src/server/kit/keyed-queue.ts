/** Work of one key, one after the other; that of other keys goes beside it. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever asked for the work has left before it began. */
export class NobodyWaits extends Error {}

interface When {
  /** Asked when its turn comes; false drops the work, else who gave up and asks again waits for himself. */
  wanted?(): boolean
  /** Asked when it has ended; false where it cost too little for a rest. */
  costly?(): boolean
}

export interface KeyedQueue {
  /**
   * Begins when all that was asked for with this key before it has ended, however it ended.
   *
   * @throws NobodyWaits where the work was dropped
   */
  run<T>(key: string, work: () => Promise<T>, when?: When): Promise<T>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
}

/** More than this many that wait are a crowd: a hand, or a page that asks for two things at once, is none. */
const CROWD = 3
/** What took long because something broke must not hold back what comes after it. */
const REST_AT_MOST_MS = 1000

/** @param restTimes while a crowd waits the key rests after each costly work for this many times as long as that took */
export function createKeyedQueue(restTimes = 0): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  const waiting = new Map<string, number>()

  function count(key: string, more: 1 | -1): number {
    const now = (waiting.get(key) ?? 0) + more
    if (now === 0) waiting.delete(key)
    else waiting.set(key, now)
    return now
  }

  async function rest(key: string, begun: number | undefined): Promise<void> {
    if (begun === undefined || restTimes === 0 || (waiting.get(key) ?? 0) <= CROWD) return
    const restMs = (performance.now() - begun) * restTimes
    await sleep(Math.min(REST_AT_MOST_MS, restMs), undefined, { ref: false })
  }

  return {
    run(key, work, when = {}) {
      const before = last.get(key) ?? Promise.resolve()
      let begun: number | undefined
      count(key, 1)
      const done = before.then(() => {
        count(key, -1)
        if (when.wanted?.() === false) throw new NobodyWaits()
        begun = performance.now()
        return work()
      })
      const ended = Promise.allSettled([done]).then(() =>
        when.costly?.() === false ? undefined : rest(key, begun),
      )
      last.set(key, ended)
      void ended.then(() => last.get(key) === ended && last.delete(key))
      return done
    },
    async idle() {
      await Promise.all(last.values())
    },
  }
}
