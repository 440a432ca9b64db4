/** The check at application start; visitors never load what it needs. */
import { session } from './kit/session.ts'

/** Asks whether the stored session still holds, once; `again` repeats it, for example when the network is back. */
export async function startCheck(again = false): Promise<void> {
  if (!session.getState().access) {
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'none' })
    return
  }
  try {
    const { accounts } = await import('./api/accounts.ts')
    await accounts.start(again)
  } catch {
    // The code itself could not be fetched: nobody answered.
    session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
  }
}
