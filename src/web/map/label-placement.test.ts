/** Label placement: no label overlaps another, a reserved area, or the edge. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeLabels } from './label-placement.ts'
import type { Box } from './label-placement.ts'

const ROOM: Box = { left: 4, top: 30, right: 440, bottom: 470 }
const PIVOT: Box = { left: 238, top: 238, right: 262, bottom: 262 }
const overlap = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0

const label = fc.record({
  at: fc.record({ x: fc.integer({ min: -20, max: 520 }), y: fc.integer({ min: -20, max: 520 }) }),
  width: fc.integer({ min: 20, max: 160 }),
  height: fc.integer({ min: 20, max: 70 }),
})

describe('placeLabels', () => {
  it('never lets labels overlap, be clipped, or cover the pivot', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 30 }), (labels) => {
        const boxes = placeLabels(labels, ROOM, [PIVOT]).flatMap((middle, i) => {
          const { width = 0, height = 0 } = labels[i] ?? {}
          return middle
            ? [
                {
                  left: middle.x - width / 2,
                  top: middle.y - height / 2,
                  right: middle.x + width / 2,
                  bottom: middle.y + height / 2,
                },
              ]
            : []
        })
        for (const [i, box] of boxes.entries()) {
          expect(box.left >= ROOM.left && box.right <= ROOM.right).toBe(true)
          expect(box.top >= ROOM.top && box.bottom <= ROOM.bottom).toBe(true)
          expect([PIVOT, ...boxes.slice(i + 1)].some((other) => overlap(box, other))).toBe(false)
        }
      }),
    )
  })

  it('keeps a label that has room, and moves the next one', () => {
    const request = { at: { x: 100, y: 100 }, width: 80, height: 24 }
    expect(placeLabels([request, request], ROOM, [])).toEqual([
      { x: 100, y: 100 },
      // half of its height and the gap are not enough next to the first one, its full height is
      { x: 100, y: 72 },
    ])
  })

  it('moves a label off the pivot', () => {
    const [middle] = placeLabels([{ at: { x: 250, y: 250 }, width: 80, height: 24 }], ROOM, [PIVOT])
    expect(middle).toEqual({ x: 250, y: 222 })
  })

  it('omits labels that are outside or have no room', () => {
    expect(placeLabels([{ at: { x: 500, y: 100 }, width: 20, height: 20 }], ROOM, [])).toEqual([null])
    expect(placeLabels([{ at: { x: 100, y: 100 }, width: 900, height: 20 }], ROOM, [])).toEqual([null])
  })

  const selected = { at: { x: 222, y: 250 }, width: 262, height: 24, markerHalfPx: 22 }
  const pin = (x: number, y: number): Box => ({ left: x - 17, right: x + 17, top: y - 17, bottom: y + 17 })

  it('puts the label of the selected pin next to it, and off all other pins', () => {
    const otherPins = [pin(100, 205), pin(280, 200)]
    const [middle] = placeLabels([selected], ROOM, [pin(222, 250), ...otherPins])
    // two others are above it, so it goes below the pin by the gap and half of the label
    expect(middle).toEqual({ x: 222, y: 250 + 12 + 4 + 22 })
  })

  it('moves that label further away if there is no room next to the pin', () => {
    // a phone at double text size: three lines, and another pin at every position next to its own
    const room: Box = { left: 4, top: 30, right: 283, bottom: 306 }
    const tall = { at: { x: 140, y: 90 }, width: 210, height: 70, markerHalfPx: 22 }
    const pins = [pin(60, 60), pin(220, 60), pin(60, 150), pin(220, 150), pin(140, 190)]
    const [middle] = placeLabels([tall], room, [pin(140, 90), ...pins])
    if (!middle) throw new Error('it has no place')
    const box = {
      left: middle.x - 105,
      right: middle.x + 105,
      top: middle.y - 35,
      bottom: middle.y + 35,
    }
    expect(pins.filter((other) => overlap(box, other))).toEqual([])
    expect(box.bottom).toBeLessThanOrEqual(306)
  })

  it('always shows that label whole if the pin is visible, where it covers least', () => {
    const SEEN: Box = { left: 0, top: 0, right: 500, bottom: 500 }
    const crowdedPins = Array.from({ length: 12 }, (_, x) =>
      Array.from({ length: 12 }, (_, y) => pin(x * 40 + 20, y * 40 + 20)),
    ).flat()
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 500 }),
        fc.boolean(),
        (x, y, crowded) => {
          const [middle] = placeLabels(
            [{ ...selected, at: { x, y } }],
            ROOM,
            crowded ? crowdedPins : [],
            SEEN,
          )
          expect(middle, `${x}, ${y}`).not.toBeNull()
          if (!middle) return
          expect(middle.x - 131 >= ROOM.left && middle.x + 131 <= ROOM.right).toBe(true)
          expect(middle.y - 12 >= ROOM.top && middle.y + 12 <= ROOM.bottom).toBe(true)
        },
      ),
    )
    expect(placeLabels([{ ...selected, at: { x: 600, y: 250 } }], ROOM, [], SEEN)).toEqual([null])
  })
})
