/** Events and answers arrive in any order; the newest state wins. */
import { describe, expect, it } from 'vitest'
import type { DeliveryState } from '../../contract/delivery.ts'
import type { SystemView } from '../../contract/systems.ts'
import { afterEvent, afterSaving, mergeNewer } from './systems-live.ts'

const towers = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }
const settings = {
  is_system_on: true,
  is_test_pattern_on: false,
  is_speed_switch_on: false,
  application_rate: 0.5,
  root_depth: 24,
  target_moisture: 70,
  towers,
}
const times = {
  saved: '2026-07-12T20:00:00Z',
  sent: null,
  received: null,
  applied: null,
  rejected: null,
  expired: null,
  superseded: null,
}
const telemetry = (at: string) => ({
  angle_deg: 10,
  stopped_wet_since: null,
  direction: 'FORWARD' as const,
  wet: true,
  moving: true,
  timer_pct: 50,
  at,
})

function system(overrides: Partial<SystemView> = {}): SystemView {
  return {
    name: 'North',
    controller: 'abc',
    latitude: 50,
    longitude: -112,
    time_zone: 'America/Edmonton',
    tower_radii_m: [100],
    wetted_radius_m: 110,
    arc: null,
    flow_gpm: null,
    speed_100_m_min: null,
    role: 'owner',
    online: true,
    last_seen: '2026-07-12T20:00:00Z',
    telemetry: telemetry('2026-07-12T20:00:00Z'),
    desired: { ...settings, settings_rev: 3, rev: 7 },
    reported: null,
    delivery: 'sent',
    delivery_times: times,
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
    ...overrides,
  }
}

function delivered(delivery: DeliveryState, settingsRev: number, rev: number) {
  return {
    name: 'delivery' as const,
    data: {
      system: 'North',
      settings_rev: settingsRev,
      rev,
      delivery,
      delivery_times: times,
      delivery_code: null,
    },
  }
}

describe('an event', () => {
  it('advances the delivery of its setting', () => {
    const { systems, refetch } = afterEvent([system()], delivered('received', 3, 8))
    expect(systems[0]).toMatchObject({ delivery: 'received', desired: { settings_rev: 3, rev: 8 } })
    expect(refetch).toBe(false)
  })

  it('that ends a delivery, a change of the system, and a start or stop refetch what runs now', () => {
    for (const state of ['applied', 'rejected', 'expired'] as const)
      expect(afterEvent([system()], delivered(state, 3, 8)).refetch).toBe(true)
    expect(afterEvent([system()], { name: 'system', data: { system: 'North' } }).refetch).toBe(true)
    const moved = (moving: boolean) => ({
      name: 'telemetry' as const,
      data: { system: 'North', telemetry: { ...telemetry('2026-07-12T20:00:10Z'), moving } },
    })
    const moves = system().telemetry?.moving ?? false
    expect(afterEvent([system()], moved(!moves)).refetch).toBe(true)
    expect(afterEvent([system()], moved(moves)).refetch).toBe(false)
  })

  it('leaves a newer setting alone, and refetches for an unknown one', () => {
    expect(afterEvent([system()], delivered('applied', 2, 6)).systems[0]?.delivery).toBe('sent')
    const unknown = afterEvent([system()], delivered('saved', 4, 8))
    expect(unknown.systems[0]?.desired?.settings_rev).toBe(3)
    expect(unknown.refetch).toBe(true)
  })

  it('with an older position of the arm is dropped', () => {
    const event = (at: string) => ({
      name: 'telemetry' as const,
      data: { system: 'North', telemetry: telemetry(at) },
    })
    const older = afterEvent([system()], event('2026-07-12T19:59:00Z'))
    expect(older.systems[0]?.telemetry?.at).toBe('2026-07-12T20:00:00Z')
    const newer = afterEvent([system()], event('2026-07-12T20:00:10Z'))
    expect(newer.systems[0]?.telemetry?.at).toBe('2026-07-12T20:00:10Z')
  })

  it('of the connection changes that system only, and refetches even while an answer is on its way', () => {
    const link = { system: 'North', online: false, last_seen: '2026-07-12T20:01:00Z' }
    const bothSystems = [system(), system({ name: 'South' })]
    const { systems, refetch } = afterEvent(bothSystems, { name: 'link', data: link })
    expect(systems.map(({ online }) => online)).toEqual([false, true])
    expect(refetch).toBe(true)
  })

  it('of an unknown system refetches the list', () => {
    expect(afterEvent([], delivered('saved', 1, 1)).refetch).toBe(true)
  })
})

describe('an answer older than the events', () => {
  it('does not move the delivery back', () => {
    const cached = system({ delivery: 'applied', desired: { ...settings, settings_rev: 3, rev: 8 } })
    expect(mergeNewer([cached], [system()])[0]).toMatchObject({ delivery: 'applied', desired: { rev: 8 } })
  })

  it('does not restore an older position or connection state', () => {
    const at = '2026-07-12T20:00:10Z'
    const cached = system({ telemetry: telemetry(at), online: false, last_seen: at })
    expect(mergeNewer([cached], [system()])[0]).toMatchObject({
      telemetry: { at },
      online: false,
      last_seen: at,
    })
  })

  it('wins where it is newer: a new setting starts at the first step', () => {
    const cached = system({ delivery: 'applied' })
    const fetched = system({ delivery: 'saved', desired: { ...settings, settings_rev: 4, rev: 8 } })
    expect(mergeNewer([cached], [fetched])).toEqual([fetched])
    expect(mergeNewer(undefined, [fetched])).toEqual([fetched])
  })
})

describe('a setting accepted by the server', () => {
  it('shows as saved until more is known', () => {
    const off = { ...settings, is_system_on: false }
    const [north] = afterSaving([system({ delivery: 'applied' })], 'North', off, 4)
    expect(north).toMatchObject({ delivery: 'saved', desired: { is_system_on: false, settings_rev: 4 } })
  })

  it('does not overwrite what events already reported about it', () => {
    const received = system({ delivery: 'received', desired: { ...settings, settings_rev: 4, rev: 8 } })
    expect(afterSaving([received], 'North', settings, 4)).toEqual([received])
  })
})
