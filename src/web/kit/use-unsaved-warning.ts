/** Warns before unsaved changes are lost: by another selection, another page, or a closed window. */
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isSignedIn, session } from './session.ts'

/** @param forget drops what is kept of it for a reload: whoever leaves it behind does not want it back */
export function useUnsavedWarning(unsaved: boolean, forget: () => void) {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const blocker = useBlocker({
    // Whoever is signed out is taken away whatever is unsaved.
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
