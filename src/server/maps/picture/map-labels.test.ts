/** Placement of probe labels: none covers another label, a dot, or another label's line. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, LABEL_HEIGHT, placeLabels } from './map-labels.ts'

const bounds: Box = { x: 0, y: 0, width: 348, height: 348 }
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('labels', () => {
  it('are to the right of an isolated dot', () => {
    const [label] = placeLabels([{ x: 100, y: 100, full: 60, short: 20 }], bounds)
    expect(label).toEqual({
      kind: 'full',
      box: {
        x: expect.closeTo(109, 9),
        y: expect.closeTo(100 - LABEL_HEIGHT / 2, 9),
        width: 60,
        height: LABEL_HEIGHT,
      },
    })
  })

  it('stay inside the picture', () => {
    const [label] = placeLabels([{ x: 340, y: 174, full: 60, short: 20 }], bounds)
    expect((label?.box.x ?? 0) + (label?.box.width ?? 0)).toBeLessThanOrEqual(340)
  })

  it('are omitted when there is no room at all', () => {
    const dots = Array.from({ length: 30 }, () => ({ x: 174, y: 174, full: 60, short: 20 }))
    expect(placeLabels(dots, bounds).filter((place) => place === null).length).toBeGreaterThan(0)
  })

  it('never overlap one another or a dot, wherever the probes are', () => {
    const dot = fc.record({
      x: fc.integer({ min: 5, max: 343 }),
      y: fc.integer({ min: 5, max: 343 }),
      full: fc.constantFrom(52, 60, 70),
      short: fc.constantFrom(18, 26),
    })
    fc.assert(
      fc.property(fc.array(dot, { maxLength: 45 }), (dots) => {
        const boxes = placeLabels(dots, bounds).flatMap((place) => (place ? [place.box] : []))
        const clash = boxes.some((a, i) => boxes.some((b, j) => i < j && overlap(a, b)))
        const hidden = boxes.some((box) =>
          dots.some(({ x, y }) => overlap(box, { x: x - 6, y: y - 6, width: 12, height: 12 })),
        )
        expect([clash, hidden]).toEqual([false, false])
      }),
      { numRuns: 150, seed: 20_261_121 },
    )
  })
})
