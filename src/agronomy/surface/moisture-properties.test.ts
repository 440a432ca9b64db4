/** Invariants of surfaces: exact at probes, bounded by their values, independent of order and frame. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KrigingPoint } from '../kriging/kriging.ts'
import { solveMoisture } from './moisture-field.ts'
import { type MoistureField, moistureDeviation, predictMoisture } from './solved-field.ts'

const RADIUS = 400
const RUNS = 60

/** To the decimetre, as a map places them. */
const metres = fc.integer({ min: -10 * RADIUS, max: 10 * RADIUS }).map((decimetres) => decimetres / 10)
/** Between the decimetres, so that none is a probe's place. */
const between = metres.map((value) => value + 0.04)
const probe = fc.record({ x: metres, y: metres, value: fc.double({ min: 0.05, max: 0.45, noNaN: true }) })
/** From one probe to a mixture that may have a plane; a metre apart at least, but for those in one place. */
const layouts = fc.uniqueArray(probe, {
  minLength: 1,
  maxLength: 32,
  selector: ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`,
})
const places = fc.array(fc.tuple(between, between), { minLength: 1, maxLength: 8 })

function solved(points: readonly KrigingPoint[]): MoistureField {
  const field = solveMoisture(points, RADIUS, true)
  if ('reason' in field) throw new Error(field.reason)
  return field
}

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (input: T) => void): void {
  fc.assert(fc.property(arbitrary, holds), { numRuns: RUNS, seed: 7 })
}

const ends = (points: readonly KrigingPoint[]) => {
  const values = points.map(({ value }) => value)
  return [Math.min(...values), Math.max(...values)] as const
}

describe('a surface', () => {
  it('is exact at its probes, with zero uncertainty', () => {
    check(layouts, (points) => {
      const field = solved(points)
      for (const { x, y, value } of points) {
        expect(predictMoisture(field, x, y)).toBe(value)
        expect(moistureDeviation(field, x, y)).toBe(0)
      }
    })
  })

  it('beside a probe departs from it by no more than the nugget lets it', () => {
    check(layouts, (points) => {
      const field = solved(points)
      for (const { x, y, value } of points) {
        const apart = Math.abs(predictMoisture(field, x + 1e-6, y) - value)
        // the same place again would read otherwise by the noise alone; three of its deviations hold it
        expect(apart).toBeLessThanOrEqual(3 * Math.sqrt(field.model.nugget * field.model.sill) + 1e-9)
      }
    })
  })

  it('stays within its values, give or take half of their range', () => {
    check(fc.tuple(layouts, places), ([points, samples]) => {
      const field = solved(points)
      const [least, greatest] = ends(points)
      const margin = (greatest - least) / 2 + 1e-9
      for (const [x, y] of samples.filter(([east, north]) => Math.hypot(east, north) <= RADIUS)) {
        expect(predictMoisture(field, x, y)).toBeGreaterThanOrEqual(least - margin)
        expect(predictMoisture(field, x, y)).toBeLessThanOrEqual(greatest + margin)
      }
    })
  })

  it('has an uncertainty between zero and that of an unknown field', () => {
    check(fc.tuple(layouts, places), ([points, samples]) => {
      const field = solved(points)
      for (const [x, y] of samples) {
        const deviation = moistureDeviation(field, x, y)
        expect(deviation).toBeGreaterThanOrEqual(0)
        // one probe alone says as little as twice the sill; a plane carried outside adds to it
        expect(deviation ** 2).toBeLessThanOrEqual(6 * field.model.sill)
      }
    })
  })
})

/** Greatest differences of two surfaces at places of either frame. */
function apart(
  [before, after]: readonly [MoistureField, MoistureField],
  samples: readonly (readonly [number, number])[],
  moved: (x: number, y: number) => readonly [number, number],
): number {
  return Math.max(
    ...samples.flatMap(([x, y]) => {
      const [east, north] = moved(x, y)
      return [
        Math.abs(predictMoisture(before, x, y) - predictMoisture(after, east, north)),
        Math.abs(moistureDeviation(before, x, y) - moistureDeviation(after, east, north)),
      ]
    }),
  )
}

describe('nothing depends', () => {
  it('on the order of the probes', () => {
    const shuffled = layouts.chain((points) =>
      fc.tuple(
        fc.constant(points),
        fc.shuffledSubarray(points, { minLength: points.length, maxLength: points.length }),
        places,
      ),
    )
    check(shuffled, ([points, mixed, samples]) => {
      expect(apart([solved(points), solved(mixed)], samples, (x, y) => [x, y])).toBeLessThan(1e-7)
    })
  })

  it('on which way the field is rotated', () => {
    check(fc.tuple(layouts, places, fc.integer({ min: 0, max: 359 })), ([points, samples, degrees]) => {
      const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
      const rotated = (x: number, y: number) => [x * cos - y * sin, x * sin + y * cos] as const
      const rotatedPoints = points.map(({ x, y, value }) => {
        const [east, north] = rotated(x, y)
        return { x: east, y: north, value }
      })
      expect(apart([solved(points), solved(rotatedPoints)], samples, rotated)).toBeLessThan(1e-7)
    })
  })

  it('on where the field lies, while its mean is no plane', () => {
    const few = fc.uniqueArray(probe, {
      minLength: 1,
      maxLength: 19,
      selector: ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`,
    })
    check(fc.tuple(few, places, metres, metres), ([points, samples, east, north]) => {
      const movedPoints = points.map(({ x, y, value }) => ({ x: x + east, y: y + north, value }))
      const moved = (x: number, y: number) => [x + east, y + north] as const
      expect(apart([solved(points), solved(movedPoints)], samples, moved)).toBeLessThan(1e-7)
    })
  })
})
