/** Stored form state, and which state wins when the form opens (decision 27). */
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../kit/storage.ts'
import { storeSelected, readSelected } from '../../kit/chosen-system.ts'
import { storeState, storeUnanswered, initialFormOf, readState, readUnanswered } from './settings-storage.ts'
import type { StoredState } from './settings-storage.ts'
import { offSettings, offValues } from './settings-values.ts'

const server = {
  ...offValues,
  isSystemOn: true,
  applicationRate: '0.5',
  rootDepth: '24',
  targetMoisture: '70',
}
const edit: StoredState = { ...server, applicationRate: '1.1', unsent: true, basedOn: 3 }

describe('the stored state', () => {
  it('uses the specified keys, with one entry per system', () => {
    const storage = memoryStorage()
    storeSelected(storage, 'North')
    storeState(storage, 'North', edit)
    storeState(storage, 'South', { ...edit, unsent: false })
    expect(storage.getItem('selectedThing')).toBe('North')
    expect(JSON.parse(storage.getItem('systemStates') ?? '')).toMatchObject({
      North: { isSystemOn: true, applicationRate: '1.1', towers: { 9: false } },
      South: {},
    })
    expect(readSelected(storage)).toBe('North')
    expect(readState(storage, 'North')).toEqual(edit)
  })

  it.each(['', 'nonsense', '[]', '{"North": {"isSystemOn": "yes"}}', '{"North": null}'])(
    'is ignored if unreadable: %s',
    (stored) => {
      const storage = memoryStorage()
      storage.setItem('systemStates', stored)
      expect(readState(storage, 'North')).toBeNull()
      storeState(storage, 'North', edit)
      expect(readState(storage, 'North')).toEqual(edit)
    },
  )

  it("does not mistake an object's built-in property for a system", () => {
    expect(readState(memoryStorage(), 'constructor')).toBeNull()
  })

  it('survives a full disk', () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(() => storeState(full, 'North', edit)).not.toThrow()
  })
})

describe('an unanswered submission', () => {
  const unanswered = {
    settings: offSettings(0.5),
    key: 'a1b2c3d4e5f6',
    pressedAt: 1783900000000,
    expectedRevision: 3,
  }

  it('keeps its key over a reload, with what was typed, until it is answered', () => {
    const storage = memoryStorage()
    storeState(storage, 'North', edit)
    storeUnanswered(storage, 'North', unanswered)
    storeState(storage, 'North', { ...edit, rootDepth: '30' })
    expect(readUnanswered(storage, 'North')).toEqual(unanswered)
    expect(readUnanswered(storage, 'South')).toBeNull()
    storeUnanswered(storage, 'North', null)
    expect(readUnanswered(storage, 'North')).toBeNull()
    expect(readState(storage, 'North')).toMatchObject({ rootDepth: '30' })
  })

  it('is gone when the session clears the specified entries', () => {
    const storage = memoryStorage()
    storeUnanswered(storage, 'North', unanswered)
    storage.removeItem('systemStates')
    expect(readUnanswered(storage, 'North')).toBeNull()
  })
})

describe('the form opens', () => {
  it("with the server's settings when nothing was typed or everything was sent", () => {
    expect(initialFormOf(null, server, 4)).toEqual({ values: server, basedOn: 4 })
    expect(initialFormOf({ ...edit, unsent: false }, server, 4)).toEqual({ values: server, basedOn: 4 })
  })

  it('with the unsent edit and its base revision', () => {
    const { values, basedOn } = initialFormOf(edit, server, 4)
    expect(values.applicationRate).toBe('1.1')
    expect(basedOn).toBe(3)
  })

  it('with nothing unsent if the edit did arrive', () => {
    const arrived = { ...server, applicationRate: '1.10' }
    expect(initialFormOf(edit, arrived, 4)).toEqual({ values: arrived, basedOn: 4 })
  })
})
