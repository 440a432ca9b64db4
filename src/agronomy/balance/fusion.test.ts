/** Probe corrections of the balance: hand-calculated figures and invariants. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import {
  correctBalance,
  correctPlaces,
  deviationsAtPlaces,
  errorCovariance,
  layersOfMeans,
  placeCorrelations,
  solveFusion,
  standardisedErrors,
  USUAL_ERRORS,
} from './fusion.ts'

const point = (x: number, day: number, sensitivity: number[] = []) => ({ x, y: 0, day, sensitivity })
const reading = (x: number, day: number, residual: number, sensitivity: number[] = []) => ({
  ...point(x, day, sensitivity),
  residual,
})

describe('one reading', () => {
  const system = solveFusion([reading(0, 10, 0.03)], 800)

  it('corrects its own place by the share of its error', () => {
    const variance = errorCovariance(point(0, 10), point(0, 10), 800)
    const { correction, deviation } = correctBalance(system, point(0, 10))
    expect(correction).toBeCloseTo((0.03 * variance) / (variance + 0.006 ** 2), 12)
    // less than the reading's own error alone would leave
    expect(deviation).toBeLessThan(0.006)
  })

  it('has less weight with distance and age, and uncertainty grows', () => {
    const near = correctBalance(system, point(20, 10))
    const far = correctBalance(system, point(700, 10))
    const later = correctBalance(system, point(20, 40))
    expect(near.correction).toBeGreaterThan(far.correction)
    expect(far.correction).toBeGreaterThan(0)
    expect(later.correction).toBeLessThan(near.correction)
    expect(far.deviation).toBeGreaterThan(near.deviation)
    expect(later.deviation).toBeGreaterThan(near.deviation)
  })

  it('moves a place that depends on the crop as the probe does, and not one that does not', () => {
    const alone = { ...USUAL_ERRORS, field: 0, passing: 0, place: 0, fading: 0 }
    const roots = solveFusion([reading(0, 0, 0.02, [0.01])], 800, alone)
    // residual 0.02 of a sensitivity 0.01 with an error of 0.006: 2 x 0.01^2 / (0.01^2 + 0.006^2) deviations
    const deviations = (0.02 * 0.01) / (0.01 ** 2 + 0.006 ** 2)
    expect(correctBalance(roots, point(500, 5, [0.02])).correction).toBeCloseTo(0.02 * deviations, 12)
    expect(correctBalance(roots, point(500, 5, [0])).correction).toBe(0)
  })
})

describe('several readings', () => {
  const readings = [reading(0, 0, 0.02), reading(300, 0, 0.04), reading(0, 7, 0.01), reading(300, 7, 0.05)]
  const system = solveFusion(readings, 800)

  it('up to a day are those that a system of that day alone would use', () => {
    const then = correctBalance(solveFusion(readings.slice(0, 2), 800), point(120, 0))
    const now = correctBalance(system, point(120, 0), 2)
    expect(now.correction).toBeCloseTo(then.correction, 12)
    expect(now.deviation).toBeCloseTo(then.deviation, 12)
  })

  it('agree on a field whose balance is wrong everywhere by the same', () => {
    const wrong = solveFusion(
      [0, 200, 400, 600].map((x) => reading(x, 0, 0.03)),
      800,
    )
    expect(correctBalance(wrong, point(500, 0)).correction).toBeCloseTo(0.03, 3)
  })

  it('are each as far from the others as a system without them says', () => {
    const random = seededRandom(3)
    const some = Array.from({ length: 6 }, (_, i) =>
      reading(130 * i, i < 3 ? 1 : 2, 0.05 * random.normal(), [0.01 * random.next()]),
    )
    const errors = standardisedErrors(solveFusion(some, 800))
    some.forEach((place, i) => {
      const fusion = solveFusion(
        some.filter((_, k) => k !== i),
        800,
      )
      const { correction, deviation } = correctBalance(fusion, place)
      const expected = (place.residual - correction) / Math.hypot(deviation, USUAL_ERRORS.reading)
      expect(errors[i]).toBeCloseTo(expected, 9)
    })
    expect(standardisedErrors(solveFusion([], 800))).toHaveLength(0)
  })

  it('may be none, or two at one place and time', () => {
    const none = correctBalance(solveFusion([], 800), point(0, 0))
    expect(none.correction).toBe(0)
    expect(none.deviation).toBeGreaterThan(0.1)
    const twice = solveFusion([reading(0, 0, 0.02), reading(0, 0, 0.04)], 800)
    expect(correctBalance(twice, point(0, 0)).correction).toBeCloseTo(0.03, 3)
  })

  it('are refused if invalid', () => {
    expect(() => solveFusion([reading(0, 3, 0.1), reading(0, 2, 0.1)], 800)).toThrow(RangeError)
    expect(() => solveFusion([reading(0, 3, Number.NaN)], 800)).toThrow(RangeError)
    expect(() => solveFusion([], 0)).toThrow(RangeError)
    expect(() => correctBalance(system, point(0, 0), 9)).toThrow(RangeError)
  })
})

it('makes layers of means and means of layers', () => {
  expect(layersOfMeans([0.2, 0.25, 0.3])).toEqual([0.2, expect.closeTo(0.3, 12), expect.closeTo(0.4, 12)])
  expect(layersOfMeans([0.4, 0.1])).toEqual([0.4, 0])
})

describe('many places at once', () => {
  const random = seededRandom(11)
  const probes = Array.from({ length: 5 }, () => ({ x: random.between(0, 700), y: random.between(0, 700) }))
  const readings = Array.from({ length: 40 }, (_, i) => ({
    ...(probes[i % 5] ?? { x: 0, y: 0 }),
    day: Math.floor(i / 5),
    residual: random.between(-0.05, 0.05),
    sensitivity: [random.between(-0.01, 0.01)],
  }))
  const system = solveFusion(readings, 800)

  it('have the same uncertainty as each alone, lowest at a probe', () => {
    const points = [{ x: 350, y: 90 }, ...probes].map((place) => ({
      ...place,
      day: 9.3,
      sensitivity: [random.between(-0.01, 0.01)],
    }))
    const places = {
      x: Float64Array.from(points, ({ x }) => x),
      y: Float64Array.from(points, ({ y }) => y),
    }
    const moved = Float64Array.from(points, ({ sensitivity }) => sensitivity[0] ?? 0)
    const likeness = placeCorrelations(places, probes, 800)
    const found = deviationsAtPlaces(system, probes, likeness, 9.3, moved)
    expect([...found]).toEqual(
      points.map((point) => expect.closeTo(correctBalance(system, point).deviation, 9)),
    )
    expect(found[0]).toBeGreaterThan(Math.max(...found.subarray(1)))
    const unread = deviationsAtPlaces(solveFusion([], 800), [], new Float64Array(0), 0, Float64Array.of(0))
    expect(unread[0]).toBeCloseTo(Math.sqrt(0.1 ** 2 + 0.02 ** 2 + 0.02 ** 2 + 0.011 ** 2), 12)
  })

  it('are corrected like each of them alone, also where a probe stands and ahead of the readings', () => {
    const points = [
      ...Array.from({ length: 20 }, () => ({ x: random.between(0, 700), y: random.between(0, 700) })),
      ...probes,
    ].map((place) => ({ ...place, day: 12.4, sensitivity: [random.between(-0.01, 0.01)] }))
    const places = {
      x: Float64Array.from(points, ({ x }) => x),
      y: Float64Array.from(points, ({ y }) => y),
    }
    const found = correctPlaces(
      system,
      probes,
      placeCorrelations(places, probes, 800),
      12.4,
      Float64Array.from(points, ({ sensitivity }) => sensitivity[0] ?? 0),
    )
    expect([...found]).toEqual(
      points.map((point) => expect.closeTo(correctBalance(system, point).correction, 12)),
    )
  })

  it('need the place of every reading', () => {
    const nowhere = () => correctPlaces(system, probes.slice(1), new Float64Array(4), 0, new Float64Array(1))
    expect(nowhere).toThrow(RangeError)
    const unsure = () =>
      deviationsAtPlaces(system, probes.slice(1), new Float64Array(4), 0, new Float64Array(1))
    expect(unsure).toThrow(RangeError)
  })
})
