/** What is said of messages that could not be used. */
import { describe, expect, it } from 'vitest'
import { droppedSentence, droppedTimes, droppedWords } from './system-warnings.text.ts'

const NOW = Date.parse('2026-07-12T20:32:00Z')

describe('messages that could not be used', () => {
  it('are counted together, one of them as one', () => {
    const rest =
      ' from this system could not be used in the last 7 days. If this goes on, tell your provider.'
    expect(droppedSentence([{ count: 1 }])).toBe(`1 message${rest}`)
    expect(droppedSentence([{ count: 9 }, { count: 60_480 }])).toBe(`60,489 messages${rest}`)
  })

  it('are named by what they were about, and by when the last one came', () => {
    expect(droppedWords({ kind: 'telemetry', reason: 'wrong_shape' })).toBe(
      'Position: not in the expected form',
    )
    const times = (count: number, last_at: string) =>
      droppedTimes({ count, last_at }, NOW, 'America/Edmonton')
    expect(times(9, '2026-07-12T20:28:00Z')).toBe('9 times, last 4 min ago (14:28)')
    expect(times(1, '2026-07-10T20:28:00Z')).toBe('once, 2 d ago (10 Jul, 14:28)')
  })
})
