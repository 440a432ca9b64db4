/** Validation of a graph's range: listed days only, in order, with every specified message. */
import { describe, expect, it } from 'vitest'
import { checkRange, isComplete, missing, presetRanges } from './graph-request.ts'
import type { TypedRange } from './graph-request.ts'

const DAYS = ['2026-06-01', '2026-07-06', '2026-07-07', '2026-07-20']
const listed = new Set(DAYS)
const typedRange = (start: string, end: string, changed: 'start' | 'end' = 'end'): TypedRange => ({
  database: '7/North Quarter 2026.db',
  start,
  end,
  changed,
})

describe('a typed range', () => {
  it('is valid when both days are listed, also when they are the same', () => {
    for (const end of ['07/07/2026', '06/07/2026']) {
      const range = checkRange(typedRange('06/07/2026', end), listed)
      expect([range.startProblem, range.endProblem, isComplete(range)]).toEqual([null, null, true])
    }
  })

  it('is neither complete nor invalid while a day is missing', () => {
    const range = checkRange(typedRange('06/07/2026', ''), listed)
    expect([range.startProblem, range.endProblem, isComplete(range)]).toEqual([null, null, false])
  })

  it('reports the problem on the date that was changed last', () => {
    expect(checkRange(typedRange('07/07/2026', '06/07/2026', 'start'), listed)).toMatchObject({
      startProblem: 'The start date must be earlier than the end date.',
      endProblem: null,
    })
    const range = checkRange(typedRange('07/07/2026', '06/07/2026', 'end'), listed)
    expect(range).toMatchObject({
      startProblem: null,
      endProblem: 'The end date must be later than the start date.',
    })
    expect(isComplete(range)).toBe(false)
  })

  it('is not checked against a list that has not loaded', () => {
    expect(checkRange(typedRange('08/07/2026', ''), null)).toMatchObject({
      startProblem: null,
      start: '2026-07-08',
    })
  })

  it('refuses days without readings, and text that is not a date', () => {
    expect(checkRange(typedRange('08/07/2026', '31/02/2026'), listed)).toMatchObject({
      startProblem: 'Only days that have readings can be chosen.',
      endProblem: 'Enter a day of the calendar.',
    })
  })
})

it('says what is missing, the system first', () => {
  expect(missing({ ...typedRange('', ''), database: '' })).toBe('Please select a database.')
  expect(missing(typedRange('06/07/2026', ' '))).toBe('Both start and end dates are required.')
  expect(missing(typedRange('06/07/2026', '07/07/2026'))).toBeNull()
})

it('offers common ranges whose ends are listed', () => {
  expect(presetRanges([])).toEqual([])
  // seven days that end on 20 July begin on the 14th, thirty on 21 June
  expect(presetRanges(DAYS).map(({ start, end }) => [start, end])).toEqual([
    ['2026-07-20', '2026-07-20'],
    ['2026-07-06', '2026-07-20'],
    ['2026-06-01', '2026-07-20'],
  ])
})
