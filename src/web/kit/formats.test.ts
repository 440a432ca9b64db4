/** Formats of times and numbers. */
import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ago, number, quantity, span } from './formats.ts'

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

describe('number', () => {
  const numbers = [
    [999.994, 2, '999.99'],
    [999.995, 2, '1,000'],
    [-999.6, 0, '-1,000'],
    [1234.5, 2, '1,234.5'],
    [0.5, 0, '1'],
    [-0.001, 2, '0'],
    [0.0004, 3, '0'],
  ] as const
  it.each(numbers)('of %s with at most %s decimals is %s', (value, digits, shown) => {
    expect(number(value, digits)).toBe(shown)
  })

  it('is as the language writes it, whatever the value', () => {
    assert(
      property(
        double({ min: -2000, max: 2000, noNaN: true }),
        integer({ min: 0, max: 6 }),
        (value, digits) => {
          const written = new Intl.NumberFormat('en-CA', { maximumFractionDigits: digits }).format(value)
          // zero without a sign
          expect(number(value, digits)).toBe(written === '-0' ? '0' : written)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('has a comma in French', async () => {
    // a page of its own: the language of the other tests is English
    vi.resetModules()
    onTestFinished(() => void vi.resetModules())
    const { setFrenchTexts } = await import('../language/language.ts')
    const french = await import('./formats.ts')
    setFrenchTexts({})
    const shown = [0.5, -7.25, 12, 1234.5].map((value) => french.number(value, 1))
    expect(shown).toEqual(['0,5', '-7,3', '12', '1\u00A0234,5'])
  })
})
