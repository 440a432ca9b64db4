/** Rates, speeds and flows for a running prescription. */
import { describe, expect, it } from 'vitest'
import type { DesiredDocument } from '../contract/controller.ts'
import type { Running } from './device-shadow.ts'
import { simulationConfig } from './simulation-config.ts'
import { desiredState, machine, prescription } from './test-broker.ts'
import { valvesOf } from './valves.ts'

const SPAN_M = 41.148
const config = simulationConfig.parse(
  machine('mqtt://127.0.0.1', { towerRadiiM: [1, 2, 3].map((k) => k * SPAN_M), flowGpm: 800 }),
)

/** Sector 7 has 80 % in zone 1 and 40 % in zone 2; all else is dry. */
function patchy(change: Partial<DesiredDocument> = {}, fallback = false): Running {
  const bytes = Buffer.alloc(1620)
  bytes[7 * 9] = 80
  bytes[7 * 9 + 1] = 40
  const rx = { sha256: '', sectors: 180 as const, zones: 9 as const, b64: bytes.toString('base64') }
  return { desired: desiredState(1, { rateIn: 0.5, rx, ...change }), appliedAt: '', fallback }
}

/** With all valves open: a pass is Q T / (452.571 A) deep, and a degree takes T / 360. */
const ACRES = (Math.PI * (3 * SPAN_M) ** 2) / 4046.8564224
const FULL_IN_PER_HOUR = (360 * 800) / (452.5714 * ACRES)

describe('valves', () => {
  it('give the panel its depth: 0.19488 in at 100 %, 0.77952 in at 25 % (pivot case A)', () => {
    const caseA = simulationConfig.parse(
      machine('mqtt://127.0.0.1', {
        towerRadiiM: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => k * SPAN_M),
        overhangM: 15.24,
        speed100MMin: 3.048,
        flowGpm: 800,
      }),
    )
    const [rate = 0] = valvesOf(caseA, null, 25).inPerHour(0)
    // A revolution takes 12.72345 h at 100 %.
    expect((rate * 12.72345) / 360).toBeCloseTo(0.19488, 4)
    expect((rate * 4 * 12.72345) / 360).toBeCloseTo(0.77952, 4)
  })

  it('are open by each cell, whatever rate was asked, and not at all in zones that the machine lacks', () => {
    const valves = valvesOf(config, patchy({ rateIn: 2 }), 50)
    const [first, second, ...others] = valves.inPerHour(7)
    expect(first).toBeCloseTo(0.8 * FULL_IN_PER_HOUR, 4)
    expect(second).toBeCloseTo(0.4 * FULL_IN_PER_HOUR, 4)
    expect(others).toEqual(Array<number>(7).fill(0))
    expect(valves.inPerHour(8)).toEqual(Array<number>(9).fill(0))
    expect(valves.timerOf(7)).toBe(50)
    // Ring areas are as 1 : 3 : 5, so (0.8 x 1 + 0.4 x 3) / 9 of the flow.
    expect(valves.openShare(7)).toBeCloseTo(2 / 9, 10)
  })

  it('open in proportion to the sector when the arm carries its largest cell', () => {
    const timerPct = Array.from({ length: 180 }, (_, sector) => (sector === 7 ? 62.5 : 100))
    const valves = valvesOf(config, patchy({ timerPct }), 50)
    expect([valves.timerOf(7), valves.timerOf(8)]).toEqual([62.5, 100])
    expect(valves.inPerHour(7)[0]).toBeCloseTo(FULL_IN_PER_HOUR, 4)
    expect(valves.inPerHour(7)[1]).toBeCloseTo(0.5 * FULL_IN_PER_HOUR, 4)
    expect(valves.openShare(7)).toBeCloseTo((1 + 0.5 * 3) / 9, 10)
    expect(valves.openShare(8)).toBe(0)
  })

  it('follow the fallback at the own timer', () => {
    const timerPct = Array<number>(180).fill(80)
    const valves = valvesOf(config, patchy({ timerPct, fallback: prescription(100) }, true), 50)
    expect(valves.inPerHour(0)[2]).toBeCloseTo(FULL_IN_PER_HOUR, 4)
    expect(valves.openShare(0)).toBe(1)
    expect(valves.timerOf(0)).toBe(50)
  })

  it('are open before anything was applied', () => {
    expect(valvesOf(config, null, 50).openShare(99)).toBe(1)
    expect(valvesOf(config, null, 50).inPerHour(99)[0]).toBeCloseTo(FULL_IN_PER_HOUR, 4)
  })
})
