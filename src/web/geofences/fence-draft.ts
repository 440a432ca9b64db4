/** What is being drawn: pins in the order placed, whether their area is shown, what is edited, and the way back. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { Geofence } from '../../contract/geofences.ts'
import { GEOFENCE_PINS } from '../../contract/limits.ts'
import { remembering, rounded, undone } from '../shared/pins/pin-draft.ts'
import type { Undoable } from '../shared/pins/pin-draft.ts'

interface Drawing {
  readonly pins: readonly LatLng[]
  readonly area: boolean
}

type DrawMode = 'look' | 'add' | 'remove'

export interface FenceDraft extends Drawing, Undoable<Drawing> {
  readonly mode: DrawMode
  /** The saved geofence that is edited; null for a new design. */
  readonly saved: Geofence | null
}

export type DraftStep =
  | { do: 'mode'; mode: DrawMode }
  | { do: 'add'; place: LatLng }
  /** A pin is about to move: the drawing before it can be had back. */
  | { do: 'grab' }
  | { do: 'move'; index: number; place: LatLng }
  | { do: 'remove'; index: number }
  | { do: 'order'; order: readonly number[] }
  | { do: 'area'; shown: boolean }
  | { do: 'undo' }
  | { do: 'open'; geofence: Geofence }
  | { do: 'new' }

export const emptyDraft: FenceDraft = { pins: [], area: false, mode: 'look', past: [], saved: null }

/** A pin with its number, which is all the identity it has. */
export function numbered(pins: readonly LatLng[]) {
  return pins.map((place, index) => ({ place, index, number: index + 1 }))
}

export function pinsOf({ polygon }: Geofence): LatLng[] {
  return polygon.map(([lat, lng]) => ({ lat, lng }))
}

/** Whether leaving would lose something. */
export function isUnsaved({ pins, saved }: FenceDraft): boolean {
  const before = saved ? pinsOf(saved) : []
  return (
    pins.length !== before.length ||
    pins.some(({ lat, lng }, i) => lat !== before[i]?.lat || lng !== before[i]?.lng)
  )
}

function remembered(draft: FenceDraft): FenceDraft {
  const { pins, area } = draft
  return remembering(draft, { pins, area })
}

/** An area needs three pins; with fewer it goes. */
function withPins(draft: FenceDraft, pins: readonly LatLng[]): FenceDraft {
  const mode = draft.mode === 'remove' && pins.length === 0 ? 'look' : draft.mode
  return { ...draft, pins, mode, area: draft.area && pins.length >= GEOFENCE_PINS.min }
}

function opened(geofence: Geofence): FenceDraft {
  return { pins: pinsOf(geofence), area: true, mode: 'look', past: [], saved: geofence }
}

export function nextDraft(draft: FenceDraft, step: DraftStep): FenceDraft {
  const { pins } = draft
  switch (step.do) {
    case 'mode': {
      return { ...draft, mode: step.mode }
    }
    case 'add': {
      if (pins.length >= GEOFENCE_PINS.max) return draft
      return withPins(remembered(draft), [...pins, rounded(step.place)])
    }
    case 'grab': {
      return remembered(draft)
    }
    case 'move': {
      const moved = pins.map((pin, i) => (i === step.index ? rounded(step.place) : pin))
      return withPins(draft, moved)
    }
    case 'remove': {
      return withPins(
        remembered(draft),
        pins.filter((_, i) => i !== step.index),
      )
    }
    case 'order': {
      return withPins(
        remembered(draft),
        step.order.flatMap((i) => pins[i] ?? []),
      )
    }
    case 'area': {
      return { ...remembered(draft), area: step.shown }
    }
    case 'undo': {
      return undone(draft, (now, before: Drawing) => ({ ...now, ...before }))
    }
    case 'open': {
      return opened(step.geofence)
    }
    default: {
      return emptyDraft
    }
  }
}
