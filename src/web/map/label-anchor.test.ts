import { expect, it } from 'vitest'
import { anchorAt, offsetOf } from './label-anchor.ts'

const MAP = { width: 500, height: 500 }

it.each([
  [250, 250, 'bottom'],
  [250, 40, 'top'],
  [20, 250, 'bottom-left'],
  [20, 40, 'top-left'],
  [480, 250, 'bottom-right'],
  [480, 40, 'top-right'],
])('at %d, %d the label hangs by its %s', (x, y, anchor) => {
  expect(anchorAt({ x, y }, MAP)).toBe(anchor)
})

it('leaves room for the buttons of the zoom', () => {
  expect([anchorAt({ x: 289, y: 200 }, MAP), anchorAt({ x: 291, y: 200 }, MAP)]).toEqual([
    'bottom',
    'bottom-right',
  ])
})

it('stands over its pin, or below it at the upper edge', () => {
  expect([offsetOf('bottom')[1] < 0, offsetOf('top-left')[1] > 0]).toEqual([true, true])
})
