/** Warns before unsaved changes are lost: by another selection, another page, or a closed window. */
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isSignedIn, session } from './session.ts'

/** @param forget discards the stored draft when the user chooses to leave */
export function useUnsavedWarning(unsaved: boolean, forget: () => void) {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const blocker = useBlocker({
    // After signing out there is no warning.
    shouldBlockFn: () => unsaved && isSignedIn(session.getState()),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return {
    asking: waiting !== null || blocked,
    ask: (go: () => void) => {
      if (unsaved) setWaiting(() => go)
      else go()
    },
    stay: () => {
      setWaiting(null)
      if (blocked) blocker.reset()
    },
    leave: () => {
      waiting?.()
      setWaiting(null)
      if (!blocked) return
      forget()
      blocker.proceed()
    },
  }
}
