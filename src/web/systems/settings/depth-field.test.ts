/** Typed millimetres stay as typed; inches are sent. */
import { expect, it } from 'vitest'
import { shownDepth, typedInches } from './depth-field.tsx'

it('is sent in inches: an inch is 25.4 mm', () => {
  expect(typedInches('50.8', 'mm')).toBe('2')
  expect(typedInches('5.08', 'mm')).toBe('0.2')
  expect(typedInches('20', 'mm')).toBe('0.7874')
  expect(typedInches('0.8', 'in')).toBe('0.8')
})

it('survives the conversion, for every hundredth of a millimetre up to 60', () => {
  for (let hundredths = 1; hundredths <= 6000; hundredths++) {
    const typed = String(hundredths / 100)
    expect(shownDepth(typedInches(typed, 'mm'), 'mm')).toBe(typed)
  }
})

it('leaves invalid text alone', () => {
  for (const text of ['', ' ', '-', 'abc']) {
    expect(typedInches(text, 'mm')).toBe(text)
    expect(shownDepth(text, 'mm')).toBe(text)
  }
})
