/** Keeps unsaved pins in browser storage across reloads, power loss and expired sessions. */
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { geofence } from '../../contract/geofences.ts'
import type { Geofence } from '../../contract/geofences.ts'
import { GEOFENCE_DRAFT_KEY, session } from '../kit/session.ts'
import { browserStorage } from '../kit/storage.ts'
import type { KeyedStorage } from '../kit/storage.ts'
import { claimsOf } from '../kit/token.ts'
import { isUnsaved } from '../shared/pins/outline-draft.ts'
import type { DraftStep, OutlineDraft } from '../shared/pins/outline-draft.ts'

const storedFence = z.object({
  /** Incremented when the format changes: drafts in an older format are ignored. */
  version: z.literal(1),
  /** The owner: another person on this device never sees it. */
  user: z.int(),
  system: z.string(),
  saved: z.nullable(geofence),
  pins: z.array(z.object({ lat: z.number(), lng: z.number() })),
})
type StoredFence = z.infer<typeof storedFence>

function storeDraft(storage: KeyedStorage, stored: StoredFence | null): void {
  try {
    if (stored) storage.setItem(GEOFENCE_DRAFT_KEY, JSON.stringify(stored))
    else storage.removeItem(GEOFENCE_DRAFT_KEY)
  } catch {
    // Storage is full: the page still has the draft, and warns before it is left.
  }
}

/** The unsaved draft of this user, or null. */
function readDraft(storage: KeyedStorage, user: number | null): StoredFence | null {
  try {
    const parsed = storedFence.safeParse(JSON.parse(storage.getItem(GEOFENCE_DRAFT_KEY) ?? 'null'))
    return parsed.success && parsed.data.user === user ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Restores the draft from before the page was loaded, once its system is shown, and stores the current draft.
 *
 * @param system name of the chosen system, '' without one
 * @returns whether the draft was restored and not edited since, and a function that discards the stored one
 */
export function useStoredDraft(
  system: string,
  draft: OutlineDraft<Geofence>,
  dispatch: (step: DraftStep<Geofence>) => void,
): { restored: boolean; discard: () => void } {
  const [storage] = useState(browserStorage)
  const [user] = useState(() => claimsOf(session.getState().access ?? '')?.userId ?? null)
  const [stored, setStored] = useState(() => readDraft(storage, user))
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
  const { pins, saved } = draft
  const unsaved = isUnsaved(draft)
  if (stored && stored.system === system) {
    setStored(null)
    setRestored(true)
    dispatch({ type: 'restore', saved: stored.saved, pins: stored.pins })
  }
  useEffect(() => {
    if (user === null || system === '') return
    if (unsaved) storeDraft(storage, { version: 1, user, system, saved, pins: [...pins] })
    else if (touched.current) storeDraft(storage, null)
    touched.current = unsaved
  }, [storage, user, system, unsaved, saved, pins])
  return {
    restored: restored && unsaved && draft.past.length === 0,
    discard: () => storeDraft(storage, null),
  }
}
