/** Loads code lazily and retries without a network connection, so that the page stays usable. */

import { createStore } from 'zustand/vanilla'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

/** How often a part did not come: no signal, or a newer build has taken its place on the server. */
export const failedLoads = createStore(() => 0)

/**
 * Asks until it comes; a part that gave up would take the whole page with it, and what was typed there.
 *
 * @param load `() => import('./part.tsx')`: browsers ask again for a module that they did not get
 * @param isHopeless asked after each miss: true gives up
 * @throws what the last miss was, when it is hopeless
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  isHopeless?: () => Promise<boolean>,
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS))
    try {
      return await load()
    } catch (error) {
      failedLoads.setState((missed) => missed + 1, true)
      if (await isHopeless?.()) throw error
      await signalOr(waitMs)
    }
}

/** Resolves when the device is back on a network, or after a while. */
function signalOr(waitMs: number): Promise<void> {
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
