/** The document for a controller after a setting, checked against the protocol. */
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../contract/systems.ts'
import { compute } from './computation.rules.ts'
import { type Publication, publicationOf as told } from './publication.rules.ts'

const NOW = new Date('2026-07-01T10:00:00.000Z')
interface Hydraulics {
  towerRadiiM: number[]
  wettedRadiusM: number
  flowGpm: number | null
  speed100MMin: number | null
}
const machine: Hydraulics = {
  towerRadiiM: [60, 120, 180],
  wettedRadiusM: 190,
  flowGpm: null,
  speed100MMin: null,
}

/** Of a field without probes and geofences. */
function publicationOf(of: Hydraulics, settings: Settings, now: Date): Publication {
  const computed = compute({
    settings,
    latitude: 51.06,
    longitude: -114.15,
    tower_radii_m: of.towerRadiiM,
    wetted_radius_m: of.wettedRadiusM,
    arc: null,
    flow_gpm: of.flowGpm,
    speed_100_m_min: of.speed100MMin,
    probes: [],
    geofences: [],
    basis: 'no_probes',
  })
  return told(settings, computed, now)
}

const NOTHING_ON = {
  1: false,
  2: false,
  3: false,
  4: false,
  5: false,
  6: false,
  7: false,
  8: false,
  9: false,
}

function on(change: Partial<Settings> = {}): Settings {
  return {
    is_system_on: true,
    is_test_pattern_on: false,
    is_speed_switch_on: false,
    application_rate: 0.8,
    root_depth: 30,
    target_moisture: 70,
    towers: NOTHING_ON,
    ...change,
  }
}

/** The nine zones of one sector. */
const sector = (rx: Uint8Array, at: number) => [...rx.subarray(9 * at, 9 * at + 9)]
const THREE_TOWERS = [100, 100, 100, 0, 0, 0, 0, 0, 0]

describe('publicationOf', () => {
  it('waters every existing zone when OFF and where the soil is unknown', () => {
    const vri = publicationOf(machine, on(), NOW)
    const off = publicationOf(
      machine,
      on({ is_system_on: false, root_depth: null, target_moisture: null }),
      NOW,
    )
    expect(vri).toMatchObject({ mode: 'VRI', rateIn: 0.8, timerPct: null, test: null })
    expect(off).toMatchObject({ mode: 'UNIFORM', rateIn: 0.8, timerPct: null, test: null })
    for (const { rx, fallback } of [vri, off])
      for (const at of [0, 90, 179]) {
        expect(sector(rx, at)).toEqual(THREE_TOWERS)
        expect(sector(fallback, at)).toEqual(THREE_TOWERS)
      }
    expect(vri.rx).toHaveLength(1620)
  })

  it('opens one zone for fifteen minutes in a test pattern, and falls back to water everywhere', () => {
    const towers = { ...NOTHING_ON, 2: true }
    const { mode, test, rx, fallback } = publicationOf(machine, on({ is_test_pattern_on: true, towers }), NOW)
    expect(mode).toBe('TEST')
    expect(test).toEqual({ tower: 2, until: '2026-07-01T10:15:00.000Z' })
    expect(sector(rx, 17)).toEqual([0, 100, 0, 0, 0, 0, 0, 0, 0])
    expect(sector(fallback, 17)).toEqual(THREE_TOWERS)
  })

  it('sets the timer that applies the rate, where flow and speed are known', () => {
    // data/agronomy, by hand: r_L 370.332 m at 3.048 m/min turns in 12.72345 h; 800 gpm on 115.40989681 acres leave
    // 800 x 12.72345 / (452.571 x 115.40989681) = 0.19488 in, so 0.8 in need 24.36 %
    const pivot = { towerRadiiM: [370.332], wettedRadiusM: 385.572, flowGpm: 800, speed100MMin: 3.048 }
    const { timerPct } = publicationOf(pivot, on({ is_speed_switch_on: true }), NOW)
    expect(timerPct).toHaveLength(180)
    for (const percent of timerPct ?? []) expect(percent).toBeCloseTo(24.36, 2)
  })

  it('sets the timer to 100 where it is unknown, or the machine cannot run fast enough', () => {
    const fast = { ...machine, flowGpm: 5000, speed100MMin: 1 }
    for (const machineData of [machine, { ...machine, flowGpm: 800 }, fast]) {
      const { timerPct } = publicationOf(
        machineData,
        on({ is_speed_switch_on: true, application_rate: 0.2 }),
        NOW,
      )
      expect(new Set(timerPct)).toEqual(new Set([100]))
    }
  })
})
