/** Shared by drafts of places on the map: coordinate precision and undo. */
import type { LatLng } from '#agronomy/pivot/pivot.ts'

/** A tenth of a metre: more precise than a finger or a GPS receiver. */
const DIGITS = 1e6

export function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * DIGITS) / DIGITS, lng: Math.round(lng * DIGITS) / DIGITS }
}

const UNDO_MAX = 100

/** A draft with an undo history. */
export interface Undoable<State> {
  /** The state before each change, oldest first. */
  readonly past: readonly State[]
}

/** Pushes the current state onto the undo history. */
export function withUndo<State, Draft extends Undoable<State>>(draft: Draft, now: State): Draft {
  return { ...draft, past: [...draft.past, now].slice(-UNDO_MAX) }
}

/** The draft before its last change; the same one if there was none. */
export function undone<State, Draft extends Undoable<State>>(
  draft: Draft,
  restored: (draft: Draft, previous: State) => Draft,
): Draft {
  const previous = draft.past.at(-1)
  return previous === undefined ? draft : { ...restored(draft, previous), past: draft.past.slice(0, -1) }
}
