/** Interpolation between grid cells against planes, and at the edge. */
import { describe, expect, it } from 'vitest'
import { gridRow, gridValue, meanOverRing } from './grid-value.ts'

const RADIUS = 100

/** Centre of a cell, counted from the north-west. */
const centre = (cell: number, size: number) => ({
  x: (2 * RADIUS * ((cell % size) + 0.5)) / size - RADIUS,
  y: RADIUS - (2 * RADIUS * (Math.floor(cell / size) + 0.5)) / size,
})

/** A plane over the circle, NaN outside. */
function planeOf(size: number, plane: (x: number, y: number) => number) {
  const cells = Array.from({ length: size * size }, (_, cell) => {
    const { x, y } = centre(cell, size)
    return Math.hypot(x, y) <= RADIUS ? plane(x, y) : Number.NaN
  })
  return { size, wettedRadius: RADIUS, cells }
}

const slope = (x: number, y: number) => 0.2 + x / 1000 - y / 2000

describe('the value at a place', () => {
  it.each([
    [0, 0],
    [33.3, -41.7],
    [-60, 20],
    [5, 70],
  ])('is that of a plane at %d, %d', (x, y) => {
    expect(gridValue(planeOf(40, slope), { x, y })).toBeCloseTo(slope(x, y), 9)
  })

  it('is a cell itself at its centre', () => {
    const grid = planeOf(8, slope)
    expect(gridValue(grid, centre(21, 8))).toBeCloseTo(grid.cells[21] ?? Number.NaN, 12)
  })

  it('is that of the nearest cell at the rim, all the way round', () => {
    const grid = planeOf(40, slope)
    for (let degrees = 0; degrees < 360; degrees += 3) {
      const [x, y] = [
        RADIUS * Math.sin((degrees * Math.PI) / 180),
        RADIUS * Math.cos((degrees * Math.PI) / 180),
      ]
      // two cells of 5 m, on a slope of 1.1 per mille and metre
      expect(Math.abs(gridValue(grid, { x, y }) - slope(x, y))).toBeLessThan(0.012)
    }
  })

  it('is none far from every cell', () => {
    expect(gridValue(planeOf(40, slope), { x: 95, y: 95 })).toBeNaN()
    expect(gridValue({ size: 2, wettedRadius: 1, cells: [] }, { x: 0, y: 0 })).toBeNaN()
  })
})

it('is the same for a whole row at once, from beyond the western edge to beyond the eastern', () => {
  const grid = planeOf(23, (x, y) => Math.sin(x / 9) + y)
  const xs = Float64Array.from({ length: 251 }, (_, i) => i - 125)
  for (const y of [-103, -97.5, -60, 0, 12.3, 95, 99.9, 110]) {
    const row = new Float64Array(xs.length)
    gridRow(grid, xs, y, row)
    const single = xs.map((x) => gridValue(grid, { x, y }))
    expect(row.map((value) => Number(Number.isNaN(value)))).toEqual(
      single.map((value) => Number(Number.isNaN(value))),
    )
    const apart = row.map((value, i) => Math.abs(value - (single[i] ?? 0)))
    expect(Math.max(0, ...apart.filter((distance) => !Number.isNaN(distance)))).toBeLessThan(1e-9)
  }
})

describe('the mean over part of a ring', () => {
  it('is the value where all is even', () => {
    const grid = planeOf(30, () => 0.25)
    expect(meanOverRing(grid, { from: 40, to: 70, inner: 20, outer: 60 })).toBeCloseTo(0.25, 12)
  })

  it('is that of its middle on a slope, on either side of the pivot', () => {
    const grid = planeOf(60, (x) => x)
    const east = meanOverRing(grid, { from: 60, to: 120, inner: 40, outer: 60 })
    // mean of r cos over 60 degrees: (2/3) (60^3 - 40^3) / (60^2 - 40^2) x sin 30 / (pi / 6)
    expect(east).toBeCloseTo(((2 / 3) * ((60 ** 3 - 40 ** 3) / (60 ** 2 - 40 ** 2)) * 0.5) / (Math.PI / 6), 0)
    expect(meanOverRing(grid, { from: 240, to: 300, inner: 40, outer: 60 })).toBeCloseTo(-east, 9)
  })

  it('passes north, and is none where nothing is', () => {
    expect(
      meanOverRing(
        planeOf(30, () => 0.1),
        { from: 350, to: 370, inner: 0, outer: 50 },
      ),
    ).toBeCloseTo(0.1, 9)
    expect(
      meanOverRing(
        planeOf(30, () => 0.1),
        { from: 0, to: 30, inner: 150, outer: 170 },
      ),
    ).toBeNaN()
  })
})
