/** State of an outline being drawn: pins in order, whether its area is shown, and undo. */
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { OUTLINE_PINS } from '#contract/limits.ts'
import { withUndo, rounded, undone } from './pin-draft.ts'
import type { Undoable } from './pin-draft.ts'

interface Drawing {
  readonly pins: readonly LatLng[]
  readonly area: boolean
}

type DrawMode = 'view' | 'add' | 'remove'

/** Something saved with an outline; pins as latitude and longitude. */
export interface Outlined {
  readonly polygon: readonly (readonly [number, number])[]
}

export interface OutlineDraft<Saved extends Outlined> extends Drawing, Undoable<Drawing> {
  readonly mode: DrawMode
  /** The saved version of what is edited; null for a new one. */
  readonly saved: Saved | null
}

/** Drawing actions, independent of what is drawn. */
export type DrawStep =
  | { type: 'mode'; mode: DrawMode }
  | { type: 'add'; place: LatLng }
  /** A pin is about to move: remembers the drawing for undo. */
  | { type: 'grab' }
  | { type: 'move'; index: number; place: LatLng }
  | { type: 'remove'; index: number }
  | { type: 'order'; order: readonly number[] }
  | { type: 'area'; shown: boolean }
  | { type: 'undo' }
  | { type: 'new' }

export type DraftStep<Saved extends Outlined> =
  | DrawStep
  | { type: 'open'; saved: Saved }
  /** The pins that were sent are saved; those changed since stay, as a change of what is saved. */
  | { type: 'saved'; pins: readonly LatLng[]; saved: Saved }
  /** Its saved version is gone; a drawing of another one stays. */
  | { type: 'deleted'; saved: Saved }
  /** The draft from before the page was loaded. */
  | { type: 'restore'; saved: Saved | null; pins: readonly LatLng[] }

export const emptyDraft: OutlineDraft<never> = { pins: [], area: false, mode: 'view', past: [], saved: null }

/** A pin with its number, which identifies it. */
export function numbered(pins: readonly LatLng[]) {
  return pins.map((place, index) => ({ place, index, number: index + 1 }))
}

export function pinsOf({ polygon }: Outlined): LatLng[] {
  return polygon.map(([lat, lng]) => ({ lat, lng }))
}

/** Whether there are unsaved changes. */
export function isUnsaved({ pins, saved }: OutlineDraft<Outlined>): boolean {
  const before = saved ? pinsOf(saved) : []
  return (
    pins.length !== before.length ||
    pins.some(({ lat, lng }, i) => lat !== before[i]?.lat || lng !== before[i]?.lng)
  )
}

function remember<S extends Outlined>(draft: OutlineDraft<S>): OutlineDraft<S> {
  const { pins, area } = draft
  return withUndo(draft, { pins, area })
}

/** Fewer than three pins have no area. */
function withPins<S extends Outlined>(draft: OutlineDraft<S>, pins: readonly LatLng[]): OutlineDraft<S> {
  const mode = draft.mode === 'remove' && pins.length === 0 ? 'view' : draft.mode
  return { ...draft, pins, mode, area: draft.area && pins.length >= OUTLINE_PINS.min }
}

function openedDraft<S extends Outlined>(saved: S): OutlineDraft<S> {
  return { pins: pinsOf(saved), area: true, mode: 'view', past: [], saved }
}

export function nextDraft<S extends Outlined>(draft: OutlineDraft<S>, step: DraftStep<S>): OutlineDraft<S> {
  const { pins } = draft
  switch (step.type) {
    case 'mode': {
      return { ...draft, mode: step.mode }
    }
    case 'add': {
      if (pins.length >= OUTLINE_PINS.max) return draft
      return withPins(remember(draft), [...pins, rounded(step.place)])
    }
    case 'grab': {
      return remember(draft)
    }
    case 'move': {
      const movedPins = pins.map((pin, i) => (i === step.index ? rounded(step.place) : pin))
      return withPins(draft, movedPins)
    }
    case 'remove': {
      return withPins(
        remember(draft),
        pins.filter((_, i) => i !== step.index),
      )
    }
    case 'order': {
      return withPins(
        remember(draft),
        step.order.flatMap((i) => pins[i] ?? []),
      )
    }
    case 'area': {
      return { ...remember(draft), area: step.shown }
    }
    case 'undo': {
      return undone(draft, (now, before: Drawing) => ({ ...now, ...before }))
    }
    case 'open': {
      return openedDraft(step.saved)
    }
    case 'saved': {
      return draft.pins === step.pins ? openedDraft(step.saved) : { ...draft, saved: step.saved }
    }
    case 'deleted': {
      return draft.saved === step.saved ? emptyDraft : draft
    }
    case 'restore': {
      const draft: OutlineDraft<S> = step.saved ? openedDraft(step.saved) : emptyDraft
      return { ...withPins(draft, step.pins), area: step.pins.length >= OUTLINE_PINS.min }
    }
    default: {
      return emptyDraft
    }
  }
}
