/** The outline draft: pins in order, undo, and unsaved changes. */
import { describe, expect, it } from 'vitest'
import type { Geofence } from '#contract/geofences.ts'
import { emptyDraft, isUnsaved, nextDraft } from './outline-draft.ts'
import type { DraftStep, OutlineDraft } from './outline-draft.ts'

const place = (lat: number) => ({ lat, lng: -114 })
const after = (steps: DraftStep<Geofence>[], from: OutlineDraft<Geofence> = emptyDraft) =>
  steps.reduce(nextDraft<Geofence>, from)
const add = (...lats: number[]): DraftStep<Geofence>[] =>
  lats.map((lat) => ({ type: 'add', place: place(lat) }))
const lats = ({ pins }: OutlineDraft<Geofence>) => pins.map(({ lat }) => lat)

const saved: Geofence = {
  id: 4,
  system: 'North',
  name: 'Wet corner',
  prescription: 60,
  polygon: [
    [51, -114],
    [51.001, -114],
    [51, -114.001],
  ],
  enabled: true,
}

describe('drawing', () => {
  it('keeps pins in the order placed', () => {
    expect(lats(after(add(3, 1, 2)))).toEqual([3, 1, 2])
  })

  it('rounds places to a tenth of a metre', () => {
    expect(lats(after(add(51.123456789)))).toEqual([51.123457])
  })

  it('accepts no more than 200 pins', () => {
    const offsets = Array.from({ length: 201 }, (_, i) => i / 1000)
    expect(after(add(...offsets)).pins).toHaveLength(200)
  })

  it('loses its area below three pins', () => {
    const draft = after([...add(1, 2, 3), { type: 'area', shown: true }])
    expect(draft.area).toBe(true)
    expect(after([{ type: 'remove', index: 0 }], draft).area).toBe(false)
  })

  it('stops removing when nothing is left', () => {
    const draft = after([...add(1), { type: 'mode', mode: 'remove' }])
    expect(after([{ type: 'remove', index: 0 }], draft).mode).toBe('view')
  })

  it('puts the pins in another order', () => {
    expect(lats(after([...add(1, 2, 3), { type: 'order', order: [2, 0, 1] }]))).toEqual([3, 1, 2])
  })
})

describe('undo', () => {
  it('undoes one step at a time, down to an empty draft', () => {
    const draft = after([...add(1, 2), { type: 'remove', index: 0 }])
    expect(lats(after([{ type: 'undo' }], draft))).toEqual([1, 2])
    expect(lats(after([{ type: 'undo' }, { type: 'undo' }], draft))).toEqual([1])
    expect(
      after(
        Array.from({ length: 9 }, (): DraftStep<Geofence> => ({ type: 'undo' })),
        draft,
      ).pins,
    ).toEqual([])
  })

  it('undoes a whole drag at once', () => {
    const drag = [5, 6, 7].map((lat): DraftStep<Geofence> => ({ type: 'move', index: 0, place: place(lat) }))
    const dragged = after([...add(1), { type: 'grab' }, ...drag])
    expect(lats(dragged)).toEqual([7])
    expect(lats(after([{ type: 'undo' }], dragged))).toEqual([1])
  })

  it('restores the area with the pins', () => {
    const without = after([...add(1, 2, 3), { type: 'area', shown: true }, { type: 'remove', index: 2 }])
    expect(after([{ type: 'undo' }], without).area).toBe(true)
  })

  it('does not go back beyond an opened outline', () => {
    const opened = after([...add(1, 2), { type: 'open', saved }, { type: 'undo' }])
    expect(opened.pins).toHaveLength(3)
  })
})

describe('an answer that comes late', () => {
  const drawn = after(add(1, 2, 3))
  it('opens what was saved; pins that were changed since stay, as a change of it', () => {
    const step = { type: 'saved', pins: drawn.pins, saved } as const
    expect(after([step], drawn)).toEqual(after([{ type: 'open', saved }]))
    const changed = after([step], after(add(4), drawn))
    expect([changed.pins.length, changed.saved, isUnsaved(changed)]).toEqual([4, saved, true])
  })

  it('empties the drawing of what was deleted, and no other', () => {
    const changed = after([{ type: 'open', saved }, ...add(4)])
    expect(after([{ type: 'deleted', saved }], changed)).toEqual(emptyDraft)
    const other = after([{ type: 'open', saved: { ...saved, id: saved.id + 1 } }])
    expect(after([{ type: 'deleted', saved }], other)).toBe(other)
  })
})

describe('isUnsaved', () => {
  const opened = after([{ type: 'open', saved }])
  it.each<[string, OutlineDraft<Geofence>, boolean]>([
    ['nothing drawn', emptyDraft, false],
    ['one pin', after(add(1)), true],
    ['an opened design', opened, false],
    ['a moved pin', after([{ type: 'move', index: 1, place: place(51.002) }], opened), true],
    ['a removed pin', after([{ type: 'remove', index: 2 }], opened), true],
    ['its area hidden', after([{ type: 'area', shown: false }], opened), false],
  ])('%s', (_, draft, unsaved) => {
    expect(isUnsaved(draft)).toBe(unsaved)
  })
})
