/** Loads code lazily and retries without a network connection, so that the page stays usable. */

import { createStore } from 'zustand/vanilla'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000
const TIMEOUT_MS = 10_000

/** Why the page should be reloaded: the server has a newer build, or a part failed to load although the server responds. */
export const reloadReason = createStore<'newer build' | 'missing part' | null>(() => null)

/** Retries until it loads; a component that gave up would unmount the page and lose what was typed.
 *
 * Some browsers (Chromium) never fetch a module again that failed once: then only a new page can load it.
 *
 * @param load `() => import('./part.tsx')`
 * @param isPage whether it is the page that was opened: it gives up where only a reload helps, and the router reloads it
 * @throws the last error, when it gives up
 */
export async function loadWithRetry<T>(load: () => Promise<T>, isPage = false): Promise<T> {
  let responded = false
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS))
    try {
      return await load()
    } catch (error) {
      const build = await serverBuild()
      if (build === 'another') reloadReason.setState('newer build', true)
      // it failed before the signal returned, and may load now
      if (build === 'this' && !responded) {
        responded = true
        continue
      }
      if (build === 'this') {
        if (isPage) throw error
        reloadReason.setState('missing part', true)
      }
      responded = false
      await onlineOrTimeout(waitMs)
    }
}

/** The server's current build, identified by the script in its page. Null without a response. */
async function serverBuild(): Promise<'this' | 'another' | null> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  try {
    const answer = await fetch('/', {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok || !script) return null
    return (await answer.text()).includes(script) ? 'this' : 'another'
  } catch {
    return null
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
