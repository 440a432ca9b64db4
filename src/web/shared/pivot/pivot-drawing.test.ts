/** The pivot picture compared with the geometry of the field. */
import { describe, expect, it } from 'vitest'
import { insideArc, toPolar } from '#agronomy/pivot/pivot-geometry.ts'
import {
  EDGE,
  armDrawing,
  curvePath,
  fieldDrawing,
  pointAt,
  ringDrawing,
  degreesToEnd,
  slicePath,
  sweepOf,
  wateredDrawing,
} from './pivot-drawing.ts'

/** All points of a path, radii and flags of its arcs left out. */
function pointsOf(path: string): { x: number; y: number }[] {
  const steps = path.replaceAll(/A \S+ \S+ 0 [01] [01]/g, 'L').matchAll(/[ML] (\S+) (\S+)/g)
  return [...steps].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

/** Bearing and distance of a point in the picture, where y points south. */
const polar = ({ x, y }: { x: number; y: number }) => toPolar({ x, y: -y })

const creek = { towerRadiiM: [60, 120, 180, 240], wettedRadiusM: 262, arc: [300, 135] as const }

describe('a point in the picture', () => {
  it.each([
    [0, 0, -100],
    [90, 100, 0],
    [180, 0, 100],
    [270, -100, 0],
  ])('has north up and east right: %i degrees', (bearing, x, y) => {
    expect(pointAt(bearing, EDGE)).toEqual({ x, y })
  })
})

describe('the field', () => {
  it('has as many rings as towers, to scale', () => {
    const { radii, rings } = fieldDrawing(creek)
    expect(rings).toHaveLength(4)
    expect(radii[3]).toBeCloseTo((240 / 262) * 100, 1)
    expect(radii[0]).toBeCloseTo((radii[3] ?? 0) / 4, 1)
  })

  it('keeps a part circle inside its arc, both ends on it', () => {
    for (const point of pointsOf(fieldDrawing(creek).edge).filter(({ x, y }) => x || y)) {
      expect(insideArc(Math.round(polar(point).bearing), creek.arc)).toBe(true)
      expect(polar(point).distance).toBeCloseTo(EDGE, 1)
    }
    expect(sweepOf(creek.arc)).toBe(195)
  })

  it('draws a whole circle without straight sides', () => {
    const { edge } = fieldDrawing({ ...creek, arc: null })
    expect(edge).not.toContain('L')
    expect(pointsOf(edge).map(({ x, y }) => [x, y])).toEqual([
      [0, -100],
      [0, 100],
      [0, -100],
    ])
  })

  it('starts a curve at its bearing and ends it after its sweep, clockwise', () => {
    const [first, last] = pointsOf(curvePath(50, 30, 60))
    expect(polar(first ?? { x: 0, y: 0 }).bearing).toBeCloseTo(30, 0)
    expect(polar(last ?? { x: 0, y: 0 }).bearing).toBeCloseTo(90, 0)
  })

  it('closes a slice over the pivot point', () => {
    expect(slicePath(50, 0, 90)).toMatch(/^M 0 0 L 0 -50 A .* Z$/)
  })
})

describe('the watered area', () => {
  it('is drawn from the start to the end of the record, also across north', () => {
    const bearings = wateredDrawing([[350, 30]]).flatMap((path) =>
      pointsOf(path)
        .slice(1)
        .map((point) => Math.round(polar(point).bearing)),
    )
    expect(bearings).toEqual([350, 30])
    expect(wateredDrawing([[0, 360]])[0]).not.toContain('L')
    expect(wateredDrawing([])).toEqual([])
  })
})

describe('the arm', () => {
  const full = { towerRadiiM: [100, 200], wettedRadiusM: 250, arc: null }

  it('has its towers at their distances', () => {
    const { end, towers } = armDrawing(full, { angleDeg: 124, clockwise: true, possibleDegrees: null })
    expect(polar(end)).toEqual({ bearing: expect.closeTo(124, 1), distance: expect.closeTo(100, 1) })
    expect(towers.map((tower) => Math.round(polar(tower).distance))).toEqual([40, 80])
  })

  it.each([
    [true, [100, 140]],
    [false, [60, 100]],
  ])('can only have moved forward: clockwise %s', (clockwise, bearings) => {
    const { possible } = armDrawing(full, { angleDeg: 100, clockwise, possibleDegrees: 40 })
    const points = pointsOf(possible ?? '')
      .slice(1)
      .map((point) => Math.round(polar(point).bearing))
    expect(points).toEqual(bearings)
  })

  it('cannot have left its part circle', () => {
    expect(degreesToEnd(creek.arc, 130, true)).toBe(5)
    expect(degreesToEnd(creek.arc, 310, false)).toBe(10)
    expect(degreesToEnd(creek.arc, 136, true)).toBe(0)
    expect(degreesToEnd(null, 136, true)).toBe(360)
  })

  it('has no arrow while it is stopped', () => {
    const still = armDrawing(full, { angleDeg: 10, clockwise: null, possibleDegrees: null })
    expect(still).toMatchObject({ possible: null, arrow: null })
  })
})

describe('the ring of one tower', () => {
  it('lies between the previous tower and its own, the last one with the overhang', () => {
    const distances = (tower: number) => {
      const all = pointsOf(ringDrawing(creek, tower)).map((point) => Math.round(polar(point).distance))
      return [...new Set(all)].toSorted((a, b) => a - b)
    }
    // Towers at 60, 120, 180 and 240 m of a wetted radius of 262 m, in units of 100 for that radius.
    expect(distances(1)).toEqual([0, 23])
    expect(distances(2)).toEqual([0, 23, 46])
    expect(distances(4)).toEqual([0, 69, 100])
  })
})
