/** The placement draft: mode, markers in order, the saved set being edited, and undo. */
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { PROBES_PER_GROUP_MAX, PROBE_NUMBER_DIGITS_MAX } from '../../contract/limits.ts'
import type { ProbeGroup, ProbeGroupBody } from '../../contract/probes.ts'
import { withUndo, rounded, undone } from '../shared/pins/pin-draft.ts'
import type { Undoable } from '../shared/pins/pin-draft.ts'

/** A probe on the map; its name is the field's. */
export interface ProbeMarker extends LatLng {
  /** Identifies it in this browser only: places and numbers change. */
  readonly id: number
  /** Digits; 007 is kept as 7. */
  readonly number: string
}

export type PlacementMode = 'idle' | 'place' | 'remove'

export interface PlacementDraft extends Undoable<readonly ProbeMarker[]> {
  readonly mode: PlacementMode
  readonly probes: readonly ProbeMarker[]
  readonly fieldName: string
  /** The saved set being edited; null for a new one. */
  readonly saved: ProbeGroup | null
  /** Another number for each set begun, so that a late answer about one is not taken for the next. */
  readonly generation: number
}

export type PlacementStep =
  | { type: 'mode'; mode: PlacementMode }
  | { type: 'place'; place: LatLng; number: string }
  /** A marker is about to move: remembers the state for undo. */
  | { type: 'grab' }
  | { type: 'move'; id: number; place: LatLng }
  | { type: 'renumber'; id: number; number: string }
  | { type: 'remove'; id: number }
  | { type: 'undo' }
  | { type: 'field'; name: string }
  | { type: 'open'; group: ProbeGroup }
  /** The server has stored what was sent in that generation; changes made since are kept. */
  | { type: 'stored'; group: ProbeGroup; generation: number }
  | { type: 'restore'; draft: Pick<PlacementDraft, 'probes' | 'fieldName' | 'saved'> }
  /** The saved set was deleted on the server; the markers stay, as a new set. */
  | { type: 'detach' }
  | { type: 'clear' }

export const emptyPlacement: PlacementDraft = {
  mode: 'idle',
  probes: [],
  fieldName: '',
  saved: null,
  generation: 0,
  past: [],
}

/** Whether a text is acceptable in the number field, even if incomplete. */
export function isNumberText(text: string): boolean {
  return text.length <= PROBE_NUMBER_DIGITS_MAX && /^\d*$/.test(text)
}

/** The probe that already has this number; 007 and 7 are the same. */
export function probeWithNumber(
  probes: readonly ProbeMarker[],
  number: string,
  exceptId?: number,
): ProbeMarker | undefined {
  return probes.find((probe) => probe.id !== exceptId && Number(probe.number) === Number(number))
}

export function isFull({ probes }: PlacementDraft): boolean {
  return probes.length >= PROBES_PER_GROUP_MAX
}

/** Whether there are unsaved changes. */
export function isUnsaved({ probes, saved }: PlacementDraft): boolean {
  const before = saved?.probes ?? []
  return (
    probes.length !== before.length ||
    probes.some((probe, i) => {
      const [lat, lng, number] = before[i] ?? []
      return probe.lat !== lat || probe.lng !== lng || Number(probe.number) !== Number(number)
    })
  )
}

export function bodyOf({ fieldName, probes }: PlacementDraft): ProbeGroupBody {
  return { fieldName, probes: probes.map(({ lat, lng, number }) => [lat, lng, number]) }
}

function markersOf({ probes }: ProbeGroup): ProbeMarker[] {
  return probes.map(([lat, lng, number], i) => ({ id: i + 1, lat, lng, number }))
}

function remember(draft: PlacementDraft): PlacementDraft {
  return withUndo(draft, draft.probes)
}

/** Remove mode ends with the last marker. */
function withProbes(draft: PlacementDraft, probes: readonly ProbeMarker[]): PlacementDraft {
  const mode = draft.mode === 'remove' && probes.length === 0 ? 'idle' : draft.mode
  return { ...draft, probes, mode }
}

function withChangedProbe(draft: PlacementDraft, id: number, part: Partial<ProbeMarker>): PlacementDraft {
  return withProbes(
    draft,
    draft.probes.map((probe) => (probe.id === id ? { ...probe, ...part } : probe)),
  )
}

/** Ignores what the prompt prevents: no number, a duplicate, a full set. */
function withNewProbe(draft: PlacementDraft, place: LatLng, number: string): PlacementDraft {
  const { probes } = draft
  if (!isNumber(number) || probeWithNumber(probes, number) || isFull(draft)) return draft
  const id = Math.max(0, ...probes.map((probe) => probe.id)) + 1
  return withProbes(remember(draft), [...probes, { id, ...rounded(place), number: String(Number(number)) }])
}

export function isNumber(text: string): boolean {
  return text !== '' && isNumberText(text)
}

/** An empty draft after this one. */
function next({ generation }: PlacementDraft): PlacementDraft {
  return { ...emptyPlacement, generation: generation + 1 }
}

export function nextPlacement(draft: PlacementDraft, step: PlacementStep): PlacementDraft {
  switch (step.type) {
    case 'mode': {
      return { ...draft, mode: step.mode }
    }
    case 'place': {
      return withNewProbe(draft, step.place, step.number)
    }
    case 'grab': {
      return remember(draft)
    }
    case 'move': {
      return withChangedProbe(draft, step.id, rounded(step.place))
    }
    case 'renumber': {
      if (!isNumber(step.number) || probeWithNumber(draft.probes, step.number, step.id)) return draft
      return withChangedProbe(remember(draft), step.id, { number: String(Number(step.number)) })
    }
    case 'remove': {
      const remaining = draft.probes.filter(({ id }) => id !== step.id)
      return withProbes(remember(draft), remaining)
    }
    case 'undo': {
      return undone(draft, withProbes)
    }
    case 'field': {
      return draft.saved ? draft : { ...draft, fieldName: step.name }
    }
    case 'open': {
      const { group } = step
      return { ...next(draft), saved: group, fieldName: group.field_name, probes: markersOf(group) }
    }
    case 'stored': {
      if (step.generation !== draft.generation) return draft
      return { ...draft, saved: step.group, fieldName: step.group.field_name }
    }
    case 'restore': {
      return { ...emptyPlacement, ...step.draft }
    }
    case 'detach': {
      return { ...draft, saved: null }
    }
    default: {
      return next(draft)
    }
  }
}
