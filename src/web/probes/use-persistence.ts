/** Saves placements on the server, and deletes a saved set. */
import { useState } from 'react'
import type { Dispatch } from 'react'
import type { ProbeGroupBody } from '../../contract/probes.ts'
import { useDeleteProbes, useSaveProbes } from '../api/probes.ts'
import { CallError } from '../kit/call-error.ts'
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

export function usePersistence({ draft, dispatch, onSaved, onDeleted }: PersistenceParts) {
  const save = useSaveProbes()
  const remove = useDeleteProbes()
  /** A new set whose save got no answer. */
  const [unconfirmed, setUnconfirmed] = useState<ProbeGroupBody | null>(null)
  const send = () => {
    const body = bodyOf(draft)
    save.mutate(
      { id: draft.saved?.id ?? null, body, unconfirmed },
      {
        onSuccess: (group) => {
          dispatch({ type: 'stored', group })
          setUnconfirmed(null)
          onSaved()
        },
        onError: (error) => {
          if (error instanceof CallError && error.kind === 'unreachable') setUnconfirmed(body)
        },
      },
    )
  }
  const deleteSet = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => {
        onDeleted()
        window.alert(DELETED)
      },
      onError: () => window.alert(NOT_DELETED),
    })
  return { save, send, remove, deleteSet }
}
