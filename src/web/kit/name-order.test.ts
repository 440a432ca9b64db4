/** Natural sort order of names. */
import { expect, it } from 'vitest'
import { compareNames } from './name-order.ts'

it('2 comes before 10, whatever the case, and equals have one order', () => {
  const names = ['Pivot 10', 'pivot 2', 'Pivot 1', 'alpha', 'Alpha']
  const sorted = ['alpha', 'Alpha', 'Pivot 1', 'pivot 2', 'Pivot 10']
  expect(names.toSorted(compareNames)).toEqual(sorted)
  expect(names.toReversed().toSorted(compareNames)).toEqual(sorted)
})
