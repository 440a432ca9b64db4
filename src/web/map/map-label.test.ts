/** A map label stays within the map at every edge, wraps in time, and leaves the zoom buttons free. */
import { expect, it } from 'vitest'
import { roomAt } from './map-label.tsx'

const COMPUTER = { width: 500, height: 500 }
const PHONE = { width: 343, height: 343 }

it.each([
  [250, 250, 'bottom'],
  [250, 40, 'top'],
  [20, 250, 'bottom-left'],
  [20, 40, 'top-left'],
  [480, 250, 'bottom-right'],
  [480, 40, 'top-right'],
])('at %d, %d the label hangs by its %s', (x, y, anchor) => {
  expect(roomAt({ x, y }, COMPUTER).anchor).toBe(anchor)
})

it('leaves the right to the buttons of the zoom', () => {
  expect([289, 291].map((x) => roomAt({ x, y: 200 }, COMPUTER).anchor)).toEqual(['bottom', 'bottom-right'])
  expect(roomAt({ x: 320, y: 90 }, PHONE).offset[0]).toBe(343 - 60 - 320)
  expect(roomAt({ x: 200, y: 90 }, PHONE).offset[0]).toBe(0)
})

it('breaks into lines before it would be cut', () => {
  const width = (x: number, map = PHONE) => roomAt({ x, y: 200 }, map).widthPx
  expect([width(260), width(20), width(-40), width(250, COMPUTER)]).toEqual([260, 263, 300, 300])
})

it('stands over its pin, or below it at the upper edge', () => {
  const down = (y: number) => roomAt({ x: 250, y }, COMPUTER).offset[1]
  expect([down(250) < 0, down(40) > 0]).toEqual([true, true])
})
