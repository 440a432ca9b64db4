/** The panel's timer compared with the requested one, against worked figures of the agronomy. */
import { describe, expect, it } from 'vitest'
import { panelMismatch, panelSentence } from './panel-timer.ts'

// 7 towers of 54 m and 14 m: 850 gpm x 12.3700 h / (452.571 x 119.29 acres) = 0.19476 inches at 100 %.
const machine = {
  tower_radii_m: [54, 108, 162, 216, 270, 324, 378],
  wetted_radius_m: 392,
  flow_gpm: 850,
  speed_100_m_min: 3.2,
  depth_factor: null,
}
const at = '2026-07-12T20:00:00Z'
const telemetry = (timer_pct: number, overrides: object = {}) => ({
  angle_deg: 40,
  stopped_wet_since: null,
  direction: 'FORWARD' as const,
  wet: true,
  moving: true,
  pressure_kpa: null,
  flow_lps: null,
  timer_pct,
  at,
  ...overrides,
})
const reported = (rate_in: number, overrides: object = {}) => ({
  rev: 3,
  settings_rev: 2,
  mode: 'VRI' as const,
  at,
  result: 'APPLIED' as const,
  code: null,
  fallback: false,
  rate_in,
  timer_pct: null,
  ...overrides,
})

describe('the panel', () => {
  it('with another timer applies another depth', () => {
    const system = { ...machine, telemetry: telemetry(45), reported: reported(0.8) }
    expect(panelMismatch(system)?.laysIn).toBeCloseTo(0.19476 / 0.45, 3)
    expect(panelSentence(system, 'in')).toBe(
      'Panel is at 45%, so this pass puts on about 0.43\u00A0in, not 0.8.',
    )
    expect(panelSentence(system, 'mm')).toBe(
      'Panel is at 45%, so this pass puts on about 11\u00A0mm, not 20.3.',
    )
  })

  // 24.34 % was requested; 5 % of that and half a per cent for rounding allow 22.6 to 26.06
  it.each([
    [22, false],
    [23, true],
    [26, true],
    [27, false],
  ])('at %i matches the request: %s', (timer, same) => {
    const system = { ...machine, telemetry: telemetry(timer), reported: reported(0.8) }
    expect(panelMismatch(system) === null).toBe(same)
  })

  it('follows the sector under speed control', () => {
    const timer_pct = Array.from({ length: 180 }, (_, sector) => (sector === 20 ? 60 : 30))
    const system = { ...machine, reported: reported(0.8, { timer_pct }) }
    expect(panelMismatch({ ...system, telemetry: telemetry(60) })).toBeNull()
    // at 40 degrees, sector 20: 0.8 x 60 / 30
    expect(panelMismatch({ ...system, telemetry: telemetry(30) })?.laysIn).toBeCloseTo(1.6, 9)
  })

  it('of a machine measured with catch cans is expected to be slower', () => {
    const system = { ...machine, depth_factor: 0.85, reported: reported(0.8) }
    expect(panelMismatch({ ...system, telemetry: telemetry(24) })?.laysIn).toBeCloseTo(
      (0.85 * 0.19476) / 0.24,
      3,
    )
    expect(panelMismatch({ ...system, telemetry: telemetry(21) })).toBeNull()
  })

  it.each([
    [{ telemetry: telemetry(45, { moving: false }), reported: reported(0.8) }],
    [{ telemetry: telemetry(45), reported: reported(0.8, { fallback: true }) }],
    [{ telemetry: telemetry(45), reported: reported(0.8, { mode: 'TEST' }) }],
    [{ telemetry: telemetry(45), reported: null }],
    [{ telemetry: null, reported: reported(0.8) }],
  ])('gives nothing if there is no pass to compare', (state) => {
    expect(panelMismatch({ ...machine, ...state })).toBeNull()
  })
})
