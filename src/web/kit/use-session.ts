/** The session for components. */
import { useStore } from 'zustand/react'
import { session } from './session.ts'
import type { SessionState } from './session.ts'

/** @example useSession((state) => state.user) */
export function useSession<T>(pick: (state: SessionState) => T): T {
  return useStore(session.store, pick)
}
