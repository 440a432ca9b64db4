/** The placement draft: order, unique numbers, a single mode, undo, and unsaved changes. */
import { describe, expect, it } from 'vitest'
import type { ProbeGroup } from '../../contract/probes.ts'
import {
  bodyOf,
  emptyPlacement,
  probeWithNumber,
  isFull,
  isNumberText,
  isUnsaved,
  nextPlacement,
} from './placement-draft.ts'
import type { PlacementDraft, PlacementStep } from './placement-draft.ts'

const after = (steps: PlacementStep[], from: PlacementDraft = emptyPlacement) =>
  steps.reduce(nextPlacement, from)
const place = (number: string, lat = 51): PlacementStep => ({
  type: 'place',
  place: { lat, lng: -114 },
  number,
})
const numbers = ({ probes }: PlacementDraft) => probes.map(({ number }) => number)

const group: ProbeGroup = {
  id: 7,
  field_name: 'North',
  probes: [
    [51.1, -114.1, '3'],
    [51.2, -114.2, '12'],
  ],
}
const opened = after([{ type: 'open', group }])

describe('modes', () => {
  it('are exclusive: placing cancels removing and vice versa', () => {
    expect(
      after([
        { type: 'mode', mode: 'remove' },
        { type: 'mode', mode: 'place' },
      ]).mode,
    ).toBe('place')
    expect(
      after([
        { type: 'mode', mode: 'place' },
        { type: 'mode', mode: 'remove' },
      ]).mode,
    ).toBe('remove')
  })

  it('removing ends with the last marker', () => {
    const removing = after([place('1'), place('2'), { type: 'mode', mode: 'remove' }])
    expect(after([{ type: 'remove', id: 1 }], removing)).toMatchObject({ mode: 'remove' })
    expect(
      after(
        [
          { type: 'remove', id: 1 },
          { type: 'remove', id: 2 },
        ],
        removing,
      ).mode,
    ).toBe('idle')
  })
})

describe('placing', () => {
  it('keeps the order, rounds to a tenth of a metre and reads 007 as 7', () => {
    const draft = after([place('9'), place('007', 51.123456789)])
    expect(draft.probes).toEqual([
      { id: 1, lat: 51, lng: -114, number: '9' },
      { id: 2, lat: 51.123457, lng: -114, number: '7' },
    ])
  })

  it('refuses an empty number, letters, too many digits and a duplicate number', () => {
    const draft = after([place('7'), place(''), place('x'), place('1234567'), place('07'), place('123456')])
    expect(numbers(draft)).toEqual(['7', '123456'])
  })

  it('refuses the probe after the five hundredth', () => {
    const steps = Array.from({ length: 501 }, (_, i) => place(String(i)))
    expect(isFull(after(steps))).toBe(true)
    expect(after(steps).probes).toHaveLength(500)
  })

  it('never reuses an id', () => {
    const draft = after([place('1'), place('2'), { type: 'remove', id: 1 }, place('3')])
    expect(draft.probes.map(({ id }) => id)).toEqual([2, 3])
  })
})

describe('numbers', () => {
  it('accept digits only while typing, and may be empty', () => {
    expect(['', '0', '123456', '1234567', '-1', '1.5', '1e3', ' 1', '٣'].map(isNumberText)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('change, but not to a duplicate', () => {
    expect(numbers(after([{ type: 'renumber', id: 1, number: '04' }], opened))).toEqual(['4', '12'])
    expect(numbers(after([{ type: 'renumber', id: 1, number: '012' }], opened))).toEqual(['3', '12'])
    expect(numbers(after([{ type: 'renumber', id: 1, number: '' }], opened))).toEqual(['3', '12'])
    expect(probeWithNumber(opened.probes, '003')?.id).toBe(1)
    expect(probeWithNumber(opened.probes, '3', 1)).toBeUndefined()
  })
})

describe('a saved set', () => {
  it('opens with its markers and its name, which then stays', () => {
    expect(opened).toMatchObject({ fieldName: 'North', saved: group, mode: 'idle', past: [] })
    expect(numbers(opened)).toEqual(['3', '12'])
    expect(after([{ type: 'field', name: 'South' }], opened).fieldName).toBe('North')
    expect(after([{ type: 'field', name: 'South' }]).fieldName).toBe('South')
  })

  it('is sent as it is', () => {
    expect(bodyOf(opened)).toEqual({ fieldName: 'North', probes: group.probes })
  })

  it('keeps changes made while the server was storing it', () => {
    const stored = after([place('3'), { type: 'stored', group, generation: emptyPlacement.generation }])
    expect(stored).toMatchObject({ saved: group, fieldName: 'North' })
    expect(numbers(stored)).toEqual(['3'])
    expect(isUnsaved(stored)).toBe(true)
  })

  it('is closed when everything is cleared', () => {
    const { generation, ...cleared } = after([place('9'), { type: 'clear' }], opened)
    expect({ ...cleared, generation: 0 }).toEqual(emptyPlacement)
    expect(generation).not.toBe(opened.generation)
  })

  it('is not what an answer about the one before was', () => {
    const other = { ...group, id: 8, field_name: 'South' }
    const { generation } = opened
    const late = after(
      [
        { type: 'open', group: other },
        { type: 'stored', group, generation },
      ],
      opened,
    )
    expect(late).toMatchObject({ saved: other, fieldName: 'South' })
    expect(after([{ type: 'clear' }, { type: 'stored', group, generation }], opened).saved).toBeNull()
  })

  it('that was deleted leaves its markers as a new set', () => {
    const detached = after([{ type: 'detach' }], opened)
    expect(detached).toMatchObject({ saved: null, fieldName: 'North' })
    expect(isUnsaved(detached)).toBe(true)
  })
})

describe('undo', () => {
  it('undoes one step at a time, a whole drag at once', () => {
    const drag = [51.5, 51.6].map((lat): PlacementStep => ({
      type: 'move',
      id: 1,
      place: { lat, lng: -114 },
    }))
    const dragged = after([place('1'), { type: 'grab' }, ...drag])
    expect(dragged.probes[0]?.lat).toBe(51.6)
    expect(after([{ type: 'undo' }], dragged).probes[0]?.lat).toBe(51)
    expect(after([{ type: 'undo' }, { type: 'undo' }, { type: 'undo' }], dragged).probes).toEqual([])
  })

  it('does not go back beyond an opened set', () => {
    expect(numbers(after([place('9'), { type: 'open', group }, { type: 'undo' }]))).toEqual(['3', '12'])
  })
})

describe('isUnsaved', () => {
  it.each<[string, PlacementDraft, boolean]>([
    ['nothing placed', emptyPlacement, false],
    ['a field name alone', after([{ type: 'field', name: 'N' }]), false],
    ['one marker', after([place('1')]), true],
    ['a saved set', opened, false],
    ['a moved marker', after([{ type: 'move', id: 1, place: { lat: 51.3, lng: -114.1 } }], opened), true],
    ['another number', after([{ type: 'renumber', id: 1, number: '4' }], opened), true],
    ['a removed marker', after([{ type: 'remove', id: 2 }], opened), true],
    ['what was taken back', after([place('9'), { type: 'undo' }], opened), false],
    ['another mode', after([{ type: 'mode', mode: 'remove' }], opened), false],
  ])('%s', (_, draft, unsaved) => {
    expect(isUnsaved(draft)).toBe(unsaved)
  })
})
