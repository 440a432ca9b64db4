/** System status: outdated state is never shown as live. */
import { describe, expect, it } from 'vitest'
import { ago, testSystem, fault, NOW, running, still, wetStop } from '../testing/test-system.ts'
import { freshnessOf, motionWords, positionSentence, possibleTurn, statusOf } from './system-status.ts'

const system = testSystem('North')
const connected = (seconds: number, overrides: object = {}) => ({
  ...system,
  telemetry: { ...running, at: ago(seconds), ...overrides },
})
const stopped = { moving: false, direction: 'STOPPED' as const }

describe("freshness of the arm's position", () => {
  it('is live while telemetry is on schedule', () => {
    expect(freshnessOf(connected(60), 'open', NOW)).toBe('live')
    expect(freshnessOf(connected(61), 'open', NOW)).toBe('stale')
    expect(freshnessOf(connected(600, stopped), 'open', NOW)).toBe('live')
    expect(freshnessOf(connected(700, stopped), 'open', NOW)).toBe('stale')
  })

  it('is stale when the controller is offline or the page is disconnected', () => {
    expect(freshnessOf({ ...system, online: false }, 'open', NOW)).toBe('stale')
    expect(freshnessOf(system, { lastContactAt: NOW }, NOW)).toBe('stale')
    expect(freshnessOf({ ...system, telemetry: null }, 'open', NOW)).toBe('none')
  })
})

describe('status', () => {
  it.each([
    ['Running', 'running', system],
    ['Stopped', 'stopped', connected(5, stopped)],
    ['Stopped, low water pressure', 'fault', { ...connected(5, stopped), fault }],
    ['Offline, low water pressure', 'fault', { ...connected(5, stopped), fault, online: false }],
    ['Running, valve fault', 'fault', { ...system, fault: { ...fault, code: 'VALVE_FAULT' } }],
    ['Running, change rejected', 'fault', { ...system, delivery: 'rejected' as const }],
    ['Offline, change expired', 'fault', { ...system, delivery: 'expired' as const, online: false }],
    [
      'Running, valve fault',
      'fault',
      { ...system, delivery: 'rejected' as const, fault: { ...fault, code: 'VALVE_FAULT' } },
    ],
    ['No word since 14:32', 'attention', connected(240)],
    ['No position yet', 'attention', { ...system, telemetry: null }],
    ['Offline', 'fault', { ...system, online: false }],
    ['Not connected', 'attention', { ...system, online: false, last_seen: null, telemetry: null }],
    ['Stopped', 'stopped', { ...system, telemetry: wetStop(119) }],
    ['Stopped, water on', 'fault', { ...system, telemetry: wetStop(120) }],
    ['Stopped, water on, low water pressure', 'fault', { ...system, telemetry: wetStop(300), fault }],
    ['Offline, stopped with water on', 'fault', { ...system, telemetry: wetStop(300), online: false }],
  ])('is %s, %s', (word, tone, systemView) => {
    expect(statusOf(systemView, 'open', NOW)).toMatchObject({ word, tone })
  })

  it('is shown as of the last contact without a connection, without faults of machines; water on stays red', () => {
    const silence = { lastContactAt: NOW }
    const later = NOW + 5 * 60_000
    const remembered = { word: 'Running at 14:36', tone: 'stopped', remembered: true }
    expect(statusOf(system, silence, later)).toMatchObject(remembered)
    const [hour, day] = [3_600_000, 86_400_000]
    expect(statusOf(system, silence, NOW + 2 * day + hour)).toMatchObject({
      word: 'Running at 12 Jul, 14:36',
    })
    // it has a time of its own
    expect(statusOf(connected(240), silence, later)).toMatchObject({
      word: 'No word since 14:32',
      remembered: true,
    })
    expect(statusOf(connected(240), silence, NOW + 2 * day)).toMatchObject({
      word: 'No word since 12 Jul, 14:32',
    })
    const wet = { ...system, telemetry: wetStop(300) }
    expect(statusOf(wet, silence, later)).toMatchObject({ word: 'Stopped, water on at 14:36', tone: 'fault' })
  })
})

describe('where the arm may be by now', () => {
  // A revolution at full speed takes 2 pi 370.332 / 3.048 / 60 = 12.7234 h, so a quarter of an hour is 7.0736 degrees.
  it('is limited by full speed', () => {
    expect(possibleTurn(connected(900), NOW)).toBeCloseTo(7.0736, 3)
  })

  it('is at most a full turn, and none if it was stopped or its speed is unknown', () => {
    expect(possibleTurn(connected(900_000), NOW)).toBe(360)
    expect(possibleTurn(connected(900, stopped), NOW)).toBeNull()
    // by then somebody may have started it: 3 of 12.7234 hours
    expect(possibleTurn(connected(3 * 3600, stopped), NOW)).toBeCloseTo((3 / 12.7234) * 360, 1)
    expect(possibleTurn({ ...connected(900), speed_100_m_min: null }, NOW)).toBeNull()
  })
})

describe('texts', () => {
  it('give direction and water', () => {
    expect(motionWords({ ...running, direction: 'REVERSE', wet: false })).toBe('reverse, dry')
    expect(motionWords({ ...still, wet: true })).toBe('stopped, water on')
    expect(motionWords(still)).toBe('stopped, dry')
  })

  it('describe the picture, in the past tense if outdated', () => {
    expect(positionSentence(system, 'live', NOW)).toBe(
      'Circle of North with 2 towers. The arm is at 124 degrees, forward, wet.',
    )
    expect(positionSentence(connected(240), 'stale', NOW)).toBe(
      'Circle of North with 2 towers. The arm was at 124 degrees, seen 4 min ago (14:32).',
    )
  })
})
