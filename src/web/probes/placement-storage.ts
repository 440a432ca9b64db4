/** What was placed and not saved, kept in the browser: it outlives a reload, a lost signal and an ended session. */
import * as z from 'zod/mini'
import { probeGroup } from '../../contract/probes.ts'
import type { KeyedStorage } from '../kit/storage.ts'
import { isUnsaved } from './placement-draft.ts'
import type { PlacementDraft } from './placement-draft.ts'
import { PROBE_DRAFT_KEY } from '../kit/session.ts'

const storedDraft = z.object({
  /** Whose it is: another person at this device never sees it. */
  user: z.int(),
  fieldName: z.string(),
  saved: z.nullable(probeGroup),
  probes: z.array(z.object({ id: z.int(), lat: z.number(), lng: z.number(), number: z.string() })),
})
export type KeptDraft = Pick<PlacementDraft, 'fieldName' | 'saved' | 'probes'>

/** Keeps what is unsaved, and forgets it when nothing is. */
export function keepDraft(storage: KeyedStorage, user: number, draft: PlacementDraft): void {
  try {
    if (isUnsaved(draft)) {
      const { fieldName, saved, probes } = draft
      storage.setItem(PROBE_DRAFT_KEY, JSON.stringify({ user, fieldName, saved, probes }))
    } else storage.removeItem(PROBE_DRAFT_KEY)
  } catch {
    // A full disk: the page still holds it, and asks before it is left.
  }
}

/** What this person left unsaved; null when there is nothing that can be read. */
export function readDraft(storage: KeyedStorage, user: number): KeptDraft | null {
  try {
    const read = storedDraft.safeParse(JSON.parse(storage.getItem(PROBE_DRAFT_KEY) ?? 'null'))
    if (!read.success || read.data.user !== user) return null
    const { fieldName, saved, probes } = read.data
    return { fieldName, saved, probes }
  } catch {
    return null
  }
}
