/** Sentences about what is wrong with a system, since when, and what to do. */
import { describe, expect, it } from 'vitest'
import { testSystem, ago, fault, NOW, still, wetStop } from '../testing/test-system.ts'
import {
  faultSentence,
  lockSentence,
  momentWords,
  warningSentence,
  wetStopSentence,
} from './system-warnings.text.ts'
import { droppedSentence, droppedTimes, droppedWords } from '../../shared/delivery/connection.text.ts'

it('names the fault, its time, and whether the machine has stopped', () => {
  expect(faultSentence(testSystem('x', { fault, telemetry: still }), NOW)).toBe(
    'Low water pressure, 4 min ago (14:32). The machine has stopped. Check it before you start it.',
  )
  expect(faultSentence(testSystem('x', { fault: { ...fault, code: 'END_GUN' } }), NOW)).toBe(
    'Fault end gun, 4 min ago (14:32). The machine is still moving.',
  )
  expect(faultSentence(testSystem('x'), NOW)).toBeNull()
})

it('says how long water has run onto one spot, after the grace period', () => {
  expect(wetStopSentence(testSystem('x', { telemetry: wetStop(34 * 60) }), NOW)).toBe(
    'Water has run onto one spot for 34 min, since 14:02. Start the pivot or shut the water off.',
  )
  expect(wetStopSentence(testSystem('x', { telemetry: wetStop(34 * 60), online: false }), NOW)).toBe(
    'It was stopped with the water on (34 min, since 14:02) when it went offline. Go and check.',
  )
  expect(wetStopSentence(testSystem('x', { telemetry: wetStop(119) }), NOW)).toBeNull()
  expect(wetStopSentence(testSystem('x', { telemetry: still }), NOW)).toBeNull()
})

it('warns before settings expire, and says what runs then', () => {
  const soon = testSystem('x', { warnings: ['expires_soon'], valid_until: ago(-11 * 3600) })
  expect(warningSentence(soon, NOW)).toContain('expire at 13 Jul, 01:36, in 11 h')
  expect(warningSentence(testSystem('x', { warnings: ['expired', 'fallback'] }), NOW)).toContain(
    'now waters 100%',
  )
  expect(warningSentence(testSystem('x'), NOW)).toBeNull()
})

it('a time today has no day', () => {
  expect(momentWords(NOW + 3_600_000, NOW, 'America/Edmonton')).toBe('15:36')
})

it('says who may not change settings, and why', () => {
  expect(lockSentence(testSystem('x'))).toBeNull()
  expect(lockSentence(testSystem('x', { role: 'viewer' }))).toBe('View only: ask the owner for access.')
  expect(lockSentence(testSystem('x', { local_only: true }))).toContain('local only')
  expect(lockSentence(testSystem('x', { local_only: true, provider_stop: true }))).toContain(
    'by the provider',
  )
})

const AT = Date.parse('2026-07-12T20:32:00Z')

describe('messages that could not be used', () => {
  it('are counted together, one of them as one', () => {
    const rest =
      ' from this system could not be used in the last 7 days. If this goes on, tell your provider.'
    expect(droppedSentence([{ count: 1 }])).toBe(`1 message${rest}`)
    expect(droppedSentence([{ count: 9 }, { count: 60_480 }])).toBe(`60,489 messages${rest}`)
  })

  it('are listed by topic, with the time of the last one', () => {
    expect(droppedWords({ kind: 'telemetry', reason: 'wrong_shape' })).toBe(
      'Position: not in the expected form',
    )
    const times = (count: number, last_at: string) => droppedTimes({ count, last_at }, AT, 'America/Edmonton')
    expect(times(9, '2026-07-12T20:28:00Z')).toBe('9 times, last 4 min ago (14:28)')
    expect(times(1, '2026-07-10T20:28:00Z')).toBe('once, 2 d ago (10 Jul, 14:28)')
  })
})
