/** Texts of the water forecast. */
import { expect, it } from 'vitest'
import { noAnswer, pumpSentence, turnWords, whenWords } from './forecast.text.ts'
import { doubtWord, outlookHeadline, refillHeadline } from '../overview/overview.text.ts'

const now = Date.parse('2026-07-06T12:00:00Z')

it('counts days, and says when a field can wait', () => {
  expect(refillHeadline({ refill_at: null }, now)).toBe('Can wait a week')
  expect(refillHeadline({ refill_at: '2026-07-08T12:00:00Z' }, now)).toBe('Refill in 2 days')
  expect(refillHeadline({ refill_at: '2026-07-07T14:00:00Z' }, now)).toBe('Refill in 1 day')
  expect(refillHeadline({ refill_at: '2026-07-06T20:00:00Z' }, now)).toBe('Refill today')
  expect(refillHeadline({ refill_at: '2026-07-06T11:00:00Z' }, now)).toBe('Refill now')
})

it('says the same for a field in the list, and nothing if unknown', () => {
  const outlook = {
    system: 'North',
    state: 'known' as const,
    refill_in_days: 2,
    refill_at: '2026-07-08T12:00:00Z',
    driest_percent: 60,
    refill_percent: 50,
    start_by: null,
    rain_likely: null,
    doubt: 'estimated' as const,
    computed_at: null,
  }
  expect(outlookHeadline(outlook, now)).toBe('Refill in 2 days')
  expect(doubtWord(outlook)).toBe('estimated')
  expect(outlookHeadline({ ...outlook, refill_at: null }, now)).toBe('Can wait a week')
  for (const unknown of [{ ...outlook, state: 'no_crop' as const, doubt: null }, undefined])
    expect([outlookHeadline(unknown, now), doubtWord(unknown)]).toEqual(['', ''])
})

it("gives times in the system's time zone", () => {
  expect(whenWords('2026-07-07T12:00:00Z', 'America/Edmonton')).toBe('Tue 06:00')
  expect(noAnswer({ state: 'no_crop' })).toContain('Set the crop')
})

it('says whether a pump can serve all fields, and which are late', () => {
  const turn = {
    system: 'North',
    starts_at: '2026-07-07T12:00:00Z',
    ends_at: '2026-07-08T12:00:00Z',
    start_by: null,
    late_hours: 6,
  }
  expect(pumpSentence({ pump: 'Canal', fits: false, turns: [turn] })).toContain('No order on pump Canal')
  expect(pumpSentence({ pump: 'Canal', fits: true, turns: [turn] })).toContain('in time')
  expect(turnWords(turn, 'America/Edmonton')).toBe('North: Tue 06:00, 24 h, 6 h late')
})
