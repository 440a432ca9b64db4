/** Outlines compared with known areas: a square of cells, and a cone of which each level is a circle. */
import { expect, it } from 'vitest'
import { outlines } from './contours.ts'
import type { Point } from './svg.ts'

/** Area within a closed outline (shoelace formula), whatever its direction. */
function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, { x, y }, i) => {
    const next = ring[(i + 1) % ring.length] ?? { x: 0, y: 0 }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

const grid = (size: number, value: (x: number, y: number) => number) => ({
  size,
  values: Float64Array.from({ length: size * size }, (_, i) => value(i % size, Math.floor(i / size))),
})

it('is a circle of the right area around a cone', () => {
  const cone = grid(41, (x, y) => -Math.hypot(x - 20, y - 20))
  const [ring, ...more] = outlines(cone, -15)
  expect(more).toHaveLength(0)
  expect(areaOf(ring ?? []) / (Math.PI * 15 ** 2)).toBeCloseTo(1, 2)
})

it('finds two separate hills, and nothing above the higher', () => {
  const hills = grid(30, (x, y) => Math.max(3 - Math.hypot(x - 7, y - 7), 5 - Math.hypot(x - 21, y - 21)))
  expect(outlines(hills, 1)).toHaveLength(2)
  expect(outlines(hills, 4)).toHaveLength(1)
  expect(outlines(hills, 6)).toHaveLength(0)
})

it('closes along the edge of the grid', () => {
  const flat = grid(11, () => 1)
  expect(areaOf(outlines(flat, 0)[0] ?? [])).toBeCloseTo(100, 3)
})
