/** Keeps the unsaved placement in browser storage across reloads, signal loss and expired sessions. */
import { useEffect, useReducer, useState } from 'react'
import * as z from 'zod/mini'
import { probeGroup } from '../../contract/probes.ts'
import { browserStorage } from '../kit/storage.ts'
import type { KeyedStorage } from '../kit/storage.ts'
import { claimsOf } from '../kit/token.ts'
import { emptyPlacement, isUnsaved, nextPlacement } from './placement-draft.ts'
import type { PlacementDraft } from './placement-draft.ts'
import { PROBE_DRAFT_KEY, session } from '../kit/session.ts'

const storedDraft = z.object({
  /** The owner: another person on this device never sees it. */
  user: z.int(),
  fieldName: z.string(),
  saved: z.nullable(probeGroup),
  probes: z.array(z.object({ id: z.int(), lat: z.number(), lng: z.number(), number: z.string() })),
})
type StoredDraft = Pick<PlacementDraft, 'fieldName' | 'saved' | 'probes'>

/** Stores unsaved changes, and removes them once there are none. */
export function storeDraft(storage: KeyedStorage, user: number, draft: PlacementDraft): void {
  try {
    if (isUnsaved(draft)) {
      const { fieldName, saved, probes } = draft
      storage.setItem(PROBE_DRAFT_KEY, JSON.stringify({ user, fieldName, saved, probes }))
    } else storage.removeItem(PROBE_DRAFT_KEY)
  } catch {
    // Storage is full: the page still has the draft, and warns before it is left.
  }
}

/** The unsaved draft of this user, or null. */
export function readDraft(storage: KeyedStorage, user: number): StoredDraft | null {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(storage.getItem(PROBE_DRAFT_KEY) ?? 'null'))
    if (!parsed.success || parsed.data.user !== user) return null
    const { fieldName, saved, probes } = parsed.data
    return { fieldName, saved, probes }
  } catch {
    return null
  }
}

/** The draft of this user, starting with their stored one. */
export function usePlacementDraft() {
  const [storage] = useState(browserStorage)
  const [owner] = useState(() => claimsOf(session.getState().access ?? '')?.userId ?? null)
  const [stored] = useState(() => (owner === null ? null : readDraft(storage, owner)))
  const [draft, dispatch] = useReducer(nextPlacement, emptyPlacement, (empty) =>
    stored ? nextPlacement(empty, { type: 'restore', draft: stored }) : empty,
  )
  useEffect(() => {
    if (owner !== null) storeDraft(storage, owner, draft)
  }, [storage, owner, draft])
  const discard = () => storage.removeItem(PROBE_DRAFT_KEY)
  return { draft, dispatch, stored, discard }
}
