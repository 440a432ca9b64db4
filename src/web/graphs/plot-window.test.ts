/** Panning and zooming the visible time range. */
import { expect, it } from 'vitest'
import { moved, showing, within, zoomed } from './plot-window.ts'

const WHOLE = { from: 0, to: 100_000 }

it('stays inside the whole range', () => {
  expect(within({ from: -500, to: 9500 }, WHOLE)).toEqual({ from: 0, to: 10_000 })
  expect(within({ from: 95_000, to: 105_000 }, WHOLE)).toEqual({ from: 90_000, to: 100_000 })
  expect(within({ from: -10, to: 200_000 }, WHOLE)).toEqual(WHOLE)
  expect(moved({ from: 0, to: 10_000 }, WHOLE, 3000)).toEqual({ from: 3000, to: 13_000 })
})

it('zooms around a fixed time, down to an hour', () => {
  expect(zoomed(WHOLE, WHOLE, 2, 25_000)).toEqual({ from: 12_500, to: 62_500 })
  expect(zoomed({ from: 12_500, to: 62_500 }, WHOLE, 0.5, 25_000)).toEqual(WHOLE)
  const close = zoomed(WHOLE, WHOLE, 1000, 50_000)
  expect(close.to - close.from).toBe(3600)
})

it('moves no further than needed to show a time', () => {
  const shownWindow = { from: 20_000, to: 30_000 }
  expect(showing(shownWindow, WHOLE, 25_000)).toBe(shownWindow)
  expect(showing(shownWindow, WHOLE, 15_000)).toEqual({ from: 15_000, to: 25_000 })
  expect(showing(shownWindow, WHOLE, 40_000)).toEqual({ from: 30_000, to: 40_000 })
})
