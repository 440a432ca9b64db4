/** Start times on a shared pump: hand-calculated, and never above its capacity. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import { pumpPlan, type PumpTurn } from './pump-plan.rules.ts'

const turn = (systemId: number, change: Partial<PumpTurn> = {}): PumpTurn => ({
  systemId,
  flowGpm: 800,
  hours: 24,
  startBy: 48,
  running: false,
  ...change,
})
const starts = (turns: readonly PumpTurn[], gpm: number) =>
  pumpPlan(turns, gpm).map(({ systemId, start, lateHours }) => [systemId, start, lateHours])

describe('a pump that supplies one machine at a time', () => {
  it('runs one before the other, each as late as possible', () => {
    expect(starts([turn(1), turn(2)], 1000)).toEqual([
      [1, 24, 0],
      [2, 48, 0],
    ])
    expect(starts([turn(1, { startBy: 60 }), turn(2)], 1000)).toEqual([
      [2, 36, 0],
      [1, 60, 0],
    ])
  })

  it('reports by how much every order is late', () => {
    // both should start within six hours, and each takes a day
    expect(starts([turn(1, { startBy: 6 }), turn(2, { startBy: 2 })], 1000)).toEqual([
      [2, 0, 0],
      [1, 24, 18],
    ])
    expect(starts([turn(1, { startBy: -5 })], 1000)).toEqual([[1, 0, 5]])
  })

  it('lets a running machine continue', () => {
    expect(
      starts([turn(1, { running: true, hours: 10, startBy: null }), turn(2, { startBy: 4 })], 1000),
    ).toEqual([
      [1, 0, 0],
      [2, 10, 6],
    ])
  })
})

it('runs together what the pump can supply, and leaves out what can wait', () => {
  expect(starts([turn(1), turn(2), turn(3, { startBy: null })], 1600)).toEqual([
    [1, 48, 0],
    [2, 48, 0],
  ])
})

it('runs a machine that is too large for its pump alone', () => {
  expect(starts([turn(1, { flowGpm: 2000, startBy: 0 }), turn(2, { startBy: 1 })], 1000)).toEqual([
    [1, 0, 0],
    [2, 24, 23],
  ])
})

it('never exceeds the pump, and is late only if it must be', () => {
  const random = seededRandom(4)
  for (let round = 0; round < 300; round += 1) {
    const turns = Array.from({ length: 1 + Math.floor(5 * random.next()) }, (_, i) =>
      turn(i, {
        flowGpm: random.between(300, 900),
        hours: random.between(5, 40),
        startBy: random.between(-5, 150),
      }),
    )
    const plan = pumpPlan(turns, 1000)
    expect(plan).toHaveLength(turns.length)
    for (const { start, hours } of plan)
      for (const moment of [start + 1e-3, start + hours - 1e-3]) {
        const totalGpm = plan
          .filter((other) => other.start <= moment && other.start + other.hours > moment)
          .reduce((sum, other) => sum + other.flowGpm, 0)
        expect(totalGpm).toBeLessThanOrEqual(1000)
      }
    // a pass with enough time for all others before it is never late
    const needed = turns.reduce((sum, { hours }) => sum + hours, 0)
    const patient = plan.filter(({ startBy }) => (startBy ?? 0) >= needed)
    expect(patient.filter(({ lateHours }) => lateHours > 0)).toEqual([])
  }
})
