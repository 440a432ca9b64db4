/** Loads code lazily and retries without a network connection, so that the page stays usable. */

import { createStore } from 'zustand/vanilla'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

/** How often loading failed: no signal, or the server has a newer build. */
export const failedLoads = createStore(() => 0)

/** Retries until it loads; a component that gave up would unmount the page and lose what was typed.
 *
 * @param load `() => import('./part.tsx')`: browsers retry a module that failed to load
 * @param shouldGiveUp checked after each failure: true gives up
 * @throws the last error, when it gives up
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  shouldGiveUp?: () => Promise<boolean>,
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS))
    try {
      return await load()
    } catch (error) {
      failedLoads.setState((count) => count + 1, true)
      if (await shouldGiveUp?.()) throw error
      await onlineOrTimeout(waitMs)
    }
}

/** Resolves when the device is back online, or after a timeout. */
function onlineOrTimeout(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    window.addEventListener('online', done)
  })
}
