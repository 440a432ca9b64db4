/** Runs tasks with the same key one after another, and tasks with different keys in parallel. */
import { setTimeout as sleep } from 'node:timers/promises'

/** The caller of the task was gone before it began. */
export class Abandoned extends Error {}

interface When {
  /** Checked when its turn comes; false drops the task, so that a caller who timed out and retries does not wait for itself. */
  wanted?(): boolean
  /** Checked when it has ended; false for a task too cheap to need a rest. */
  costly?(): boolean
}

export interface KeyedQueue {
  /**
   * Begins when all earlier tasks with this key have ended, in success or failure.
   *
   * @throws Abandoned when the task was dropped
   */
  run<T>(key: string, work: () => Promise<T>, when?: When): Promise<T>
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>
}

/** Up to this many may wait without a rest: a user, or a page that sends two requests at once, stays below. */
const WAITING_BEFORE_REST = 3
/** A task that took long because something failed must not delay the next for long. */
const REST_MAX_MS = 1000

/** @param restTimes while many wait, the key rests after each costly task for this multiple of its duration */
export function createKeyedQueue(restTimes = 0): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  const waiting = new Map<string, number>()

  function count(key: string, more: 1 | -1): number {
    const now = (waiting.get(key) ?? 0) + more
    if (now === 0) waiting.delete(key)
    else waiting.set(key, now)
    return now
  }

  async function rest(key: string, startedAt: number | undefined): Promise<void> {
    if (startedAt === undefined || restTimes === 0 || (waiting.get(key) ?? 0) <= WAITING_BEFORE_REST) return
    const restMs = (performance.now() - startedAt) * restTimes
    await sleep(Math.min(REST_MAX_MS, restMs), undefined, { ref: false })
  }

  return {
    run(key, work, when = {}) {
      const before = last.get(key) ?? Promise.resolve()
      let startedAt: number | undefined
      count(key, 1)
      const done = before.then(() => {
        count(key, -1)
        if (when.wanted?.() === false) throw new Abandoned()
        startedAt = performance.now()
        return work()
      })
      const ended = Promise.allSettled([done]).then(() =>
        when.costly?.() === false ? undefined : rest(key, startedAt),
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
