/** Which prescriptions are sent at once, which wait, and which are never sent. */
import { describe, expect, it } from 'vitest'
import { type Calm, sendingOf } from './publication.rules.ts'
import { compute } from './computation.rules.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-07-10T12:00:00.000Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
const OFF = { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false }

/** Two probes of one layer over the root zone: FC 0.25, WP 0.12. */
function computed(east: number, west: number, change: { state?: 'used' | 'silent'; rate?: number } = {}) {
  const { state = 'used', rate = 1 } = change
  return compute({
    settings: {
      is_system_on: true,
      is_test_pattern_on: false,
      is_speed_switch_on: false,
      application_rate: rate,
      root_depth: 24,
      target_moisture: 80,
      towers: OFF,
    },
    latitude: 51,
    longitude: -114,
    tower_radii_m: [100, 200],
    wetted_radius_m: 200,
    arc: null,
    flow_gpm: null,
    speed_100_m_min: null,
    probes: [0.002, -0.002].map((lng, k) => ({
      number: k + 1,
      latitude: 51,
      longitude: -114 + lng,
      field_capacity: 0.25,
      wilting_point: 0.12,
      layers: [
        {
          depth_cm: 30,
          top_mm: 0,
          bottom_mm: 610,
          value: k === 0 ? east : west,
          at: NOW.toISOString(),
          state: k === 0 ? ('used' as const) : state,
          suspicion: null,
          last_trusted: null,
        },
      ],
    })),
    geofences: [],
    basis: 'soil',
  })
}

const runs = { ...computed(0.2, 0.2), settingsRev: 1 }
const sending = (computation: Calm['computation'], change: Partial<Calm> = {}) =>
  sendingOf({ running: runs, settingsRev: 1, computation, stays: [], published: [], now: NOW, ...change })

describe('a prescription computed again', () => {
  it('that is equal, or differs by noise, is not sent', () => {
    expect(sending(computed(0.2, 0.2))).toBe('not')
    expect(sending(computed(0.2001, 0.2))).toBe('not')
  })

  it('that differs is sent once an hour, by its volume alone every four, and six times a day', () => {
    const drier = computed(0.18, 0.2)
    expect(sending(drier)).toBe('now')
    expect(sending(drier, { published: [ago(0.5)] })).toEqual(ago(-0.5))
    expect(sending(drier, { published: [ago(1)] })).toBe('now')
    const six = [2, 3, 4, 5, 6, 20].map(ago)
    expect(sending(drier, { published: six })).toEqual(ago(-4))
    const little = computed(0.1985, 0.1985)
    expect(sending(little, { published: [ago(2)] })).toEqual(ago(-2))
  })

  it('that differs only in sectors behind the arm is not sent', () => {
    const stays = Array.from({ length: 180 }, (_, sector) => ({
      sector,
      from: NOW.getTime() - (180 - sector) * 60_000,
      to: NOW.getTime() - (179 - sector) * 60_000,
    }))
    expect(sending(computed(0.15, 0.15), { stays })).toBe('not')
  })

  it('after a person’s change, or a loss of data, never waits', () => {
    const published = [ago(0.1)]
    expect(sending(computed(0.2, 0.2, { rate: 1.01 }), { published })).toBe('now')
    expect(sending(computed(0.19, 0.2), { published, settingsRev: 2 })).toBe('now')
    expect(sending(computed(0.2, 0.2, { state: 'silent' }), { published })).toBe('now')
  })
})
