/** Texts of the forecast and of the lines. */
import { expect, it } from 'vitest'
import { lineSentence, refillText } from './refill.text.ts'

const at = Date.parse('2026-07-20T18:00:00Z')
const when = { at, now: at + 4 * 60_000, timeZone: 'America/Edmonton' }
const since = Date.parse('2026-07-16T18:00:00Z') / 1000

it('says about how many days, and why', () => {
  expect(refillText({ kind: 'days', days: 3.8, since, perDay: 0.006 }, when)).toEqual({
    headline: 'About 4 days to refill',
    reason:
      'If the root zone keeps drying as it has since 16 Jul, by 0.6% of volume a day. Last reading 4 min ago (12:00).',
    urgent: false,
  })
  const headlines = [0.4, 1.2, 12.5].map(
    (days) => refillText({ kind: 'days', days, since, perDay: 0.01 }, when).headline,
  )
  expect(headlines).toEqual(['Less than a day to refill', 'About 1 day to refill', 'About 13 days to refill'])
  expect(refillText({ kind: 'far', days: 80, since, perDay: 0.001 }, when).headline).toBe(
    'More than 60 days to refill',
  )
})

it('counts from the last reading of a season that is over', () => {
  const over = { ...when, now: at + 60 * 86_400_000 }
  const days = refillText({ kind: 'days', days: 4, since, perDay: 0.006 }, over)
  expect(days.headline).toBe('About 4 days to refill from 20 Jul')
  expect(refillText({ kind: 'reached' }, over).headline).toBe('At the refill line or below on 20 Jul')
})

it('says why not', () => {
  expect(refillText({ kind: 'reached' }, when)).toMatchObject({
    headline: 'At the refill line or below',
    urgent: true,
  })
  expect(refillText({ kind: 'steady', since }, when).reason).toContain('has not been drying since 16 Jul')
  expect(refillText({ kind: 'short' }, when).reason).toContain('not been drying for a whole day')
  expect(refillText({ kind: 'none' }, { ...when, at: null }).reason).toContain('Not every depth')
})

it('describes a line', () => {
  const line = { times: [since, since + 86_400, since + 172_800], values: [24.12, undefined, 19.9] }
  const scale = { symbol: '%', digits: 1, timeZone: 'America/Edmonton' }
  expect(lineSentence('20 cm', line, scale)).toBe(
    '20 cm: 24.1% at the start, 19.9% at the end; lowest 19.9% on 18 Jul, highest 24.1% on 16 Jul.',
  )
  expect(lineSentence('20 cm', { times: [since], values: [null] }, scale)).toBe('20 cm: no readings.')
})
