/** Shared by drafts of places on the map: coordinate precision and undo. */
import type { LatLng } from '#agronomy/pivot/pivot.ts'

/** A tenth of a metre: finer than any hand or receiver places. */
const DIGITS = 1e6

export function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * DIGITS) / DIGITS, lng: Math.round(lng * DIGITS) / DIGITS }
}

const UNDO_MAX = 100

/** A draft whose last changes can be taken back. */
export interface Undoable<Former> {
  /** What was there before each change, oldest first. */
  readonly past: readonly Former[]
}

/** The draft that can be taken back to what is there now. */
export function remembering<Former, Draft extends Undoable<Former>>(draft: Draft, now: Former): Draft {
  return { ...draft, past: [...draft.past, now].slice(-UNDO_MAX) }
}

/** The draft before its last change; the same when there was none. */
export function undone<Former, Draft extends Undoable<Former>>(
  draft: Draft,
  restored: (draft: Draft, former: Former) => Draft,
): Draft {
  const former = draft.past.at(-1)
  return former === undefined ? draft : { ...restored(draft, former), past: draft.past.slice(0, -1) }
}
