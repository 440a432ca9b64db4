/** The check at application start; visitors never load what it needs. */
import { session } from './kit/session.ts'

/** Checks once whether the stored session is valid; `force` repeats it, for example when the network is back. */
export async function startCheck(force = false): Promise<void> {
  if (!session.getState().access) {
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'none' })
    return
  }
  try {
    const { accounts } = await import('./api/accounts.ts')
    await accounts.start(force)
  } catch {
    // The code itself could not be loaded: same as no response.
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
  }
}
