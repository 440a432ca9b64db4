/** Which silent systems form an incident. */
import { describe, expect, it } from 'vitest'
import { apart } from './incidents.rules.ts'

const START = Date.parse('2026-07-06T12:00:00Z')

/** Systems A, B, … silent since this many seconds after the start; null when unknown. */
function silent(...seconds: (number | null)[]) {
  return seconds.map((after, n) => ({
    system: String.fromCharCode(65 + n),
    since: after === null ? null : new Date(START + after * 1000),
    owner: null,
  }))
}

const names = (systems: { system: string }[]) => systems.map(({ system }) => system).join('')

describe('systems that fell silent', () => {
  it('are one incident when five follow each other within two minutes', () => {
    const { incidents, alone } = apart(silent(0, 120, 240, 360, 480, 601))
    expect(incidents).toEqual([
      {
        since: '2026-07-06T12:00:00.000Z',
        until: '2026-07-06T12:08:00.000Z',
        systems: 5,
        examples: ['A', 'B', 'C', 'D', 'E'],
      },
    ])
    expect(names(alone)).toBe('F')
  })

  it('are listed one by one when they are fewer, further apart, or of unknown time', () => {
    expect(apart(silent(0, 10, 20, 30)).incidents).toEqual([])
    expect(apart(silent(0, 121, 242, 363, 484)).incidents).toEqual([])
    expect(names(apart(silent(0, 1, 2, null, 3, null, null)).alone)).toBe('ABCDEFG')
  })

  it('are listed with the largest incident first, in any order of input', () => {
    const { incidents, alone } = apart(silent(9000, 4, 9001, 3, 9002, 2, 9003, 1, 9004, 0, 9005, 20_000))
    expect(incidents.map(({ systems }) => systems)).toEqual([6, 5])
    expect(incidents[0]?.examples).toEqual(['A', 'C', 'E', 'G', 'I'])
    expect(names(alone)).toBe('L')
  })
})
