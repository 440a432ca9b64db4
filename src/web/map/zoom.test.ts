/** A view fits all places, no closer than the requested zoom and no further out than zoom 4. */
import { describe, expect, it } from 'vitest'
import { placeAt } from '../../agronomy/pivot/pivot-geometry.ts'
import { circlePx, libraryZoom, mapWidth, SYSTEM_ZOOM, systemZoom, viewAround } from './zoom.ts'

const MIDDLE = { lat: 51, lng: -114 }
const around = (distance: number) =>
  [0, 90, 180, 270].map((bearing) => placeAt(MIDDLE, { bearing, distance }))

it('counts as the library does: its tiles are twice as wide', () => {
  expect([4, 15.5, 16].map(libraryZoom)).toEqual([3, 14.5, 15])
})

it('is 500 pixels wide, and fluid below', () => {
  expect([1280, 375].map(mapWidth)).toEqual([500, 343])
})

it('shows the same area on a smaller map', () => {
  expect(systemZoom(500)).toBe(SYSTEM_ZOOM)
  expect(systemZoom(250)).toBe(SYSTEM_ZOOM - 1)
})

it('leaves room for the buttons next to a circle', () => {
  // 44 pixels and 8 to the edge, at either side
  expect([500, 343].map(circlePx)).toEqual([396, 239])
})

describe('viewAround', () => {
  it('shows nothing for no places', () => {
    expect(viewAround([], 16, 500)).toBeNull()
  })

  it('shows one place at the zoom wanted', () => {
    expect(viewAround([MIDDLE], 16, 500)).toEqual({ centre: MIDDLE, zoom: 16 })
  })

  it('shows a small set no closer than wanted, in the middle', () => {
    const view = viewAround(around(100), 16, 500)
    expect(view?.zoom).toBe(16)
    expect(view?.centre.lat).toBeCloseTo(51, 9)
    expect(view?.centre.lng).toBeCloseTo(-114, 9)
  })

  it('zooms out until a large set fits, one level for twice the width', () => {
    const [near, far] = [viewAround(around(1000), 16, 500), viewAround(around(2000), 16, 500)]
    // 2000 m in 500 pixels less 2 (52 + 20) for the buttons and half a pin at 51 degrees north: 2 pi R cos(51) / 256 / 2^z = 5.6 m a pixel
    expect(near?.zoom).toBeCloseTo(Math.log2((40_075_016.686 * 0.629_320_39 * 356) / (256 * 2000)), 3)
    expect((near?.zoom ?? 0) - (far?.zoom ?? 0)).toBeCloseTo(1, 6)
  })

  it('never leaves the continent', () => {
    expect(viewAround([MIDDLE, { lat: -51, lng: 60 }], 16, 500)?.zoom).toBe(4)
  })
})
