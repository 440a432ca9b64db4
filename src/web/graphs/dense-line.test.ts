import { expect, it } from 'vitest'
import { isDense, shapesOf } from './dense-line.ts'

/** Ten rows a pixel; a value is its own height. */
const place = { x: (time: number) => time / 10, y: (value: number) => value }
const times = Array.from({ length: 40 }, (_, row) => row)
const shapes = (values: (number | null | undefined)[], rows: [number, number] = [0, values.length - 1]) =>
  shapesOf(times, values, rows, place)

it('has the least and the greatest of each column of pixels', () => {
  const values = times.map((row) => (row === 13 ? 90 : row === 17 ? -5 : 20 + (row % 3)))
  const [shape, ...others] = shapes(values)
  expect(others).toEqual([])
  expect(shape?.x).toEqual([0.5, 1.5, 2.5, 3.5])
  expect(shape?.top).toEqual([20, -5, 20, 20])
  expect(shape?.bottom).toEqual([22, 90, 22, 22])
})

it('begins each column where the former one ended', () => {
  const [shape] = shapes(times.map((row) => (row < 20 ? 1 : 50)))
  expect(shape?.top).toEqual([1, 1, 1, 50])
  expect(shape?.bottom).toEqual([1, 1, 50, 50])
})

it('is interrupted by a gap, and bridges what was not measured', () => {
  const values: (number | null | undefined)[] = times.map(() => 7)
  values.fill(undefined, 5, 15)
  values.fill(null, 22, 27)
  expect(shapes(values).map(({ x }) => x)).toEqual([
    [0.5, 1.5, 2.5],
    [2.5, 3.5],
  ])
})

it('draws a single reading between gaps, and nothing without readings', () => {
  const values: (number | null)[] = times.map(() => null)
  expect(shapes(values)).toEqual([])
  values[33] = 4
  expect(shapes(values)).toEqual([{ x: [3.5], top: [4], bottom: [4] }])
})

it('takes only the rows that are asked for', () => {
  expect(
    shapes(
      times.map((row) => row),
      [12, 15],
    ),
  ).toEqual([{ x: [1.5], top: [12], bottom: [15] }])
})

it('is for four readings a pixel and more', () => {
  expect(isDense(3999, 1000)).toBe(false)
  expect(isDense(4000, 1000)).toBe(true)
})
