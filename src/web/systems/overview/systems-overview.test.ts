/** What stands that should run comes first. */
import { expect, it } from 'vitest'
import type { SystemView } from '#contract/systems.ts'
import { isTrouble, worstFirst } from './systems-overview.tsx'
import { faultSentence, lockSentence, momentWords, warningSentence } from '../status/system-warnings.text.ts'

const NOW = Date.parse('2026-07-12T20:36:00Z')
const at = new Date(NOW - 5000).toISOString()

function system(name: string, more: Partial<SystemView> = {}): SystemView {
  return {
    name,
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
    last_seen: at,
    telemetry: {
      angle_deg: 124.4,
      direction: 'FORWARD',
      wet: true,
      moving: true,
      timer_pct: 50,
      at,
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
    ...more,
  }
}

const still = {
  angle_deg: 1,
  direction: 'STOPPED',
  wet: false,
  moving: false,
  timer_pct: null,
  at,
  stopped_wet_since: null,
} as const
const fault = { code: 'LOW_PRESSURE', at: '2026-07-12T20:32:00Z' }

it('lists stopped by fault, offline, rejected, then the rest; equals by name', () => {
  const mixed = [
    system('B runs'),
    system('A runs'),
    system('stands', { telemetry: still }),
    system('runs out', { warnings: ['expires_soon'] }),
    system('rejected', { delivery: 'rejected' }),
    system('offline', { online: false }),
    system('fault', { telemetry: still, fault, online: false }),
  ]
  const names = worstFirst(mixed, 'open', NOW).map(({ name }) => name)
  expect(names).toEqual(['fault', 'offline', 'rejected', 'runs out', 'stands', 'A runs', 'B runs'])
  expect(mixed.filter((each) => isTrouble(each, 'open', NOW)).map(({ name }) => name)).toEqual([
    'runs out',
    'rejected',
    'offline',
    'fault',
  ])
})

it('names the fault, when it was, and whether the machine stands', () => {
  expect(faultSentence(system('x', { fault, telemetry: still }), NOW)).toBe(
    'Low water pressure, 4 min ago (14:32). The machine stands. Look at it before you start it.',
  )
  expect(faultSentence(system('x', { fault: { ...fault, code: 'END_GUN' } }), NOW)).toBe(
    'Fault end gun, 4 min ago (14:32). The machine still turns.',
  )
  expect(faultSentence(system('x'), NOW)).toBeNull()
})

it('warns before settings run out, and says what runs after', () => {
  const soon = system('x', { warnings: ['expires_soon'], valid_until: '2026-07-13T07:36:00Z' })
  expect(warningSentence(soon, NOW)).toContain('run out at 13 Jul, 01:36, in 11 h')
  expect(warningSentence(system('x', { warnings: ['expired', 'fallback'] }), NOW)).toContain(
    'now waters 100 %',
  )
  expect(warningSentence(system('x'), NOW)).toBeNull()
})

it('a moment of today has no day', () => {
  expect(momentWords(NOW + 3_600_000, NOW, 'America/Edmonton')).toBe('15:36')
})

it('says who may not change it, and why', () => {
  expect(lockSentence(system('x'))).toBeNull()
  expect(lockSentence(system('x', { role: 'viewer' }))).toBe('View only: ask the owner for access.')
  expect(lockSentence(system('x', { local_only: true }))).toContain('local only')
  expect(lockSentence(system('x', { local_only: true, provider_stop: true }))).toContain('by the provider')
})
