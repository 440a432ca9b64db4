/** A system for tests: connected, running forward with water on, no settings sent yet. */
import type { SystemView } from '#contract/systems.ts'
import type { TelemetryView } from '#contract/delivery.ts'

export const NOW = Date.parse('2026-07-12T20:36:00Z')

/** This many seconds ago. */
export const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString()

export const running: TelemetryView = {
  angle_deg: 124.4,
  direction: 'FORWARD',
  wet: true,
  moving: true,
  timer_pct: 50,
  at: ago(5),
  stopped_wet_since: null,
}

export const still: TelemetryView = {
  ...running,
  direction: 'STOPPED',
  wet: false,
  moving: false,
  timer_pct: null,
}

/** Stopped, with its water on for this many seconds. */
export function wetStop(seconds: number): TelemetryView {
  return { ...still, wet: true, stopped_wet_since: ago(seconds) }
}

export const fault = { code: 'LOW_PRESSURE', at: '2026-07-12T20:32:00Z' }

export function testSystem(name: string, overrides: Partial<SystemView> = {}): SystemView {
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
    last_seen: ago(5),
    telemetry: running,
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
    ...overrides,
  }
}
