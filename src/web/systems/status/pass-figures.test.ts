/** Timer, hours and end of a pass against figures worked out by hand. */
import { describe, expect, it } from 'vitest'
import { depthNow, passAt, passEnd } from './pass-figures.ts'

// The machine of the agronomy's worked example: 12.7234 h a turn at 100 %, 115.41 acres, 800 gpm, so
// 800 x 12.7234 / (452.571 x 115.41) = 0.19488 inches at 100 %.
const machine = {
  tower_radii_m: [185.166, 370.332],
  wetted_radius_m: 385.572,
  arc: null,
  flow_gpm: 800,
  speed_100_m_min: 3.048,
  depth_factor: null,
  telemetry: null,
}
const lastSeen = '2026-07-12T20:00:00Z'
const moving = {
  angle_deg: 40,
  direction: 'FORWARD',
  wet: true,
  moving: true,
  timer_pct: 50,
  at: lastSeen,
  stopped_wet_since: null,
} as const

describe('a pass at a rate', () => {
  it('takes its timer from the depth at full speed', () => {
    const pass = passAt(machine, 0.8)
    expect(pass?.timerPercent).toBeCloseTo((100 * 0.19488) / 0.8, 2)
    expect(pass?.revolutionHours).toBeCloseTo((12.72345 * 0.8) / 0.19488, 2)
    expect(pass).toMatchObject({ passHours: null, belowLowest: false })
  })

  it('is shorter on a part circle, in proportion to its arc', () => {
    const pass = passAt({ ...machine, arc: [300, 30] }, 0.8)
    expect(pass?.passHours).toBeCloseTo(((12.72345 * 0.8) / 0.19488) * 0.25, 2)
  })

  it('reports a rate below what the fastest speed applies', () => {
    const slow = { ...machine, flow_gpm: 1600 }
    expect(passAt(slow, 0.2)).toMatchObject({ timerPercent: 100, belowLowest: true })
    expect(passAt(slow, 0.2)?.lowestDepthIn).toBeCloseTo(2 * 0.19488, 4)
  })

  it.each([
    [{ ...machine, flow_gpm: null }, 0.8],
    [{ ...machine, speed_100_m_min: null }, 0.8],
    [machine, null],
    [machine, 0],
  ])('is unknown without flow, speed or rate', (settings, rate) => {
    expect(passAt(settings, rate)).toBeNull()
  })
})

describe('the depth applied now', () => {
  it("is the depth at full speed divided by the panel's timer", () => {
    expect(depthNow({ ...machine, telemetry: moving })).toBeCloseTo(0.19488 / 0.5, 4)
    expect(depthNow({ ...machine, telemetry: moving, depth_factor: 0.9 })).toBeCloseTo(0.35078, 4)
  })

  it('is zero while it runs dry, and unknown while stopped or without flow or timer', () => {
    expect(depthNow({ ...machine, telemetry: { ...moving, wet: false } })).toBe(0)
    expect(depthNow(machine)).toBeNull()
    expect(depthNow({ ...machine, telemetry: { ...moving, moving: false } })).toBeNull()
    expect(depthNow({ ...machine, telemetry: { ...moving, timer_pct: null } })).toBeNull()
    expect(depthNow({ ...machine, telemetry: moving, flow_gpm: null })).toBeNull()
  })
})

describe('the end of a pass', () => {
  // At timer 50 % a turn takes 25.4469 h.
  it('is a full turn on a full circle', () => {
    const end = passEnd({ ...machine, telemetry: moving })
    expect(((end?.at ?? 0) - Date.parse(lastSeen)) / 3_600_000).toBeCloseTo(25.4469, 3)
    expect(end).toMatchObject({ wholeTurn: true, bearing: 40, timerPercent: 50 })
  })

  it('is the end of a part circle ahead of the arm, in either direction', () => {
    const part = { ...machine, arc: [0, 180] as [number, number] }
    const forward = passEnd({ ...part, telemetry: moving })
    expect(((forward?.at ?? 0) - Date.parse(lastSeen)) / 3_600_000).toBeCloseTo((25.4469 * 140) / 360, 3)
    expect(forward).toMatchObject({ wholeTurn: false, bearing: 180 })
    expect(passEnd({ ...part, telemetry: { ...moving, direction: 'REVERSE' } })).toMatchObject({ bearing: 0 })
  })

  it('is unknown while stopped, or without a timer', () => {
    expect(passEnd(machine)).toBeNull()
    expect(passEnd({ ...machine, telemetry: { ...moving, moving: false } })).toBeNull()
    expect(passEnd({ ...machine, telemetry: { ...moving, timer_pct: null } })).toBeNull()
  })
})
