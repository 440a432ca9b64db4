/** The stored placement draft: restored for its own user only, with damaged or full storage tolerated. */
import { expect, it } from 'vitest'
import { memoryStorage } from '../kit/storage.ts'
import { emptyPlacement, nextPlacement } from './placement-draft.ts'
import { storeDraft, readDraft } from './use-placement-draft.ts'

const group = { id: 3, field_name: 'North', probes: [[51, -114, '1']] satisfies [number, number, string][] }
const opened = nextPlacement(emptyPlacement, { type: 'open', group })
const changed = nextPlacement(opened, { type: 'place', place: { lat: 51.1, lng: -114.1 }, number: '2' })

it("restores the user's unsaved draft", () => {
  const storage = memoryStorage()
  storeDraft(storage, 5, changed)
  const { fieldName, saved, probes } = changed
  expect(readDraft(storage, 5)).toEqual({ fieldName, saved, probes })
})

it('restores nothing for another user', () => {
  const storage = memoryStorage()
  storeDraft(storage, 5, changed)
  expect(readDraft(storage, 6)).toBeNull()
})

it('removes the draft once it is saved', () => {
  const storage = memoryStorage()
  storeDraft(storage, 5, changed)
  storeDraft(storage, 5, opened)
  expect(readDraft(storage, 5)).toBeNull()
})

it.each(['{', 'null', '{"user":5}', '{"user":5,"fieldName":"N","saved":null,"probes":[{"lat":1}]}'])(
  'ignores %s',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('probeDraft', text)
    expect(readDraft(storage, 5)).toBeNull()
  },
)

it('works without storage', () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => storeDraft(full, 5, changed)).not.toThrow()
})
