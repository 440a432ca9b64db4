/** The scale bar shows the largest round distance that fits its width, in metres or kilometres. */
import { describe, expect, it } from 'vitest'
import { distanceText, mapScale } from './scale-bar.tsx'

describe('the scale of a map', () => {
  it('is the largest round distance that fits', () => {
    // at the equator a pixel of zoom 14 is 40,075,017 m / (512 x 16,384) = 4.777 m: 100 px are 477.7 m
    expect(mapScale(0, 14, 100)).toEqual({ metres: 300, px: expect.closeTo(62.8, 1) })
    // at 60 degrees half of that: 238.9 m
    expect(mapScale(60, 14, 100)).toEqual({ metres: 200, px: expect.closeTo(83.7, 1) })
  })

  it('is never longer than its space', () => {
    for (let zoom = 1; zoom <= 20; zoom += 0.37) {
      const { px } = mapScale(51, zoom, 100)
      expect(px).toBeLessThanOrEqual(100)
      expect(px).toBeGreaterThan(49)
    }
  })

  it.each([
    [50, '50\u00A0m'],
    [1000, '1\u00A0km'],
    [2000, '2\u00A0km'],
  ])('writes %i m', (metres, text) => expect(distanceText(metres)).toBe(text))
})
