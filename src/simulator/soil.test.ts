/** A soil column conserves water, and plants, rain and gravity move it correctly. */
import { describe, expect, it } from 'vitest'
import { textureLimits } from '../agronomy/soil/soil-texture.ts'
import { Field } from './field.ts'
import { simulationConfig } from './simulation-config.ts'
import { machine } from './test-broker.ts'
import { availableShare, soilAfter, soilColumn, storedMm, type SoilStep } from './soil.ts'

const LOAM = { fieldCapacity: 0.25, wiltingPoint: 0.12 }
const DEPTHS = [10, 30, 60]

/** Hours without rain. */
function hours(count: number, etMm: number): SoilStep[] {
  return Array.from({ length: count }, () => ({ inMm: 0, etMm, hours: 1 }))
}

/** Runs the steps; the sums of what left. */
function run(filled: number, steps: readonly SoilStep[]) {
  let column = soilColumn(DEPTHS, LOAM, filled)
  const losses = { etMm: 0, drainedMm: 0 }
  for (const step of steps) {
    const next = soilAfter(column, step)
    column = next.column
    losses.etMm += next.losses.etMm
    losses.drainedMm += next.losses.drainedMm
  }
  return { column, gone: losses }
}

/** Two probes east of the pivot, with an ET of 6.2 mm on a day in July and a factor per place. */
describe('the soil of a probe', () => {
  const probe = (number: number, more: object) => ({
    number,
    lat: 51.06,
    lng: -114.149,
    depthsCm: [20, 40, 60],
    ...more,
  })
  const config = simulationConfig.parse(
    machine('mqtt://127.0.0.1', {
      texture: 'loam',
      readings: {
        everyMs: 300_000,
        probes: [
          probe(1, { texture: 'clay', thirst: 1 }),
          probe(2, { texture: 'sand', thirst: 1 }),
          probe(3, { thirst: 0.5 }),
          probe(4, { thirst: 1.5 }),
        ],
      },
    }),
  )

  it('is that of its soil zone, else the field’s', () => {
    const limits = new Field(config, 0).soils.map(({ soil }) => soil.limits)
    // places of one texture differ by at most two standard deviations of 0.012
    const presets = (['clay', 'sand', 'loam', 'loam'] as const).map(textureLimits)
    limits.forEach(({ fieldCapacity }, at) =>
      expect(Math.abs(fieldCapacity - (presets[at]?.fieldCapacity ?? 0))).toBeLessThanOrEqual(0.024),
    )
  })

  it('loses more where crop water use is higher', () => {
    const from = Date.parse('2026-07-20T06:00:00Z')
    const field = new Field({ ...config, seed: 7 }, from)
    const stored = () => field.soils.map(({ soil }) => storedMm(soil))
    const before = stored()
    const still = { turning: false, wet: false, timerOf: () => 100, inPerHour: () => [] }
    for (let hour = 0; hour < 24; hour += 1) field.step(3_600_000, still)
    const lost = stored().map((mm, at) => (before[at] ?? 0) - mm)
    expect(lost[3]).toBeCloseTo(3 * (lost[2] ?? 0), 1)
    expect(lost[2]).toBeCloseTo(0.5 * 6.2, 1)
  })
})

describe('a soil column', () => {
  it('closes its balance: stored + in = stored + ET + drained', () => {
    const steps = Array.from({ length: 500 }, (_, i) => ({
      inMm: i % 40 === 0 ? 35 : 0,
      etMm: 0.3 + 0.2 * Math.sin(i),
      hours: 1,
    }))
    const before = storedMm(soilColumn(DEPTHS, LOAM, 0.4))
    const { column, gone: losses } = run(0.4, steps)
    const addedMm = steps.reduce((sum, { inMm }) => sum + inMm, 0)
    expect(storedMm(column) + losses.etMm + losses.drainedMm).toBeCloseTo(before + addedMm, 8)
    expect(losses.drainedMm).toBeGreaterThan(0)
  })

  it('starts filled to its share: 75 % of available water from 0 to 750 mm', () => {
    const column = soilColumn(DEPTHS, LOAM, 0.75)
    expect(availableShare(column)).toBeCloseTo(0.75, 10)
    expect(storedMm(column)).toBeCloseTo((0.12 + 0.75 * 0.13) * 750, 8)
  })

  it('is never dried below the wilting point', () => {
    const { column } = run(0.5, hours(3000, 2))
    for (const { theta } of column.layers) expect(theta).toBeGreaterThanOrEqual(LOAM.wiltingPoint)
    expect(availableShare(column)).toBeLessThan(0.05)
  })

  it('falls back to field capacity after a flood, the top first', () => {
    const wet = run(1, [{ inMm: 60, etMm: 0, hours: 1 }]).column
    expect(wet.layers[0]?.theta).toBeGreaterThan(0.3)
    expect(wet.layers[0]?.theta).toBeGreaterThan(wet.layers[2]?.theta ?? 1)
    const later = run(1, [{ inMm: 60, etMm: 0, hours: 1 }, ...hours(400, 0)])
    expect(availableShare(later.column)).toBeCloseTo(1, 3)
  })
})
