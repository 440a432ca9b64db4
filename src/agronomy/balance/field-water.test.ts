/** A field through a season: probes correct every cell, unprobed cells follow, and a restart continues from a checkpoint. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { advanceCells, cellsAtCapacity, type CellSoils, type FieldCrop } from './cell-balance.ts'
import { fieldWater, type FieldWaterInput, type ProbeReading, startField } from './field-water.ts'

const barley: FieldCrop = {
  curve: { initial: 0.15, mid: 1.1, end: 0.15, stages: [20, 25, 60, 30] },
  heightMaxM: 1,
  rootMinM: 0.2,
  rootMaxM: 1,
  depletionFraction: 0.55,
  evaporationDepthM: 0.1,
  readilyEvaporableMm: 9,
}
const LAYERS = 5
const PLACES = 30
const PROBES = 4

/** A field of loam, a little different from place to place, with its last places as probes. */
function soilsOf(seed: number): CellSoils {
  const random = seededRandom(seed)
  const capacity = Array.from({ length: PLACES + PROBES }, () => random.between(0.22, 0.3))
  const spread = (of: (capacity: number) => number) =>
    Float64Array.from(capacity.flatMap((value) => Array<number>(LAYERS).fill(of(value))))
  return {
    layers: LAYERS,
    fieldCapacity: spread((value) => value),
    wiltingPoint: spread((value) => value - 0.13),
  }
}

/** Days with rain and some irrigation; wind and humidity that change no coefficient. */
function stepsOf(seed: number, days: number): FieldWaterInput['steps'] {
  const random = seededRandom(seed)
  return Array.from({ length: days }, (_, day) => ({
    from: day,
    elapsed: day + 30,
    referenceEtMm: random.between(3, 7),
    windMS: 2,
    leastHumidityPct: 45,
    rainMm: random.next() < 0.15 ? random.between(2, 20) : 0,
    irrigationMm: new Float64Array(PLACES + PROBES).fill(random.next() < 0.2 ? 15 : 0),
  }))
}

function orderOf(change: Partial<FieldWaterInput> = {}): FieldWaterInput {
  const random = seededRandom(5)
  const places = Array.from({ length: PLACES + PROBES }, () => random.between(0, 700))
  const soils = soilsOf(1)
  return {
    crop: barley,
    soils,
    x: Float64Array.from(places),
    y: Float64Array.from(places.toReversed()),
    probes: PROBES,
    diameterM: 800,
    start: startField(soils, cellsAtCapacity),
    steps: stepsOf(2, 40),
    checkpoint: 20,
    now: 33,
    reportSteps: [30, 33, 40],
    readings: [],
    rootMm: 800,
    ...change,
  }
}

/** The balance alone, at the start of a step. */
function balanceAt({ crop, soils, steps }: FieldWaterInput, until: number): Float64Array {
  const water = cellsAtCapacity(soils)
  for (const step of steps.slice(0, until)) advanceCells(crop, soils, water, step)
  return water.moisture
}

/** Probes that read so much more than the balance holds, in layers of 200 mm. */
function readingsOf(
  order: FieldWaterInput,
  steps: number[],
  more: (layer: number) => number,
  layers = LAYERS,
) {
  return steps.flatMap((step) => {
    const moisture = balanceAt(order, step)
    return Array.from({ length: PROBES }, (_, probe): ProbeReading => ({
      probe,
      day: step,
      between: [step, step],
      layers: Array.from({ length: layers }, (_, layer) => ({
        topMm: 200 * layer,
        bottomMm: 200 * (layer + 1),
        value: (moisture[(PLACES + probe) * LAYERS + layer] ?? 0) + more(layer),
      })),
    }))
  })
}

describe('without probes', () => {
  it('the field equals the balance', () => {
    const order = orderOf()
    const { layers, rootZones, readings } = fieldWater(order)
    expect(readings).toBe(0)
    const alone = balanceAt(order, 33)
    expect([...layers]).toEqual(
      [...alone.subarray(0, PLACES * LAYERS)].map((value) => expect.closeTo(value, 9)),
    )
    const cell = alone.subarray(0, LAYERS)
    const rootZone = [...cell.subarray(0, 4)].reduce((sum, value) => sum + value, 0) / 4
    expect(rootZones[1]?.[0]).toBeCloseTo(rootZone, 12)
  })

  it('dry air and wind increase it above the table, as in FAO-56 Eq. 70', () => {
    const usual = fieldWater(orderOf())
    const windy = fieldWater(
      orderOf({ steps: stepsOf(2, 40).map((step) => ({ ...step, windMS: 5, leastHumidityPct: 20 })) }),
    )
    expect(windy.rootZones[2]?.[0] ?? 1).toBeLessThan((usual.rootZones[2]?.[0] ?? 0) - 0.005)
  })
})

describe('with probes', () => {
  it('that all read more, every cell holds more', () => {
    const order = orderOf()
    const readings = readingsOf(order, [22, 25, 28, 31, 33], () => 0.03)
    const corrected = fieldWater({ ...order, readings })
    const alone = fieldWater(order)
    expect(corrected.readings).toBe(5 * PROBES)
    // without probes the field's mean is uncertain: it may be wrong by 0.1
    expect(Math.min(...(alone.deviations[1] ?? []))).toBeGreaterThan(0.1)
    expect(Math.max(...(corrected.deviations[1] ?? []))).toBeLessThan(0.035)
    for (const cell of [0, 11, 29])
      expect(corrected.deviations[2]?.[cell] ?? 0).toBeGreaterThan(corrected.deviations[1]?.[cell] ?? 1)
    for (const step of [0, 1, 2])
      for (const cell of [0, 11, 29])
        expect((corrected.rootZones[step]?.[cell] ?? 0) - (alone.rootZones[step]?.[cell] ?? 0)).toBeCloseTo(
          0.03,
          2,
        )
  })

  it('that do not reach down, the layers below move with the mean above them', () => {
    const order = orderOf()
    const readings = readingsOf(order, [22, 25, 28, 31, 33], (layer) => (layer === 0 ? 0.04 : 0.02), 2)
    const corrected = fieldWater({ ...order, readings, rootMm: 1000 })
    const alone = fieldWater({ ...order, rootMm: 1000 })
    const moved = (layer: number) => (corrected.layers[layer] ?? 0) - (alone.layers[layer] ?? 0)
    expect([moved(0), moved(1), moved(2), moved(4)]).toEqual([
      expect.closeTo(0.04, 2),
      expect.closeTo(0.02, 2),
      expect.closeTo(0.03, 2),
      expect.closeTo(0.03, 2),
    ])
  })

  it('a probe with a silent sensor still corrects the depths it measures', () => {
    const order = orderOf()
    const complete = readingsOf(order, [25, 33], () => 0.03)
    const gaps = complete.map((reading) => ({ ...reading, layers: reading.layers.filter((_, k) => k !== 1) }))
    const { rootZones } = fieldWater({ ...order, readings: gaps })
    // 0 to 800 mm without 200 to 400 is three quarters; 0 to 400 is a half, and too little
    expect(rootZones[1]?.[0]).toBeCloseTo(
      fieldWater({ ...order, readings: complete }).rootZones[1]?.[0] ?? 0,
      3,
    )
  })

  it('a probe far from the balance is reported as contradicting it, the others are not', () => {
    const order = orderOf({ reportSteps: [22, 30, 33, 34, 40] })
    const off = (more: number) =>
      readingsOf(order, [28, 33], () => 0.02).map((reading) =>
        reading.probe === 2
          ? { ...reading, layers: reading.layers.map((layer) => ({ ...layer, value: layer.value - more })) }
          : reading,
      )
    const contradicting = (readings: ProbeReading[]) => fieldWater({ ...order, readings }).contradicting
    // a place errs by 0.024 and its three others' mean by 0.014 and more: 3 of both are about 0.085
    expect(contradicting(off(0.06))).toEqual([[], [], [], [], []])
    // at its own time; a reading of the day before yesterday says nothing about today
    expect(contradicting(off(0.12))).toEqual([[], [], [2], [2], []])
    // as far below the sensors as their words go
    const shallow = off(0.12).map((reading) => ({ ...reading, layers: reading.layers.slice(0, 2) }))
    expect(contradicting(shallow)[2]).toEqual([2])
    // if all agree, the balance of the field was wrong; one alone has no other probe to disagree with
    expect(contradicting(readingsOf(order, [33], () => -0.12))[2]).toEqual([])
    expect(contradicting(off(0.12).filter(({ probe }) => probe === 2))[2]).toEqual([])
  })

  it('a field with shallower roots than assumed is estimated better, also away from probes', () => {
    const order = orderOf()
    const real = { ...order, crop: { ...barley, rootMaxM: 0.7 } }
    const truth = balanceAt(real, 33)
    const readings = [21, 24, 27, 30, 33].flatMap((step) => {
      const moisture = balanceAt(real, step)
      return Array.from({ length: PROBES }, (_, probe): ProbeReading => ({
        probe,
        day: step,
        between: [step, step],
        layers: Array.from({ length: LAYERS }, (_, layer) => ({
          topMm: 200 * layer,
          bottomMm: 200 * (layer + 1),
          value: moisture[(PLACES + probe) * LAYERS + layer] ?? 0,
        })),
      }))
    })
    const error = (layers: Float64Array) =>
      Math.sqrt(layers.reduce((sum, value, i) => sum + (value - (truth[i] ?? 0)) ** 2, 0) / layers.length)
    const alone = error(fieldWater(order).layers)
    expect(error(fieldWater({ ...order, readings }).layers)).toBeLessThan(alone / 3)
  })
})

describe('the next time', () => {
  it('goes on from the checkpoint as if it had begun with the season', () => {
    const order = orderOf()
    const readings = readingsOf(order, [22, 28, 33], () => 0.02)
    const season = fieldWater({ ...order, readings })
    const later = fieldWater({
      ...order,
      start: season.checkpoint,
      steps: order.steps.slice(20),
      checkpoint: 0,
      now: 13,
      reportSteps: [10, 13, 20],
      readings: readings.map((reading) => ({
        ...reading,
        between: [reading.between[0] - 20, reading.between[1] - 20],
      })),
    })
    expect([...later.layers]).toEqual([...season.layers])
    expect(later.rootZones).toEqual(season.rootZones)
  })

  it('rejects steps that do not exist', () => {
    expect(() => fieldWater(orderOf({ now: 41 }))).toThrow(RangeError)
    expect(() => fieldWater(orderOf({ reportSteps: [41] }))).toThrow(RangeError)
  })
})
