/** Warns before unsaved changes are lost: by another selection, another page, or a closed window. */
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isSignedIn, session } from './session.ts'

/** @param discard discards the stored draft when the user chooses to leave */
export function useUnsavedWarning(unsaved: boolean, discard: () => void) {
  const [pending, setPending] = useState<(() => void) | null>(null)
  const blocker = useBlocker({
    // After signing out there is no warning.
    shouldBlockFn: () => unsaved && isSignedIn(session.getState()),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  const blocked = blocker.status === 'blocked'
  return {
    open: pending !== null || blocked,
    confirm: (action: () => void) => {
      if (unsaved) setPending(() => action)
      else action()
    },
    stay: () => {
      setPending(null)
      if (blocked) blocker.reset()
    },
    leave: () => {
      pending?.()
      setPending(null)
      if (!blocked) return
      discard()
      blocker.proceed()
    },
  }
}
