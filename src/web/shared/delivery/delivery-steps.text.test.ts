/** Texts of the delivery status, which never claims more than was reported. */
import { describe, expect, it } from 'vitest'
import type { DeliveryState } from '#contract/delivery.ts'
import { deliverySummary, reachedSteps, stepsOf } from './delivery-steps.text.ts'
import type { Delivery } from './delivery.text.ts'

const NOW = Date.parse('2026-07-12T20:36:00Z')
const ZONE = 'America/Edmonton'
const nothing = {
  saved: '2026-07-12T20:30:00Z',
  sent: null,
  received: null,
  applied: null,
  rejected: null,
  expired: null,
  superseded: null,
}

function delivery(state: DeliveryState, overrides: Partial<Delivery> = {}): Delivery {
  return { state, times: nothing, code: null, online: true, lastSeen: '2026-07-12T20:32:00Z', ...overrides }
}

const steps = (current: Delivery) => stepsOf(current).map(({ word, state }) => `${word} ${state}`)

describe('the steps', () => {
  it('are the four of a delivery, with the next one pending', () => {
    expect(steps(delivery('sent'))).toEqual(['Saved done', 'Sent done', 'Received next', 'Applied ahead'])
    expect(steps(delivery('applied'))).toEqual(['Saved done', 'Sent done', 'Received done', 'Applied done'])
  })

  it('end with the failure, after the completed ones', () => {
    const times = { ...nothing, sent: '2026-07-12T20:31:00Z', received: '2026-07-12T20:31:01Z' }
    expect(steps(delivery('rejected', { times }))).toEqual([
      'Saved done',
      'Sent done',
      'Received done',
      'Rejected failed',
    ])
    expect(steps(delivery('superseded'))).toEqual(['Saved done', 'Superseded failed'])
  })

  it('have the time of each completed step', () => {
    const times = { ...nothing, sent: '2026-07-12T20:31:00Z' }
    expect(stepsOf(delivery('sent', { times })).map(({ at }) => at)).toEqual([
      times.saved,
      times.sent,
      null,
      null,
    ])
  })
})

it('lists every completed step with its time, also a refusal before the replacement', () => {
  const times = { ...nothing, rejected: '2026-07-12T20:31:00Z', superseded: '2026-07-12T20:33:00Z' }
  expect(reachedSteps(times)).toEqual([
    { word: 'Saved', at: times.saved },
    { word: 'Rejected', at: times.rejected },
    { word: 'Superseded', at: times.superseded },
  ])
})

describe('the texts', () => {
  it('give the time when an offline controller was last seen', () => {
    const { sentence } = deliverySummary(delivery('saved', { online: false }), NOW, ZONE)
    expect(sentence).toBe('Saved. It will apply when the controller is back (last seen 4 min ago, 14:32).')
    const unseen = deliverySummary(delivery('sent', { online: false, lastSeen: null }), NOW, ZONE)
    expect(unseen.sentence).toBe('Saved. It will apply when the controller is back (not seen yet).')
  })

  it('show Applied only when it was reported', () => {
    for (const state of ['saved', 'sent', 'received'] as const) {
      for (const online of [true, false]) {
        const summary = deliverySummary(delivery(state, { online }), NOW, ZONE)
        expect(summary.word).not.toBe('Applied')
        expect(summary.tone).not.toBe('running')
      }
    }
    const times = { ...nothing, applied: '2026-07-12T20:35:00Z' }
    expect(deliverySummary(delivery('applied', { times }), NOW, ZONE)).toEqual({
      tone: 'running',
      word: 'Applied',
      sentence: 'The pivot confirmed it was applied at 14:35.',
    })
  })

  it('give the reason of a refusal, as text if the code is known', () => {
    expect(deliverySummary(delivery('rejected', { code: 'RATE_RANGE' }), NOW).sentence).toBe(
      'The pivot refused it: the application rate is outside what the machine can do. It keeps running what it ran before. Choose another rate and Apply Settings.',
    )
    expect(deliverySummary(delivery('rejected', { code: 'X7' }), NOW).sentence).toContain('code X7')
    expect(deliverySummary(delivery('rejected'), NOW).sentence).toBe(
      'The pivot refused it. It keeps running what it ran before. If it is refused again, tell your provider.',
    )
  })

  it.each([
    'MALFORMED',
    'RX_SIZE',
    'RX_HASH',
    'RX_RANGE',
    'FALLBACK_SIZE',
    'FALLBACK_HASH',
    'FALLBACK_RANGE',
    'RATE_RANGE',
    'TIMER_RANGE',
    'TIMER_UNSUPPORTED',
    'TEST_MISSING',
    'TEST_TOWER',
  ])('describe %s without its code, with what to do', (code) => {
    const { sentence } = deliverySummary(delivery('rejected', { code }), NOW)
    expect(sentence).not.toContain(code)
    expect(sentence).toMatch(/It keeps running what it ran before\. .*Apply Settings/)
  })
})
