/** Water balance of many cells: water is conserved, each cell has its own soil and inflow, and a season is fast. */
import { expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import {
  advanceCells,
  cellsAtCapacity,
  type CellSoils,
  type FieldCrop,
  uptakeShares,
} from './cell-balance.ts'

const corn: FieldCrop = {
  curve: { initial: 0.15, mid: 1.15, end: 0.5, stages: [30, 40, 50, 30] },
  heightMaxM: 2,
  rootMinM: 0.2,
  rootMaxM: 1,
  depletionFraction: 0.55,
  evaporationDepthM: 0.1,
  readilyEvaporableMm: 9,
}
const day = { elapsed: 80, referenceEtMm: 6, windMS: 2, leastHumidityPct: 45, rainMm: 0 }

/** Cells of one soil in all layers, one pair of limits a cell. */
function soils(layers: number, ...limits: [capacity: number, wilting: number][]): CellSoils {
  return {
    layers,
    fieldCapacity: Float64Array.from(limits.flatMap(([capacity]) => Array(layers).fill(capacity))),
    wiltingPoint: Float64Array.from(limits.flatMap(([, wilting]) => Array(layers).fill(wilting))),
  }
}

it('keeps every millimetre over a random season', () => {
  const random = seededRandom(3)
  const soil = soils(6, [0.3, 0.14], [0.18, 0.07])
  const water = cellsAtCapacity(soil)
  const stored = () => (200 * water.moisture.reduce((sum, theta) => sum + theta, 0)) / 2
  for (let elapsed = 0; elapsed < 150; elapsed += 1) {
    const rainMm = random.next() < 0.2 ? random.between(0, 40) : 0
    const irrigationMm = Float64Array.from([0, 1], () => (random.next() < 0.1 ? random.between(5, 30) : 0))
    const before = stored()
    const lost = advanceCells(corn, soil, water, { ...day, elapsed, rainMm, irrigationMm })
    const gained = rainMm + ((irrigationMm[0] ?? 0) + (irrigationMm[1] ?? 0)) / 2
    expect(stored() - before).toBeCloseTo(gained - lost.evaporation - lost.transpiration - lost.drainage, 9)
    expect(water.moisture.every((theta) => theta >= 0)).toBe(true)
  }
})

it('fills layer after layer on the same day and loses what the last cannot hold', () => {
  const soil = soils(2, [0.3, 0.1])
  const water = { moisture: Float64Array.of(0.25, 0.2), surfaceDepletionMm: Float64Array.of(0) }
  const night = { ...day, referenceEtMm: 0 }
  // 10 mm are missing above, 20 mm below
  expect(advanceCells(corn, soil, water, { ...night, rainMm: 16 }).drainage).toBe(0)
  expect(water.moisture[0]).toBeCloseTo(0.3, 12)
  expect(water.moisture[1]).toBeCloseTo(0.23, 12)
  expect(advanceCells(corn, soil, water, { ...night, rainMm: 20 }).drainage).toBeCloseTo(6, 12)
})

it('gives each cell its own water: an unwatered cell dries', () => {
  const soil = soils(5, [0.3, 0.14], [0.3, 0.14])
  const water = cellsAtCapacity(soil)
  for (let elapsed = 60; elapsed < 90; elapsed += 1) {
    const irrigationMm = Float64Array.of(elapsed % 5 === 0 ? 30 : 0, 0)
    advanceCells(corn, soil, water, { ...day, elapsed, irrigationMm })
  }
  expect(water.moisture[0] ?? 0).toBeGreaterThan((water.moisture[5] ?? 0) + 0.08)
  expect(() => advanceCells(corn, soil, water, { ...day, irrigationMm: Float64Array.of(1) })).toThrow(
    RangeError,
  )
})

it('extracts nothing at the wilting point', () => {
  const soil = soils(3, [0.3, 0.14])
  const water = { moisture: Float64Array.of(0.14, 0.14, 0.14), surfaceDepletionMm: Float64Array.of(23) }
  expect(advanceCells(corn, soil, water, day).transpiration).toBe(0)
})

it('spreads uptake over the roots, more above than below', () => {
  // middles 100, 300, 500 of 600 mm: 1.1 less 1/6, 1/2 and 5/6, over their sum 1.8
  expect([...uptakeShares(600, 4)]).toEqual([
    expect.closeTo(0.518519, 6),
    expect.closeTo(0.333333, 6),
    expect.closeTo(0.148148, 6),
    0,
  ])
  expect(() => uptakeShares(0, 4)).toThrow(RangeError)
})

it('refuses invalid limits', () => {
  expect(() => cellsAtCapacity(soils(2, [0.1, 0.1]))).toThrow(RangeError)
  expect(() => cellsAtCapacity({ ...soils(2, [0.3, 0.1]), layers: 3 })).toThrow(RangeError)
})
