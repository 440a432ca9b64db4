/** The session as a React hook. */
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { session } from './session.ts'
import type { SessionState } from './session.ts'

/** @example useSession((state) => state.user) */
export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(session.store, selector)
}

/** Whether an access token is stored; it may be removed behind the session's back, so re-check when it matters. */
export function useTokenStored() {
  const hasAccess = () => session.storedTokens().access !== null
  const [, setChecks] = useState(0)
  const stored = useSyncExternalStore(session.subscribe, hasAccess)
  const recheck = () => {
    setChecks((checks) => checks + 1)
    return hasAccess()
  }
  return { stored, recheck }
}
