/** Saves placements on the server, and deletes a saved set. */
import { useEffect, useRef, useState } from 'react'
import type { Dispatch } from 'react'
import type { ProbeGroupBody } from '../../contract/probes.ts'
import { useDeleteProbes, useSaveProbes } from '../api/probes.ts'
import { isRefused } from '../kit/call-error.ts'
import { bodyOf } from './placement-draft.ts'
import type { PlacementDraft, PlacementStep } from './placement-draft.ts'
import { text } from './probe.text.ts'

export const DELETED = text.setDeleted
export const NOT_DELETED = text.setNotDeleted

export interface PersistenceParts {
  draft: PlacementDraft
  dispatch: Dispatch<PlacementStep>
  /** The server has stored it. */
  onSaved: () => void
  /** It is deleted on the server. */
  onDeleted: () => void
}

/** New sets of one draft that were sent, and may have been stored without an answer. */
interface Unconfirmed {
  generation: number
  bodies: readonly ProbeGroupBody[]
}

const NONE: Unconfirmed = { generation: -1, bodies: [] }

export function usePersistence({ draft, dispatch, onSaved, onDeleted }: PersistenceParts) {
  const save = useSaveProbes()
  const remove = useDeleteProbes()
  const { generation } = draft
  const [sent, setSent] = useState(NONE)
  const shown = useRef(generation)
  useEffect(() => {
    shown.current = generation
  }, [generation])
  const unconfirmed = sent.generation === generation ? sent.bodies : []
  // not callbacks of `mutate`, which are dropped by `reset` and by the next call
  const send = async () => {
    const body = bodyOf(draft)
    setSent({ generation, bodies: [...unconfirmed, body] })
    try {
      const group = await save.mutateAsync({ id: draft.saved?.id ?? null, body, unconfirmed })
      setSent((now) => (now.generation === generation ? NONE : now))
      dispatch({ type: 'stored', group, generation })
      if (shown.current === generation) onSaved()
    } catch (error) {
      // the dialog tells `save.error`
      if (isRefused(error))
        setSent((now) => ({ ...now, bodies: now.bodies.filter((sentBody) => sentBody !== body) }))
    }
  }
  const deleteSet = async (id: number) => {
    try {
      await remove.mutateAsync(id)
    } catch {
      window.alert(NOT_DELETED)
      return
    }
    if (shown.current === generation) onDeleted()
    window.alert(DELETED)
  }
  return {
    save,
    /** Forgets how the last save ended, unless this very draft is still being sent. */
    resetSave: () => {
      if (!save.isPending || sent.generation !== generation) save.reset()
    },
    send,
    remove,
    deleteSet,
  }
}
