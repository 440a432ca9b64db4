/** Sentences about cells. */
import { describe, expect, it } from 'vitest'
import { type CellFacts, cellFacts, cellSentence } from './cell-reason.ts'
import type { CellWater } from '../../agronomy/prescription/cell-water.ts'
import { computePrescription } from '../../agronomy/prescription/prescription-engine.ts'

/** Needs `needMm`, one pass of 1 in brings 21.59 mm net. */
const water = (needMm: number): CellWater => ({
  percent: 0,
  reason: 'COMPUTED',
  needMm,
  netMm: Math.max(0, needMm),
  grossMm: Math.max(0, needMm) / 0.85,
  rawPercent: 0,
  share: 0.446,
  theta: 0.1869,
  cover: 1,
})
const unknown: CellWater = {
  percent: 100,
  reason: 'NO_DATA',
  needMm: null,
  netMm: null,
  grossMm: null,
  rawPercent: null,
  share: null,
  theta: null,
  cover: 0,
}
const facts = (change: Partial<CellFacts>): CellFacts => ({
  percent: 60,
  reason: 'COMPUTED',
  water: water(14.2),
  geofence: null,
  rateIn: 1,
  ...change,
})
const HELD = 'holds 45% of its available water (18.7% by volume), '
const corner = { name: 'Wet corner', percent: 60 }

describe('sentences', () => {
  it.each<[Partial<CellFacts>, string]>([
    [
      { reason: 'GEOFENCE', geofence: corner },
      `60%: ${HELD}14 mm short of target, geofence 'Wet corner' forces 60`,
    ],
    [
      { reason: 'GEOFENCE', geofence: corner, water: water(-3) },
      `60%: ${HELD}3 mm above target, geofence 'Wet corner' forces 60`,
    ],
    [
      { reason: 'GEOFENCE', geofence: corner, water: unknown },
      "60%: no moisture known here, geofence 'Wet corner' forces 60",
    ],
    [{}, `60%: ${HELD}14 mm short of target`],
    [
      { percent: 100, reason: 'CLIPPED_MAX', water: water(82.3) },
      `100%: ${HELD}82 mm short of target, one pass brings 22 mm`,
    ],
    [{ percent: 0, reason: 'NO_DEFICIT', water: water(-5.4) }, `0%: ${HELD}5 mm above target`],
    [{ percent: 0, reason: 'NO_DEFICIT', water: water(0) }, `0%: ${HELD}on target`],
    [{ percent: 0, reason: 'NO_DEFICIT', water: water(-0.01) }, `0%: ${HELD}on target`],
    [
      { percent: 0, reason: 'BELOW_MIN', water: water(0.42) },
      `0%: ${HELD}0.4 mm short of target, less than the valves can give`,
    ],
    [
      { percent: 0, reason: 'HELD', water: water(2.4) },
      `0%: ${HELD}2 mm short of target, too small a change to open the valves`,
    ],
    [
      { percent: 10, reason: 'HELD', water: water(1.6) },
      `10%: ${HELD}2 mm short of target, too small a change to close the valves`,
    ],
    [
      { percent: 100, reason: 'NO_DATA', water: unknown },
      '100%: no moisture known here, so it gets the full rate',
    ],
    [
      { percent: 100, reason: 'CLIPPED_MAX', water: { ...water(82.3), share: -0.02, theta: 0.09 } },
      '100%: holds none of its available water (9.0% by volume), 82 mm short of target, one pass brings 22 mm',
    ],
    [{ percent: 100, reason: 'TEST_PATTERN' }, '100%: test pattern, this tower is open'],
    [{ percent: 0, reason: 'TEST_PATTERN' }, '0%: test pattern on another tower'],
    [{ percent: 100, reason: 'OFF' }, '100%: the system is OFF, every cell gets the full rate'],
    [{ percent: 0, reason: 'ABSENT' }, '0%: the system has no such tower'],
  ])('%#:%s', (change, sentence) => {
    expect(cellSentence(facts(change), 'mm')).toBe(sentence)
  })

  it('include the weather terms', () => {
    const weather = { et_mm: 8.2, rain_mm: 0 }
    const until = 'when the arm arrives (with 8 mm that the crop uses'
    expect(cellSentence(facts({ weather }), 'mm')).toBe(
      `60%: ${HELD}14 mm short of target ${until} until then)`,
    )
    expect(cellSentence(facts({ weather: { et_mm: 8.2, rain_mm: 2.4 }, water: water(-3) }), 'mm')).toBe(
      `60%: ${HELD}3 mm above target ${until} and 2 mm of rain until then)`,
    )
    expect(cellSentence(facts({ weather, water: unknown, reason: 'NO_DATA' }), 'mm')).toBe(
      '60%: no moisture known here, so it gets the full rate',
    )
  })

  it('in inches', () => {
    expect(cellSentence(facts({}), 'in')).toBe(`60%: ${HELD}0.56 in short of target`)
    expect(cellSentence(facts({ water: water(0.1) }), 'in')).toBe(`60%: ${HELD}0.004 in short of target`)
  })
})

describe('the data of a cell', () => {
  const pivot = {
    place: { lat: 51, lng: -114 },
    towerRadiiM: [50, 100],
    wettedRadiusM: 110,
    arc: null,
    flowGpm: null,
    speed100MMin: null,
  }
  const around = [
    { x: -200, y: -200 },
    { x: 200, y: -200 },
    { x: 0, y: 400 },
  ]
  const geofences = [
    { name: 'Old', percent: 10, enabled: false, pins: around },
    { name: 'Wet corner', percent: 60, enabled: true, pins: around },
  ]
  const computed = computePrescription({
    pivot,
    on: true,
    testTower: null,
    speedControl: false,
    rateIn: 1,
    rootDepthIn: 36,
    targetPercent: 90,
    geofences,
    soil: null,
  })

  it('name the geofence that forces the cell', () => {
    expect(cellFacts(computed, 0, geofences, 1)).toMatchObject({
      percent: 60,
      reason: 'GEOFENCE',
      geofence: corner,
      water: { percent: 100, reason: 'NO_DATA' },
    })
    expect(cellFacts(computed, 2, geofences, 1)).toMatchObject({ reason: 'ABSENT', geofence: null })
  })

  it('refuse a cell that does not exist', () => {
    expect(() => cellFacts(computed, 1620, geofences, 1)).toThrow(RangeError)
  })
})
