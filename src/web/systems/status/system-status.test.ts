/** Nothing that is only remembered is shown as live. */
import { describe, expect, it } from 'vitest'
import type { SystemView } from '#contract/systems.ts'
import { knowledgeOf, motionWords, positionSentence, possibleTurn, statusOf } from './system-status.ts'

const NOW = Date.parse('2026-07-12T20:36:00Z')
const seconds = (ago: number) => new Date(NOW - ago * 1000).toISOString()

const system: SystemView = {
  name: 'North',
  controller: 'abc',
  latitude: 50,
  longitude: -112,
  time_zone: 'America/Edmonton',
  tower_radii_m: [185.166, 370.332],
  wetted_radius_m: 385.572,
  arc: null,
  flow_gpm: 800,
  speed_100_m_min: 3.048,
  role: 'owner',
  online: true,
  last_seen: seconds(5),
  telemetry: {
    angle_deg: 124.4,
    direction: 'FORWARD',
    wet: true,
    moving: true,
    timer_pct: 50,
    at: seconds(5),
    stopped_wet_since: null,
  },
  desired: null,
  reported: null,
  delivery: null,
  delivery_times: null,
  delivery_code: null,
  valid_until: null,
  depth_factor: null,
  warnings: [],
  fault: null,
  local_only: false,
  provider_stop: false,
  texture: 'loam',
  field_capacity: null,
  wilting_point: null,
  application_efficiency: 0.85,
}
const heard = (ago: number, more: object = {}) => ({
  ...system,
  telemetry: {
    angle_deg: 124.4,
    direction: 'FORWARD' as const,
    wet: true,
    moving: true,
    timer_pct: 50,
    at: seconds(ago),
    stopped_wet_since: null,
    ...more,
  },
})
const fault = { code: 'LOW_PRESSURE', at: seconds(9) }
const still = { moving: false, direction: 'STOPPED' as const }

describe('knowledge of the arm', () => {
  it('is live while it is heard as often as it should be', () => {
    expect(knowledgeOf(heard(60), 'open', NOW)).toBe('live')
    expect(knowledgeOf(heard(61), 'open', NOW)).toBe('stale')
    expect(knowledgeOf(heard(600, still), 'open', NOW)).toBe('live')
    expect(knowledgeOf(heard(700, still), 'open', NOW)).toBe('stale')
  })

  it('is stale when the controller is offline or this page hears nothing', () => {
    expect(knowledgeOf({ ...system, online: false }, 'open', NOW)).toBe('stale')
    expect(knowledgeOf(system, 'broken', NOW)).toBe('stale')
    expect(knowledgeOf({ ...system, telemetry: null }, 'open', NOW)).toBe('none')
  })
})

describe('status', () => {
  it.each([
    ['Running', system],
    ['Stopped', heard(5, still)],
    ['Stopped by a fault', { ...heard(5, still), fault }],
    ['Stopped by a fault', { ...heard(5, still), fault, online: false }],
    ['Running', { ...system, fault }],
    ['No fresh position', heard(240)],
    ['Offline', { ...system, online: false }],
    ['Not linked', { ...system, online: false, last_seen: null, telemetry: null }],
  ])('is %s', (word, given) => {
    expect(statusOf(given, 'open', NOW).word).toBe(word)
  })

  it('is not live when the stream broke', () => {
    expect(statusOf(system, 'broken', NOW)).toMatchObject({ word: 'Not live', tone: 'attention' })
  })
})

describe('where the arm can be by now', () => {
  // A revolution at full speed takes 2 pi 370.332 / 3.048 / 60 = 12.7234 h, so a quarter of an hour is 7.0736 degrees.
  it('is what full speed allows', () => {
    expect(possibleTurn(heard(900), NOW)).toBeCloseTo(7.0736, 3)
  })

  it('is never more than a turn, and nothing for one that stood or has no known speed', () => {
    expect(possibleTurn(heard(900_000), NOW)).toBe(360)
    expect(possibleTurn(heard(900, still), NOW)).toBeNull()
    expect(possibleTurn({ ...heard(900), speed_100_m_min: null }, NOW)).toBeNull()
  })
})

describe('words', () => {
  it('name way and water', () => {
    const arm = { angle_deg: 1, timer_pct: null, at: '', stopped_wet_since: null }
    expect(motionWords({ ...arm, direction: 'REVERSE', wet: false, moving: true })).toBe('reverse, dry')
    expect(motionWords({ ...arm, ...still, wet: true })).toBe('standing still, wet')
  })

  it('tell the picture, in the past when it is', () => {
    expect(positionSentence(system, 'live', NOW)).toBe(
      'Circle of North with 2 towers. The arm is at 124 degrees, forward, wet.',
    )
    expect(positionSentence(heard(240), 'stale', NOW)).toBe(
      'Circle of North with 2 towers. The arm was at 124 degrees, seen 4 min ago (14:32).',
    )
  })
})
