/** Sectors below the pump's minimum flow, and raising their lowest percentages; by hand and by search. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { computePrescription, type PrescriptionInput } from './prescription-engine.ts'
import { PRESCRIPTION_REASONS } from './prescription.ts'
import { prescriptionTotals } from './prescription-totals.ts'
import { lowFlowSectors, lowFlowStretches, raiseToLeastFlow } from './pump-flow.ts'

/** Rings of 60, 60 and 70 m: areas as 3600, 10800 and 21700, together 36100. */
const pivot = {
  place: { lat: 51, lng: -114 },
  towerRadiiM: [60, 120, 180],
  wettedRadiusM: 190,
  arc: null,
  flowGpm: 800,
  speed100MMin: 3,
} as const
const rules = { leastPercent: 10, stepPercent: 1 }
const rows = (...cells: number[]) => Uint8Array.from({ length: 1620 }, (_, cell) => cells[cell % 9] ?? 0)
const none = new Uint8Array(1620)
const flows = (percent: Uint8Array, speed = false) =>
  prescriptionTotals({
    percent,
    rateIn: 1,
    pivot,
    basePercent: 50,
    timerPct: speed ? Array.from({ length: 180 }, () => 50) : null,
  }).sectorFlowGpm ?? []

describe('raising', () => {
  const raise = (percent: Uint8Array, change: Partial<Parameters<typeof raiseToLeastFlow>[0]> = {}) =>
    raiseToLeastFlow({ percent, dry: none, pivot, speedControl: false, leastFlowGpm: 400, rules, ...change })

  it('lifts the lowest to one level and leaves what is above it', () => {
    // half of 800: (361 x 50 - 108 x 90) / (36 + 217) = 32.9
    const raised = raise(rows(20, 90, 30))
    expect([...raised.subarray(0, 4)]).toEqual([33, 90, 33, 0])
    expect(flows(raised)[0]).toBeCloseTo((800 * (36 * 33 + 108 * 90 + 217 * 33)) / 36_100, 9)
  })

  it('opens a closed sector as little as needed, at least to the minimum of the valve', () => {
    expect([...raise(rows(0, 0, 0)).subarray(0, 3)]).toEqual([50, 50, 50])
    expect([...raise(rows(0, 0, 0), { leastFlowGpm: 20 }).subarray(0, 3)]).toEqual([10, 10, 10])
    expect(
      [...raise(rows(0, 0, 0), { leastFlowGpm: 90, rules: { leastPercent: 10, stepPercent: 5 } })].slice(
        0,
        3,
      ),
    ).toEqual([15, 15, 15])
  })

  it('never opens a 0 % geofence, and raises nothing where the minimum flow cannot be reached', () => {
    const dry = rows(0, 0, 1)
    // the outer ring is 60 % of the ground: the others together reach 800 x 144 / 361 = 319
    expect(raise(rows(20, 20, 0), { dry, leastFlowGpm: 300 }).subarray(0, 3)).toEqual(
      Uint8Array.from([95, 95, 0]),
    )
    expect(raise(rows(20, 20, 0), { dry }).subarray(0, 3)).toEqual(Uint8Array.from([20, 20, 0]))
    expect(raise(rows(20, 20, 0), { leastFlowGpm: 900 })).toEqual(rows(20, 20, 0))
  })

  it('counts valves opened by 100 / Rx under speed control', () => {
    expect(raise(rows(40, 40, 40), { speedControl: true })).toEqual(rows(40, 40, 40))
    // openings 0.25, 1, 0.25: 800 x (36 x 0.25 + 108 + 217 x 0.25) / 361 = 379.5
    const raised = raise(rows(20, 80, 20), { speedControl: true })
    expect([...raised.subarray(0, 3)]).toEqual([23, 80, 23])
    expect([...raise(rows(0, 0, 0), { speedControl: true }).subarray(0, 3)]).toEqual([10, 10, 10])
  })

  it('ignores sectors outside the arc, and machines of unknown flow', () => {
    const part = { ...pivot, arc: [0, 90] as const }
    const raised = raise(rows(20, 20, 20), { pivot: part })
    expect(raised[44 * 9]).toBe(50)
    expect(raised[45 * 9]).toBe(20)
    expect(raise(rows(20, 20, 20), { pivot: { ...pivot, flowGpm: null } })).toEqual(rows(20, 20, 20))
  })

  it('is the least level that suffices, in random fields', () => {
    const random = seededRandom(7)
    for (let field = 0; field < 40; field += 1) {
      const speed = field % 2 === 0
      const percent = Uint8Array.from({ length: 1620 }, (_, cell) =>
        cell % 9 < 3 && random.next() > 0.3 ? 10 + Math.floor(91 * random.next()) : 0,
      )
      const dry = Uint8Array.from(percent, (cellPercent) =>
        cellPercent === 0 && random.next() > 0.5 ? 1 : 0,
      )
      const least = 100 + 500 * random.next()
      const raised = raise(percent, { dry, speedControl: speed, leastFlowGpm: least })
      const [before, after] = [flows(percent, speed), flows(raised, speed)]
      for (let sector = 0; sector < 180; sector += 1) {
        const own = [0, 1, 2].map((zone) => sector * 9 + zone)
        const changed = own.filter((cell) => raised[cell] !== percent[cell])
        expect(changed.filter((cell) => dry[cell] === 1)).toEqual([])
        expect(own.every((cell) => (raised[cell] ?? 0) >= (percent[cell] ?? 0))).toBe(true)
        expect(changed.length > 0 && (before[sector] ?? 0) >= least).toBe(false)
        expect(changed.length > 0 && (after[sector] ?? 0) < least * 0.999999).toBe(false)
      }
    }
  })
})

describe('a prescription', () => {
  const input: PrescriptionInput = {
    pivot,
    on: true,
    testTower: null,
    speedControl: false,
    rateIn: 1,
    rootDepthIn: 30,
    targetPercent: 70,
    geofences: [
      { percent: 20, enabled: true, pins: square(200) },
      { percent: 0, enabled: true, pins: square(30) },
    ],
    soil: null,
    pump: { leastFlowGpm: 400, raise: true },
  }
  const low = ({ totals }: ReturnType<typeof computePrescription>) =>
    lowFlowSectors(totals.sectorFlowGpm ?? [], 400, null)

  it('is raised, says so, and draws enough', () => {
    const named = computePrescription({ ...input, pump: { leastFlowGpm: 400, raise: false } })
    expect(low(named)).toHaveLength(180)
    expect(named.percent.subarray(0, 3)).toEqual(Uint8Array.from([0, 20, 20]))
    const raised = computePrescription(input)
    expect(low(raised)).toEqual([])
    // 800 x (108 + 217) x 0.56 / 361 = 403
    expect(raised.percent.subarray(0, 3)).toEqual(Uint8Array.from([0, 56, 56]))
    expect([0, 1].map((cell) => PRESCRIPTION_REASONS[raised.reason[cell] ?? 0])).toEqual([
      'GEOFENCE',
      'PUMP_MIN',
    ])
    expect([...raised.geofence.subarray(0, 3)]).toEqual([2, 0, 0])
  })

  it('of a test pattern, or of a system that is off, is left as it is', () => {
    const test = { ...input, testTower: 1 }
    expect(computePrescription(test).percent).toEqual(computePrescription({ ...test, pump: null }).percent)
    const off = { ...input, on: false }
    expect(computePrescription(off).percent).toEqual(rows(100, 100, 100))
  })
})

function square(half: number) {
  return [
    { x: -half, y: -half },
    { x: half, y: -half },
    { x: half, y: half },
    { x: -half, y: half },
  ]
}

it('names swept sectors alone', () => {
  const flow = Array.from({ length: 180 }, (_, sector) => (sector < 3 ? 0 : 500))
  expect(lowFlowSectors(flow, 400, null)).toEqual([0, 1, 2])
  expect(lowFlowSectors(flow, 400, [4, 100])).toEqual([2])
  expect(lowFlowSectors(flow, 500 * (1 + 1e-12), null)).toEqual([0, 1, 2])
})

it('stretches cross north, and a full circle is one', () => {
  const flow = Array.from({ length: 180 }, (_, sector) => (sector < 5 || sector > 177 ? sector : 500))
  expect(lowFlowStretches(flow, 400, null)).toEqual([{ fromDeg: 356, toDeg: 10, flowGpm: 0 }])
  expect(lowFlowStretches(flow, 900, null)).toEqual([{ fromDeg: 0, toDeg: 360, flowGpm: 0 }])
  expect(lowFlowStretches(flow, 400, [4, 358])).toEqual([
    { fromDeg: 4, toDeg: 10, flowGpm: 2 },
    { fromDeg: 356, toDeg: 358, flowGpm: 178 },
  ])
  expect(lowFlowStretches(null, 900, null)).toEqual([])
})
