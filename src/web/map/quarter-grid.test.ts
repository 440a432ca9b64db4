/** Quarter sections around a pivot: squares of half a mile, with the pivot in the middle of one. */
import { expect, it } from 'vitest'
import { toFieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { quarterLines } from './quarter-grid.tsx'

it('are squares of 804.672 m with the pivot in the middle of one', () => {
  const pivot = { lat: 51.06, lng: -114.15 }
  const lines = quarterLines(pivot).geometry.coordinates.map((line) =>
    line.map(([lng = 0, lat = 0]) => toFieldPoint(pivot, { lat, lng })),
  )
  const upright = lines.filter(([start, end]) => Math.abs((start?.x ?? 0) - (end?.x ?? 1)) < 0.01)
  const east = upright.map(([start]) => start?.x ?? 0).toSorted((a, b) => a - b)
  expect(upright).toHaveLength(10)
  expect(lines).toHaveLength(20)
  for (const [i, x] of east.entries()) expect(x).toBeCloseTo((i - 4.5) * 804.672, 2)
})
