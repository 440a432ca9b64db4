/** Formats of times and numbers. */
import { describe, expect, it } from 'vitest'
import { ago, quantity, span } from './formats.ts'

const now = Date.parse('2026-07-12T20:32:00Z')

describe('ago', () => {
  const times = [
    ['2026-07-12T20:28:00Z', '4 min ago (14:28)'],
    ['2026-07-12T20:31:30Z', 'just now (14:31)'],
    ['2026-07-12T17:32:00Z', '3 h ago (11:32)'],
    ['2026-07-10T20:32:00Z', '2 d ago (10 Jul, 14:32)'],
    // A clock that runs behind must not show a time in the future.
    ['2026-07-12T20:33:00Z', 'just now (14:33)'],
  ] as const
  it.each(times)('%s is %s in Alberta', (at, words) => {
    expect(ago(at, now, 'America/Edmonton')).toBe(words)
  })
})

it('names a span by its largest whole unit', () => {
  expect([span(59_000), span(90_000), span(5_400_000), span(172_800_000)]).toEqual([
    'under 1 min',
    '1 min',
    '1 h',
    '2 d',
  ])
})

it('joins a number and its unit with a space that does not break', () => {
  expect([quantity(0.75, 'in'), quantity(2, 'in'), quantity(12.345, 'mm', 1)]).toEqual([
    '0.75\u00A0in',
    '2\u00A0in',
    '12.3\u00A0mm',
  ])
})
